"""Comparisons and their verdict, and a gate."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from referee import _format
from referee.core import Comparison, Comparisons, Decision, Estimate, Gate, Match, Verdict
from referee.core.comparison import Disagreements, DisputedCase, Origin
from referee.views.numbers import SHARES, capital, gap_words, metric_words, name_words, point_words, value_text
from referee.views.page import GAP, Findings, Laid, Page, Table, Text, Toned, below, caveats, lay_out, page_of
from referee.views.pages.estimate import estimate_row, estimate_table, p_text
from referee.views.pages.planes import GAP as GAP_PLANE
from referee.views.pages.planes import overlaid
from referee.views.picture import BACK, Axis, Dot, Dots, Field, Fields, Line, Lines, Picture, dot, pictures_of
from referee.views.verdict_words import TONES, origin_notes, origin_words

MOST_PAIRS, MOST_DRAWN = 60, 20
"""Pairs of a family that are shown one by one, and those of a larger one that are drawn."""


@page_of.register
def comparison_page(result: Comparison) -> Page:
    """The verdict first, then the values, the difference, the test and what to know."""
    a, b = name_words(result.a), name_words(result.b)
    rows = comparison_rows(result, a, b)
    if result.margin is not None and result.narrow is not None:
        narrow = replace(result.difference, interval=result.narrow)
        rows.append(signed_row(narrow, f"at {_format.percent(result.narrow.level)}, for equivalence"))
    table = estimate_table(rows, interval=f"{_format.percent(result.level)} interval")
    tests: list[Laid] = []
    for test in (result.test, *result.beside):
        convention = f" ({test.convention})" if test.convention else ""
        tests += [f"{test.name}: {p_text(test)}{convention}; null: {test.null}."]
        tests += caveats(test.warnings, deep=True)
    return lay_out(
        f"{a} against {b}: {metric_words(result.metric)} on {origin_words(result.origin)}",
        [GAP, Text(result.sentence, tone=TONES[result.verdict]), GAP, table, GAP],
        tests,
        "" if result.adjusted_p is None else f"adjusted {_format.p_equals(result.adjusted_p)}",
        _baselines(result),
        below(origin_notes(result.origin)),
        below(Findings(result.findings)),
    )


def comparison_rows(result: Comparison, a: str, b: str) -> list[list[str]]:
    """The values of both models and their difference as cells."""
    values = [estimate_row(result.value_a, a), estimate_row(result.value_b, b)]
    return [*values, signed_row(result.difference, f"advantage of {a}")]


@page_of.register
def origin_page(origin: Origin) -> Page:
    """Where the cases come from, in one line."""
    return Page(origin_words(origin))


@page_of.register
def comparisons_page(result: Comparisons) -> Page:
    """One row per pair, with simultaneous intervals and adjusted p-values."""
    against = f", each against {_format.label(result.baseline)}" if result.baseline else ""
    head = f"{result.family}{against}; simultaneous {_format.percent(result.level)} intervals (Bonferroni)"
    rows = [["pair", "advantage of the first", "interval", "p", f"{result.adjust.title()} p", "verdict"]]
    shown = result.first(MOST_PAIRS)
    for duel in shown:
        cells = signed_row(duel.difference, pair_words(duel, "-"))[:3]
        rows.append([*cells, *p_cells(duel), Toned(str(duel.verdict), TONES[duel.verdict])])
    seen = {f.title: f for f in (*result.findings, *(f for duel in shown for f in duel.findings))}
    rules = _baselines(shown[0]) if shown else None
    told = [*left_out(result), *(origin_notes(shown[0].origin) if shown else [])]
    return lay_out(head, GAP, Table(rows, "<><<<<"), rules, below(told), below(Findings(list(seen.values()))))


def left_out(family: Comparisons) -> list[str]:
    """That only some of many pairs are shown, and how to read the others."""
    if len(family) <= MOST_PAIRS:
        return []
    first, pairs = family.duels[0], _format.plural(len(family), "pair")
    rest = f"Any other is read as result[{first.a!r}, {first.b!r}], all of them with result.to_json() or --json."
    return [f"Shown are the {MOST_PAIRS} of {pairs} with the smallest adjusted p. {rest}"]


def pair_words(pair: Comparison | Match, minus: str = "−") -> str:
    """The two sides of a difference by name."""
    return f"{name_words(pair.a)} {minus} {name_words(pair.b)}"


def p_cells(duel: Comparison) -> tuple[str, str]:
    """The p-value of a comparison, alone and adjusted."""
    adjusted = "–" if duel.adjusted_p is None else _format.p_value(duel.adjusted_p)
    return _format.p_value(duel.test.p_value), adjusted


def _baselines(result: Comparison) -> Laid:
    """The simple learners beside the two, in one line."""
    said = ", ".join(f"{name} {_format.number(value)}" for name, value in (result.baselines or {}).items())
    return below(f"Beside them, {metric_words(result.metric)} on folds of the same cases: {said}." if said else "")


@page_of.register
def decision_page(decision: Decision) -> Page:
    """The verdict and its grounds, in one line."""
    grounds = f": {decision.reason}" if decision.reason else ""
    return Page(f"{decision_words(decision)}{grounds}")


def decision_words(decision: Decision) -> Toned:
    """The verdict, and whether the difference is below the margin all the same."""
    small = ", by less than the margin" if decision.negligible else ""
    return Toned(f"{decision.verdict}{small}", TONES[decision.verdict])


def signed_row(estimate: Estimate, name: str) -> list[str]:
    """An estimate of a difference as cells, with its sign."""
    cells = estimate_row(estimate, name)
    if estimate.defined and estimate.value > 0:
        cells[1] = "+" + cells[1]
    return cells


COLOURS = {Verdict.BETTER: 0, Verdict.WORSE: 1, Verdict.EQUIVALENT: 2, Verdict.UNDECIDED: BACK}


@pictures_of.register
def comparison_pictures(duel: Comparison) -> list[Picture]:
    """The difference against 0 and the margin, who is right where, both values, and the curves that are kept."""
    a, b = name_words(duel.a), name_words(duel.b)
    level = _format.percent(duel.level)
    margin = "; one inside the grey margin shows that it does not matter" if duel.margin is not None else ""
    forest = replace(
        _forest([duel]),
        title=f"Difference in {metric_words(duel.metric)}, {level} interval",
        asks="Who is better, and by how much",
        axis=f"advantage in {metric_words(duel.metric)}, {level} interval",
        says=duel.sentence,
        sides=(b, a),
        caption=f"Right of 0 {a} is better. An interval that holds 0 leaves open which model is better{margin}.",
    )
    share = duel.metric in SHARES
    values = zip((a, b), (duel.value_a, duel.value_b), strict=True)
    alone = Dots(
        title=capital(metric_words(duel.metric)),
        asks="Each alone",
        name="values",
        axis="",
        rows=tuple(dot(m, name, i, value_text(m, percent=share)) for i, (name, m) in enumerate(values)),
        unit="percent" if share else "",
        whole=(0.0, 1.0) if share else None,
        caption="Two intervals that overlap do not show that the models are equal: read the difference itself.",
    )
    defined = duel.value_a.defined and duel.value_b.defined
    region = () if duel.region is None else pictures_of(duel.region)
    return [forest, *_fields(duel, a, b), *([alone] if defined else []), *_rocs(duel), *_gap(duel), *region]


def _fields(duel: Comparison, a: str, b: str) -> list[Picture]:
    """Who is right where the other is wrong."""
    joint = duel.joint
    if joint is None:
        return []
    names = ("both right", f"only {a} right", f"only {b} right", "both wrong")
    kinds: tuple[Literal["", "a", "b"], ...] = ("", "a", "b", "")
    shares = [duel.parts.get(key) for key in ("both_right", "only_a_right", "only_b_right", "both_wrong")]
    found = []
    for name, n, share, kind in zip(names, joint.right_and_wrong, shares, kinds, strict=True):
        text = _format.percent(round(n / joint.n, 3))
        if isinstance(share, Estimate):
            text = value_text(share, percent=True)
        found.append(Field(name, n, text, kind))
    level = f" Brackets hold {_format.percent(duel.level)} intervals of each share alone." if shares[0] else ""
    return [
        Fields(
            title=f"{_format.plural(joint.n, 'case')}, area by count",
            asks="Who is right where the other is wrong",
            name="fields",
            fields=(found[0], found[1], found[2], found[3]),
            caption=f"Only the two coloured fields tell the models apart.{level}",
            about="; ".join(f"{field.name} {_format.count(field.cases)}, {field.text}" for field in found),
        )
    ]


@pictures_of.register
def comparisons_pictures(family: Comparisons) -> list[Picture]:
    """Every pair, a row each, the colour its verdict."""
    level, many = _format.percent(family.level), len(family) > MOST_PAIRS
    drawn = f" The {MOST_DRAWN} pairs with the smallest adjusted p of {len(family):,}." if many else ""
    return [
        replace(
            _forest(family.first(MOST_DRAWN if many else MOST_PAIRS)),
            title=f"Differences in {metric_words(family.metric)}, simultaneous {level} intervals",
            asks="Who is better than whom",
            axis=f"advantage in {metric_words(family.metric)}, {level} intervals, simultaneous",
            says=_format.label(family.family, 80),
            sides=("the second", "the first"),
            caption=f"Right of 0 favours the model named first. Lines are simultaneous intervals.{drawn}",
        )
    ]


def _forest(duels: Sequence[Comparison]) -> Dots:
    """The difference of each pair with its interval, against 0 and the margin."""
    rows = []
    for duel in duels:
        p = duel.test.p_value if duel.adjusted_p is None else duel.adjusted_p
        word = "" if duel.adjusted_p is None else "adj. "
        said = "" if math.isnan(p) else f", {word}{_format.p_equals(p)}"
        text = gap_words(duel.difference, percent=duel.metric in SHARES)
        text += f"{said}, {duel.verdict}" if len(duels) > 1 else ""
        rows.append(dot(duel.difference, pair_words(duel), COLOURS[duel.verdict], text))
    margins = {duel.margin for duel in duels}
    margin = margins.pop() if len(margins) == 1 else None
    share = bool(duels) and duels[0].metric in SHARES
    inside = within(margin, points=share)
    unit: Literal["", "points"] = "points" if share else ""
    return Dots(title="", name="forest", axis="", rows=tuple(rows), marks=((0.0, ""),), inside=inside, unit=unit)


def within(margin: float | None, *, points: bool = False) -> tuple[float, float, str] | None:
    """The range of differences below the margin, with its name."""
    if margin is None:
        return None
    size = f"{round(100 * margin, 6):g} points" if points else f"{margin:g}"
    return -margin, margin, f"margin ±{size}: does not matter"


def _rocs(duel: Comparison) -> list[Picture]:
    """The ROC curves of both models with their bands, when the comparison keeps them."""
    parts: list[tuple[str, int, Lines]] = []
    if len(duel.curves) != 2:
        return []
    bands = duel.bands or (None, None)
    for i, (model, curve, band) in enumerate(zip((duel.a, duel.b), duel.curves, bands, strict=True)):
        if not curve.defined:
            return []
        known = [curve, band] if band is not None and np.isfinite(band.low).all() else [curve]
        for noun in known:
            parts += [(name_words(model), i, p) for p in pictures_of(noun) if isinstance(p, Lines)]
    both = overlaid(parts)
    lines = tuple(replace(line, limits_name="") for line in both.lines)
    caption = (
        f"Up and to the left is better. Shades are pointwise {_format.percent(duel.level)} bands, each for one curve "
        "alone: read the difference of areas above. Curves that cross are each better somewhere."
    )
    about = "The ROC curves of both models on the same axes."
    return [replace(both, lines=lines, title="ROC curves", name="rocs", caption=caption, about=about)]


def _gap(duel: Comparison) -> list[Picture]:
    """The true positive rate of one model less that of the other at each false positive rate, with its band."""
    band = duel.curve_difference
    if band is None or not np.isfinite(band.low).all():
        return []
    reach = max(0.02, float(np.abs([band.low, band.high]).max())) * 1.08
    apart = np.flatnonzero((band.low > 0) | (band.high < 0))
    said = "nowhere" if not len(apart) else f"at {len(apart)} of {len(band)} rates"
    a, b = name_words(duel.a), name_words(duel.b)
    limits = f"{_format.percent(band.level)} limits"
    return [
        replace(
            GAP_PLANE,
            y=Axis(GAP_PLANE.y.name, (-reach, reach)),
            lines=(Line(f"{a} − {b}", band.x, band.value, band.low, band.high, limits_name=limits),),
            caption=f"Above 0 {a} finds more of the positives at that rate of false alarms. The limits are pointwise, "
            "for cases drawn together: they say nothing about the curves as a whole.",
            about=f"The pointwise limits leave 0 {said}.",
        )
    ]


@page_of.register
def gate_page(gate: Gate) -> Page:
    """One line for a log."""
    return Page(gate.line, tone="good" if gate.passed else "bad")


@pictures_of.register
def gate_pictures(gate: Gate) -> list[Picture]:
    """The lower limit of the candidate's advantage against the margin that it must clear, then the comparison."""
    duel = gate.comparison
    value = duel.difference.value
    share = duel.metric in SHARES
    limit, margin = (
        f"{point_words(v)} points" if share else _format.number(v) for v in (gate.limit, -gate.margin)
    )
    text = f"at least {limit}" if math.isfinite(gate.limit) else "undefined: no limit"
    colour = COLOURS[Verdict.BETTER] if gate.passed else BACK
    row = Dot(pair_words(duel), value, gate.limit, math.inf, text, colour)
    made = Dots(
        title="Against the margin",
        name="gate",
        asks="Does it clear the margin?",
        axis=f"advantage in {metric_words(duel.metric)}",
        rows=(row,),
        marks=((-gate.margin, f"margin {margin}"), (0.0, "")),
        unit="points" if share else "",
        says=gate.line,
        caption="The line begins at the one-sided lower limit; the gate opens when all of it lies right of the margin.",
    )
    return [made, *comparison_pictures(duel)]


