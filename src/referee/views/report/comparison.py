"""The pages of a comparison and of a family of them."""

from __future__ import annotations

from typing import Any

from referee import _format
from referee.core.comparison import Comparison, Comparisons
from referee.core.joint import JointConfusion
from referee.core.test_result import TestResult
from referee.core.verdict import Verdict
from referee.views.numbers import metric_words, value_text
from referee.views.pages import pictures_of
from referee.views.pages.answers import right_and_wrong
from referee.views.pages.comparison import comparison_rows, p_cells
from referee.views.pages.testresult import p_text
from referee.views.report.methods import methods
from referee.views.report.page import figures, page
from referee.views.report.provenance import call_of, paragraph
from referee.views.verdict_words import origin_words

MEANING = {
    Verdict.BETTER: "The whole interval of the difference lies above 0.",
    Verdict.WORSE: "The whole interval of the difference lies below 0.",
    Verdict.EQUIVALENT: (
        "The difference is shown to be smaller than the margin, in both directions: its {} interval, which two "
        "one-sided tests rest on, lies inside."
    ),
    Verdict.UNDECIDED: "These cases do not settle it. Undecided is not the same as equal.",
}


def render_comparison(duel: Comparison, *, command: str = "") -> str:
    """One page: the verdict, what would settle it, the pictures, the tables, and how it was done."""
    a, b = _format.label(duel.a, 40), _format.label(duel.b, 40)
    return page(
        "comparison.html",
        methods(_words(duel)),
        title=f"{a} against {b}",
        subtitle=f"{metric_words(duel.metric)} on {origin_words(duel.origin)}",
        duel=duel,
        meaning=MEANING[duel.verdict].format(_format.percent(round(2 * duel.level - 1, 10))),
        figures=figures(pictures_of(duel)),
        joint=None if duel.joint is None else _joint(duel.joint),
        a=a,
        b=b,
        rows=comparison_rows(duel, a, b),
        tests=[_test(t, i == 0) for i, t in enumerate((duel.test, *duel.beside))],
        paragraph=paragraph(duel),
        command=command or call_of([duel]),
        fingerprint=duel.origin.fingerprint,
    )


def render_comparisons(family: Comparisons, *, command: str = "") -> str:
    """One page for several comparisons that are read together."""
    counts = {word: sum(d.verdict == word for d in family.duels) for word in Verdict}
    said = ", ".join(f"{n} {word}" for word, n in counts.items() if n)
    rows = []
    for duel in family.duels:
        cells = (value_text(duel.difference, signed=True), *p_cells(duel), str(duel.verdict))
        rows.append((f"{_format.label(duel.a, 30)} − {_format.label(duel.b, 30)}", cells))
    findings = {f.title: f for duel in family.duels for f in (*duel.findings, *family.findings)}
    first = family.duels[0]
    return page(
        "comparisons.html",
        methods(word for duel in family.duels for word in _words(duel)),
        title=f"{_format.plural(len(family), 'comparison')} by {metric_words(family.metric)}",
        subtitle=origin_words(first.origin)
        + (f", each against {_format.label(family.baseline, 30)}" if family.baseline else ", all pairs"),
        family=family,
        summary=f"Of {_format.plural(len(family), 'comparison')}: {said}.",
        figures=figures(pictures_of(family)),
        rows=rows,
        findings=list(findings.values()),
        first=first,
        paragraph=paragraph(family),
        command=command or call_of([first]),
        fingerprint=first.origin.fingerprint,
    )


def _words(duel: Comparison) -> list[str]:
    tests = [duel.test.name, *(t.name for t in duel.beside)]
    intervals = [
        m.interval.method for m in (duel.difference, duel.value_a, duel.value_b) if m.interval is not None
    ]
    drawn = (duel.curve_difference, *duel.bands, duel.region)
    bands = [m.method for m in drawn if m is not None]
    return [*tests, *intervals, *bands]


def _test(test: TestResult, leads: bool) -> dict[str, Any]:
    told = {name: getattr(test, name) for name in ("name", "null", "convention", "errs", "warnings")}
    return {**told, "role": "leads" if leads else "beside", "p": p_text(test)}


def _joint(joint: JointConfusion) -> dict[str, str]:
    """Who is right where the other is wrong."""
    names = ("both", "only_a", "only_b", "neither", "n")
    return dict(zip(names, map(_format.count, (*right_and_wrong(joint), joint.n)), strict=True))
