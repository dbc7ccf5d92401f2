"""The pages of two models compared, of a gate, and of a family of comparisons."""

from __future__ import annotations

import math
from dataclasses import replace

from referee import _format
from referee.core import Comparison, Comparisons, Gate, Verdict
from referee.core.comparison import Disagreements
from referee.core.test_result import swap_estimate
from referee.views.numbers import SHARES, capital, gap_words, metric_words, name_words, point_words, value_text
from referee.views.page import Table, Text
from referee.views.pages import pictures_of
from referee.views.pages.comparison import (
    MOST_PAIRS,
    comparison_rows,
    disagreement_tables,
    left_out,
    p_cells,
    pair_words,
)
from referee.views.pages.estimate import p_text
from referee.views.report import page as report
from referee.views.report.describe_work import compared_words, methods
from referee.views.report.lead import lead_of
from referee.views.report.margins import margin_text, margins_part
from referee.views.report.provenance import how_of_test
from referee.views.verdict_words import origin_notes, origin_words

MEANING = {
    Verdict.BETTER: "The whole interval of the difference lies above 0.",
    Verdict.WORSE: "The whole interval of the difference lies below 0.",
    Verdict.EQUIVALENT: "The {} interval of the difference, which two one-sided tests rest on, lies within the margin.",
    Verdict.UNDECIDED: "These cases do not settle it. Undecided is not the same as equal.",
}
ESTIMATES = "the difference of these two models on the population that the cases were drawn from"


@lead_of.register
def lead_of_comparison(duel: Comparison) -> report.Lead:
    """Who is better and by how much, or that it is open."""
    a, b, share = name_words(duel.a), name_words(duel.b), duel.metric in SHARES
    metric = metric_words(duel.metric)
    level = "" if duel.narrow is None else _format.percent(duel.narrow.level)
    if duel.verdict is Verdict.EQUIVALENT and duel.margin is not None:
        within = f"{100 * duel.margin:g} points" if share else f"{duel.margin:g}"
        narrow = replace(duel.difference, interval=duel.narrow)
        said = f"{a} and {b} are equally good within {within}: {metric} differs by {gap_words(narrow, percent=share)}."
    elif duel.verdict in (Verdict.BETTER, Verdict.WORSE):
        first, second = (a, b) if duel.verdict is Verdict.BETTER else (b, a)
        gap = swap_estimate(duel.difference) if duel.verdict is Verdict.WORSE else duel.difference
        how = "is right more often than" if duel.metric == "accuracy" else "is better than"
        by = "" if duel.metric == "accuracy" else f" in {metric}"
        small = ", but by less than the margin" if duel.decision.negligible else ""
        said = f"{first} {how} {second}{by}, by {gap_words(gap, percent=share, signed=False)}{small}."
    else:
        said = f"It is open which is better. {a} less {b}, {metric}: {gap_words(duel.difference, percent=share)}."
    more = [MEANING[duel.verdict].format(level), *_values(duel)]
    if duel.margin is None:
        more.append("No margin was stated: without one nothing can be shown to be equivalent.")
    settled = duel.verdict is not Verdict.UNDECIDED
    return report.Lead(said, str(duel.verdict), settled, more, _changes(duel), _distrust(duel))


def _values(duel: Comparison) -> list[str]:
    texts = [value_text(m, percent=duel.metric in SHARES) for m in (duel.value_a, duel.value_b)]
    names = [name_words(name) for name in (duel.a, duel.b)]
    pairs = "; ".join(f"{name} {text}" for name, text in zip(names, texts, strict=True))
    p = "" if duel.test.inapplicable else f" {duel.test.name}: {p_text(duel.test)}."
    return [f"{capital(metric_words(duel.metric))}: {pairs}.{p}"]