@page_of.register
def disputed_page(case: DisputedCase) -> Page:
    """A case in one line."""
    answers = " and ".join(map(name_words, case.answers))
    return Page(f"Case {name_words(case.id)}: {name_words(case.truth)}, answered {answers}")


@page_of.register
def disagreements_page(found: Disagreements) -> Page:
    """Two tables: the cases that the first model alone has right, and those of the second."""
    sides: list[Laid] = [[GAP, table.caption, table] for table in disagreement_tables(found)]
    return lay_out(f"Where {name_words(found.a)} and {name_words(found.b)} disagree", *sides)


def disagreement_tables(found: Disagreements) -> list[Table]:
    """For each side with any: the first of its cases, and as caption what they are."""
    a, b = name_words(found.a), name_words(found.b)
    scores = [f"score of {name}" for name in (a, b)] if found.scored else []
    out = []
    for name, cases, many in zip((a, b), (found.only_a, found.only_b), found.cases, strict=True):
        if not cases:
            continue
        first = "" if len(cases) == many else f", the first {len(cases)} of them"
        rows = [["case", "truth", a, b, *scores]]
        for case in cases:
            cells = [name_words(value) for value in (case.id, case.truth, *case.answers)]
            rows.append([*cells, *(f"{score:.4g}" for score in case.scores)])
        only = f"Only {name} is right: {_format.plural(many, 'case')}{first}"
        out.append(Table(rows, "<<<<" + ">" * len(scores), caption=only, told=True))
    return out
