"""The pages of two models compared, of a gate, and of a family of comparisons."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from referee import _format
from referee.core import Comparison, Comparisons, Gate, Verdict
from referee.core.disagreements import Disagreements
from referee.core.test_result import swap_estimate
from referee.views.feature_words import origin_notes
from referee.views.numbers import (
    SHARES,
    capital,
    gap_words,
    metric_words,
    name_words,
    point_words,
    share_text,
    value_text,
)
from referee.views.page import Table
from referee.views.pages import pictures_of
from referee.views.pages.comparison import MOST_PAIRS, comparison_rows, left_out, p_cells, pair_words
from referee.views.pages.disagreements import disagreement_tables
from referee.views.pages.estimate import p_text
from referee.views.report.margins import margin_text, margins_part
from referee.views.report.methods import methods
from referee.views.report.page import Occasion, Shown, data, page
from referee.views.report.parts import (
    Block,
    Caution,
    Figure,
    Folded,
    Lead,
    Section,
    Tables,
    Words,
    details_part,
    figure,
    figures,
    findings_part,
)
from referee.views.report.provenance import call_of
from referee.views.report.work_words import compared_words, paragraph
from referee.views.verdict_words import origin_words

MEANING = {
    Verdict.BETTER: "The whole interval of the difference lies above 0.",
    Verdict.WORSE: "The whole interval of the difference lies below 0.",
    Verdict.EQUIVALENT: "The {} interval of the difference, which two one-sided tests rest on, lies within the margin.",
    Verdict.UNDECIDED: "These cases do not settle it. Undecided is not the same as equal.",
}


def lead_of_comparison(duel: Comparison) -> Lead:
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
    return Lead(
        said, str(duel.verdict), duel.verdict is not Verdict.UNDECIDED, more, _changes(duel), _distrust(duel)
    )


def _values(duel: Comparison) -> list[str]:
    texts = [share_text(m) if duel.metric in SHARES else value_text(m) for m in (duel.value_a, duel.value_b)]
    names = [name_words(name) for name in (duel.a, duel.b)]
    pairs = "; ".join(f"{name} {text}" for name, text in zip(names, texts, strict=True))
    p = "" if duel.test.inapplicable else f" {duel.test.name}: {p_text(duel.test)}."
    return [f"{capital(metric_words(duel.metric))}: {pairs}.{p}"]


def _changes(duel: Comparison) -> list[Caution]:
    out = []
    if duel.needed_n:
        needed, now = _format.count(duel.needed_n), _format.count(duel.n)
        words = f"About {needed} cases like these would settle it for this margin; there are {now} now."
        out.append(Caution("More cases.", words))
    elif duel.verdict is Verdict.UNDECIDED and duel.margin is None:
        out.append(
            Caution(
                "A margin.", "State a difference too small to matter, to learn how many cases would settle it."
            )
        )
    if math.isfinite(duel.enough) and duel.verdict is Verdict.UNDECIDED:
        digits = 1 if duel.enough > 0.004 else 2
        up = math.ceil(100 * duel.enough * 10**digits) / 10**digits
        least = f"{up:g} points" if duel.metric in SHARES else f"{duel.enough:.3g}"
        words = f"If differences up to {least} did not matter to you, the two would count as equally good."
        out.append(Caution("A wider margin.", words))
    if duel.region is not None:
        who = {"better": f"{name_words(duel.a)} is better", "worse": f"{name_words(duel.b)} is better"}
        told = [
            f"{who.get(w, 'it is open')} from {low:.2f} to {high:.2f}" for low, high, w in duel.region.ranges()
        ]
        lead = "On the scale from 0 (only false alarms cost) to 1 (only misses cost)"
        out.append(Caution("Costs and prevalence.", f"{lead}, {'; '.join(told[:4])}."))
    return out


def _distrust(duel: Comparison) -> list[Caution]:
    out = [Caution(f"{f.title}.", f.advice) for f in duel.findings if f.severity != "note"][:2]
    interval = duel.difference.interval
    if (
        duel.verdict is Verdict.BETTER
        and duel.margin is not None
        and interval is not None
        and interval.low < duel.margin
    ):
        share = duel.metric in SHARES
        low, margin = (f"{100 * v:.2g} points" if share else f"{v:.2g}" for v in (interval.low, duel.margin))
        out.append(
            Caution(
                "The size of the lead.", f"It may be as small as {low}, which is inside the margin of {margin}."
            )
        )
    if duel.origin.matched != "splits":
        out.append(
            Caution(
                "The learners.",
                "This compares two trained models. Trained on other cases, either may do better or worse.",
            )
        )
    return out


def render_comparison(duel: Comparison, occasion: Occasion) -> str:
    """One page: the verdict, what would settle it, the pictures, the numbers, and how it was done."""
    hero, *pictures = pictures_of(duel)
    drawn = figure(hero)

    def lead_at(margin: float) -> Lead:
        return lead_of_comparison(replace(duel, margin=margin, decision=duel.at_margin(margin), needed_n=None))

    margins = margins_part(duel, duel.enough, lead_at, drawn)
    return page(_layout(duel, occasion, lead_of_comparison(duel), drawn, figures(pictures), "Comparison", margins))


def render_gate(gate: Gate, occasion: Occasion) -> str:
    """The page of a gate: PASS or NO PASS, and the comparison behind it."""
    hero, _, *pictures = pictures_of(gate)
    drawn = figure(hero)

    def lead_at(margin: float) -> Lead:
        return lead_of_gate(gate.at_margin(margin))

    margins = margins_part(gate.comparison, -gate.limit, lead_at, drawn, one_sided=True)
    return page(_layout(gate.comparison, occasion, lead_of_gate(gate), drawn, figures(pictures), "Gate", margins))


def lead_of_gate(gate: Gate) -> Lead:
    """Whether the candidate passes, and by which limit."""
    duel, share = gate.comparison, gate.comparison.metric in SHARES
    limit, margin = (f"{point_words(v)} points" if share else f"{v:.3g}" for v in (gate.limit, -gate.margin))
    verb, side = (
        ("is not worse than", "above") if gate.passed else ("is not shown to be no worse than", "not above")
    )
    names = name_words(duel.a), name_words(duel.b)
    said = f"{names[0]} {verb} {names[1]} by the margin: its advantage is at least {limit}, {side} {margin}."
    word = "pass" if gate.passed else "no pass"
    changes = []
    if -math.inf < gate.limit < 0:
        least = f"{point_words(-gate.limit, 2).lstrip('+')} points" if share else f"{-gate.limit:.3g}"
        changes = [Caution("Another margin.", f"It passes with every margin above {least}, and with none below.")]
    whole = lead_of_comparison(duel)
    return Lead(said, word, gate.passed, _values(duel), changes, whole.distrust)


def _layout(
    duel: Comparison,
    occasion: Occasion,
    lead: Lead,
    hero: Figure,
    pictures: Sequence[Block],
    kind: str,
    margins: tuple[Section | None, dict[str, Any]],
) -> Shown:
    a, b = name_words(duel.a), name_words(duel.b)
    on = f" on {name_words(occasion.on)}" if occasion.on else ""
    margin = "" if duel.margin is None else f"margin {margin_text(duel, duel.margin)}"
    return Shown(
        kind=kind,
        title=f"{a} against {b}{on}",
        below=[
            f"{metric_words(duel.metric)} on {origin_words(duel.origin)}",
            margin,
            occasion.date,
            f"{_format.percent(duel.level)} intervals in brackets",
        ],
        lead=lead,
        hero=hero,
        parts=[
            Section("pictures", "Where they differ", [*pictures, *_disputed_cases(duel)], nav="Explore"),
            margins[0],
            findings_part(duel.findings),
            _details(duel),
        ],
        methods=methods(_words(duel)),
        facts=[
            ("Estimates", "the difference of these two models on the population that the cases were drawn from"),
            ("Cases", _case_words(duel)),
            ("Level", _format.percent(duel.level)),
            ("Seed", str(duel.seed)),
            ("Version", f"referee {duel.version}"),
        ],
        paragraph=paragraph(duel),
        command=occasion.command or call_of([duel]),
        live=data(margins[1]) if margins[1] else "",
    )


def _disputed_cases(duel: Comparison) -> list[Block]:
    """The cases on which the models disagree, folded; none without ids."""
    found = duel.parts.get("disagreements")
    if not isinstance(found, Disagreements) or not (found.only_a or found.only_b):
        return []
    order = f"Scores are of {name_words(found.scored)}. Cases that the scores place farthest apart come first."
    blocks: list[Block] = [Words([order], True)] if found.scored else []
    blocks += [Tables(title, table) for title, table in disagreement_tables(found)]
    return [Folded("Cases on which they disagree", f"{_format.count(sum(found.cases))} in all", blocks)]


def _details(duel: Comparison) -> Section:
    a, b = name_words(duel.a), name_words(duel.b)
    rows = [["", "value", f"{_format.percent(duel.level)} interval", "n", "how"], *comparison_rows(duel, a, b)]
    tests = [["test", "role", "p", "null hypothesis"]]
    for i, t in enumerate((duel.test, *duel.beside)):
        told = [t.null, *([t.convention] if t.convention else []), *t.warnings, *([t.errs] if t.errs else [])]
        tests.append(
            [t.name, "beside" if i else "leads", p_text(t), "; ".join(word.rstrip(".") for word in told) + "."]
        )
    blocks: list[Block] = [
        Folded(
            "Values and difference",
            "with n and method",
            [Words([duel.sentence]), Tables("Values and difference", Table(rows, "<>[><"), True)],
        ),
        Folded("Tests", f"A is {a}, B is {b}", [Tables("Tests", Table(tests, "<<[<"), True)]),
    ]
    if duel.adjusted_p is not None:
        blocks.append(Words([f"Adjusted for the family of comparisons: {_format.p_equals(duel.adjusted_p)}."]))
    blocks.append(Words(origin_notes(duel.origin), True))
    return details_part(blocks, duel.findings)


def render_comparisons(family: Comparisons, occasion: Occasion) -> str:
    """One page for several comparisons that are read together."""
    first = family.duels[0]
    rows = [["pair", "advantage of the first", "p", f"{family.adjust.title()} p", "verdict"]]
    shown = family.first(MOST_PAIRS)
    for duel in shown:
        rows.append(
            [pair_words(duel), value_text(duel.difference, signed=True), *p_cells(duel), str(duel.verdict)]
        )
    found = {f.title: f for duel in shown for f in (*duel.findings, *family.findings)}
    against = f"each against {name_words(family.baseline)}" if family.baseline else "all pairs"
    hero, *_ = pictures_of(family)
    on = f" on {name_words(occasion.on)}" if occasion.on else ""
    return page(
        Shown(
            kind="Comparisons",
            title=f"{compared_words(family)} by {metric_words(family.metric)}{on}",
            below=[
                origin_words(first.origin),
                against,
                occasion.date,
                f"simultaneous {_format.percent(family.level)} intervals",
            ],
            lead=lead_of_family(family),
            hero=figure(hero),
            parts=[
                Section(
                    "details",
                    "Each pair",
                    [
                        Tables("Comparisons", Table(rows, "<[[[<"), True),
                        Words(
                            [*left_out(family), *(d.sentence for d in shown), *origin_notes(first.origin)], True
                        ),
                    ],
                    nav="Pairs",
                ),
                findings_part(list(found.values())),
            ],
            methods=methods(word for duel in shown for word in _words(duel)),
            facts=[
                ("Family", family.family),
                ("Cases", _case_words(first)),
                ("Level of the family", _format.percent(family.level)),
                ("Seed", str(first.seed)),
                ("Version", f"referee {first.version}"),
            ],
            paragraph=paragraph(family),
            command=occasion.command or call_of([first]),
        )
    )


def _case_words(duel: Comparison) -> str:
    print_ = duel.origin.fingerprint
    return _format.count(duel.n) + (f", fingerprint {print_}" if print_ else "")


def lead_of_family(family: Comparisons) -> Lead:
    """How many pairs are told apart, and who wins."""
    counts = {word: sum(d.verdict == word for d in family.duels) for word in Verdict}
    said = ", ".join(f"{n} {word}" for word, n in counts.items() if n)
    apart = counts[Verdict.BETTER] + counts[Verdict.WORSE]
    word = "all told apart" if apart == len(family) else "some told apart" if apart else "none told apart"
    sentence = f"Of {_format.plural(len(family), 'comparison')}: {said}."
    level = _format.percent(family.level)
    holds = f"Intervals hold together at {level} (Bonferroni); p-values are adjusted by {family.adjust.title()}."
    return Lead(sentence, word, apart > 0, [holds])


def _words(duel: Comparison) -> list[str]:
    estimates = (duel.difference, duel.value_a, duel.value_b)
    known = [m.interval for m in estimates] + [duel.curve_difference, *duel.bands, duel.region]
    tests = [test.name for test in (duel.test, *duel.beside)]
    return [*tests, *(m.method for m in known if m is not None)]