def _changes(duel: Comparison) -> list[report.Caution]:
    out = []
    if duel.needed_n:
        needed, now = _format.count(duel.needed_n), _format.count(duel.n)
        words = f"About {needed} cases like these would settle it for this margin; there are {now} now."
        out.append(report.Caution("More cases.", words))
    elif duel.verdict is Verdict.UNDECIDED and duel.margin is None:
        words = "State a difference too small to matter, to learn how many cases would settle it."
        out.append(report.Caution("A margin.", words))
    if math.isfinite(duel.enough) and duel.verdict is Verdict.UNDECIDED:
        digits = 1 if duel.enough > 0.004 else 2
        up = math.ceil(100 * duel.enough * 10**digits) / 10**digits
        least = f"{up:g} points" if duel.metric in SHARES else f"{duel.enough:.3g}"
        words = f"If differences up to {least} did not matter to you, the two would count as equally good."
        out.append(report.Caution("A wider margin.", words))
    if duel.region is not None:
        who = {"better": f"{name_words(duel.a)} is better", "worse": f"{name_words(duel.b)} is better"}
        found = duel.region.ranges()[:4]
        told = "; ".join(f"{who.get(w, 'it is open')} from {low:.2f} to {high:.2f}" for low, high, w in found)
        lead = "On the scale from 0 (only false alarms cost) to 1 (only misses cost)"
        out.append(report.Caution("Costs and prevalence.", f"{lead}, {told}."))
    return out


def _distrust(duel: Comparison) -> list[report.Caution]:
    out, interval, margin = report.cautions(duel.findings), duel.difference.interval, duel.margin
    better = duel.verdict is Verdict.BETTER
    if better and margin is not None and interval is not None and interval.low < margin:
        share = duel.metric in SHARES
        least, most = (f"{100 * v:.2g} points" if share else f"{v:.2g}" for v in (interval.low, margin))
        words = f"It may be as small as {least}, which is inside the margin of {most}."
        out.append(report.Caution("The size of the lead.", words))
    if duel.origin.matched != "splits":
        words = "This compares two trained models. Trained on other cases, either may do better or worse."
        out.append(report.Caution("The learners.", words))
    return out


@lead_of.register
def lead_of_gate(gate: Gate) -> report.Lead:
    """Whether the candidate passes, and by which limit."""
    duel, share = gate.comparison, gate.comparison.metric in SHARES
    limit, margin = (f"{point_words(v)} points" if share else f"{v:.3g}" for v in (gate.limit, -gate.margin))
    word, verb, side = "pass", "is not worse than", "above"
    if not gate.passed:
        word, verb, side = "no pass", "is not shown to be no worse than", "not above"
    names = f"{name_words(duel.a)} {verb} {name_words(duel.b)}"
    said = f"{names} by the margin: its advantage is at least {limit}, {side} {margin}."
    changes = []
    if -math.inf < gate.limit < 0:
        least = f"{point_words(-gate.limit, 2).lstrip('+')} points" if share else f"{-gate.limit:.3g}"
        changes = [
            report.Caution("Another margin.", f"It passes with every margin above {least}, and with none below.")
        ]
    return report.Lead(said, word, gate.passed, _values(duel), changes, _distrust(duel))


def render_comparison(value: Comparison | Gate, occasion: report.Occasion) -> str:
    """The page of a comparison, or of a gate and the comparison behind it: the verdict first, then the pictures.

    Below them are the verdicts at other margins, the numbers, and how it was done.
    """
    duel = value.comparison if isinstance(value, Gate) else value
    first, *pictures = pictures_of(value)
    if isinstance(value, Gate):
        del pictures[0]  # the difference again, without the limit that decides here
    on = f" on {name_words(occasion.on)}" if occasion.on else ""
    hero = report.figure(first)
    blocks: list[report.Block] = [*report.figures(pictures), *_disputed_cases(duel)]
    margins, live = margins_part(value, hero)
    known = [("Estimates", ESTIMATES), ("Cases", _cases(duel))]
    return report.Shown(
        kind=type(value).__name__,
        title=f"{name_words(duel.a)} against {name_words(duel.b)}{on}",
        below=[
            f"{metric_words(duel.metric)} on {origin_words(duel.origin)}",
            "" if duel.margin is None else f"margin {margin_text(duel, duel.margin)}",
            occasion.date,
            f"{_format.percent(duel.level)} intervals in brackets",
        ],
        lead=lead_of(value),
        hero=hero,
        parts=[
            report.Section("pictures", "Where they differ", blocks, nav="Explore"),
            margins,
            report.findings_part(duel.findings),
            _details(duel),
        ],
        how=how_of_test(duel, occasion, methods(_words(duel)), known),
        live=report.data(live) if live else "",
    ).html()


def _disputed_cases(duel: Comparison) -> list[report.Block]:
    """The cases on which the models disagree, folded; none without ids."""
    found = duel.parts.get("disagreements")
    if not isinstance(found, Disagreements) or not (found.only_a or found.only_b):
        return []
    order = f"Scores are of {name_words(found.scored)}. Cases that the scores place farthest apart come first."
    blocks: list[report.Block] = [
        *report.small_print([order] if found.scored else []),
        *disagreement_tables(found),
    ]
    return [report.Folded("Cases on which they disagree", f"{_format.count(sum(found.cases))} in all", blocks)]


def _details(duel: Comparison) -> report.Section:
    a, b = name_words(duel.a), name_words(duel.b)
    rows = [["", "value", f"{_format.percent(duel.level)} interval", "n", "how"], *comparison_rows(duel, a, b)]
    tests = [["test", "role", "p", "null hypothesis"]]
    for i, t in enumerate((duel.test, *duel.beside)):
        told = [t.null, *filter(None, [t.convention]), *t.warnings, *filter(None, [t.errs])]
        said = "; ".join(word.rstrip(".") for word in told)
        tests.append([t.name, "beside" if i else "leads", p_text(t), f"{said}."])
    title = "Values and difference"
    blocks: list[report.Block] = [
        report.Folded(title, "with n and method", [Text(duel.sentence), Table(rows, "<>[><", caption=title)]),
        report.folded_table("Tests", f"A is {a}, B is {b}", Table(tests, "<<[<")),
    ]
    if duel.adjusted_p is not None:
        blocks.append(Text(f"Adjusted for the family of comparisons: {_format.p_equals(duel.adjusted_p)}."))
    return report.details_part([*blocks, *report.small_print(origin_notes(duel.origin))], duel.findings)


def render_comparisons(family: Comparisons, occasion: report.Occasion) -> str:
    """One page for several comparisons that are read together."""
    first = family.duels[0]
    rows = [["pair", "advantage of the first", "p", f"{family.adjust.title()} p", "verdict"]]
    shown = family.first(MOST_PAIRS)
    for duel in shown:
        gap = value_text(duel.difference, signed=True)
        rows.append([pair_words(duel), gap, *p_cells(duel), str(duel.verdict)])
    told = [*left_out(family), *(d.sentence for d in shown), *origin_notes(first.origin)]
    pairs: list[report.Block] = [Table(rows, "<[[[<", caption="Comparisons"), *report.small_print(told)]
    used = methods(word for duel in shown for word in _words(duel))
    found = {f.title: f for duel in shown for f in (*duel.findings, *family.findings)}
    against = f"each against {name_words(family.baseline)}" if family.baseline else "all pairs"
    hero, *_ = pictures_of(family)
    on = f" on {name_words(occasion.on)}" if occasion.on else ""
    return report.Shown(
        kind="Comparisons",
        title=f"{compared_words(family)} by {metric_words(family.metric)}{on}",
        below=[
            origin_words(first.origin),
            against,
            occasion.date,
            f"simultaneous {_format.percent(family.level)} intervals",
        ],
        lead=lead_of_family(family),
        hero=report.figure(hero),
        parts=[
            report.Section("details", "Each pair", pairs, nav="Pairs"),
            report.findings_part(list(found.values())),
        ],
        how=how_of_test(family, occasion, used, [("Family", family.family), ("Cases", _cases(first))]),
    ).html()


def _cases(duel: Comparison) -> str:
    """How many cases, and the fingerprint that tells them from others."""
    return ", fingerprint ".join(filter(None, (_format.count(duel.n), duel.origin.fingerprint)))


@lead_of.register
def lead_of_family(family: Comparisons) -> report.Lead:
    """How many pairs are told apart, and who wins."""
    counts = {word: sum(d.verdict == word for d in family.duels) for word in Verdict}
    said = ", ".join(f"{n} {word}" for word, n in counts.items() if n)
    apart = counts[Verdict.BETTER] + counts[Verdict.WORSE]
    word = "all told apart" if apart == len(family) else "some told apart" if apart else "none told apart"
    sentence = f"Of {_format.plural(len(family), 'comparison')}: {said}."
    level = _format.percent(family.level)
    holds = f"Intervals hold together at {level} (Bonferroni); p-values are adjusted by {family.adjust.title()}."
    return report.Lead(sentence, word, apart > 0, [holds])


def _words(duel: Comparison) -> list[str]:
    estimates = (duel.difference, duel.value_a, duel.value_b)
    known = [m.interval for m in estimates] + [duel.curve_difference, *duel.bands, duel.region]
    tests = [test.name for test in (duel.test, *duel.beside)]
    return [*tests, *(m.method for m in known if m is not None)]
