"""The pages of one model, of two compared, and of a family of comparisons."""

from __future__ import annotations

from typing import Any

from referee import _format
from referee.core import Comparison, Comparisons, ConfusionMatrix, Estimate, Evaluation, ThresholdTable, Verdict
from referee.views.numbers import metric_words, value_cells, value_text
from referee.views.pages import pictures_of
from referee.views.pages.answers import right_and_wrong
from referee.views.pages.comparison import comparison_rows, p_cells, pair_words
from referee.views.pages.estimate import estimate_row, p_text
from referee.views.pages.evaluation import cases_words, leading_measures
from referee.views.picture import Lines
from referee.views.report.explorer import LIVE, explorer
from referee.views.report.methods import methods
from referee.views.report.page import data, figures, page
from referee.views.report.provenance import call_of, method_words, paragraph
from referee.views.report.said import verdict
from referee.views.verdict_words import origin_words

MOST_CLASSES = 20
MOST_ROWS = 200
MEANING = {
    Verdict.BETTER: "The whole interval of the difference lies above 0.",
    Verdict.WORSE: "The whole interval of the difference lies below 0.",
    Verdict.EQUIVALENT: (
        "The difference is shown to be smaller than the margin, in both directions: its {} interval, which two "
        "one-sided tests rest on, lies inside."
    ),
    Verdict.UNDECIDED: "These cases do not settle it. Undecided is not the same as equal.",
}


def render_evaluation(result: Evaluation, *, table: ThresholdTable | None = None, command: str = "") -> str:
    """One page: the verdict, the pictures, the tables, the findings, and how it was done."""
    moving = table is not None and len(table) > 1
    forest, *curves = pictures_of(result)
    planes = [picture for picture in curves if isinstance(picture, Lines)]
    facts = explorer(result, table, planes) if moving and table is not None else None
    leading = leading_measures(result)
    tested = cases_words(result, result.positive, result.labels)
    rest = [m for m in result.measures if m.name not in result.headline]
    return page(
        "evaluation.html",
        methods(method_words(result), result.parts),
        title=_format.label(result.name, 60) if result.name else "Evaluation",
        subtitle=f"{tested}, {_format.percent(result.level)} intervals",
        verdict=verdict(result),
        result=result,
        forest=figures([forest]),
        matrix=_matrix(result.confusion),
        charts=figures(curves, live=LIVE if moving else None),
        explorer=facts,
        table=table,
        names=[] if table is None or not moving else [m.name.replace("_", " ") for m in table.measures[0]],
        data=data(facts) if facts else "",
        leading=_rows(leading),
        rest=_rows(rest),
        classes=_classes(result),
        notes=list(dict.fromkeys(result.notes)),
        paragraph=paragraph(result),
        command=command or call_of([result]),
    )


def _rows(measures: list[Estimate]) -> list[list[str]]:
    return [estimate_row(m, m.name.replace("_", " ")) for m in measures]


def _matrix(matrix: ConfusionMatrix | None) -> dict[str, Any] | None:
    """A confusion matrix as texts, with the share of its row in each cell; none of many classes."""
    if matrix is None or len(matrix.labels) > MOST_CLASSES:
        return None
    names = [_format.label(label, 24) for label in matrix.labels]
    rows = []
    for name, counts, total in zip(names, matrix.counts.tolist(), matrix.support.tolist(), strict=True):
        cells = [(_format.count(c), round(c / total, 3) if total else 0.0) for c in counts]
        rows.append((name, cells, _format.count(total)))
    return {"labels": names, "rows": rows}


def _classes(result: Evaluation) -> dict[str, Any] | None:
    if not result.by_class:
        return None
    rows = [
        (_format.label(label, 24), [" ".join(value_cells(m)) for m in measures])
        for label, measures in result.by_class[:MOST_ROWS]
    ]
    names = [m.name.replace("_", " ") for m in result.by_class[0][1]]
    return {"names": names, "rows": rows, "more": max(0, len(result.by_class) - MOST_ROWS)}


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
        joint=_joint(duel),
        a=a,
        b=b,
        rows=comparison_rows(duel, a, b),
        tests=[(t, p_text(t)) for t in (duel.test, *duel.beside)],
        paragraph=paragraph(duel),
        command=command or call_of([duel]),
        fingerprint=duel.origin.fingerprint,
    )


def render_comparisons(family: Comparisons, *, command: str = "") -> str:
    """One page for several comparisons that are read together."""
    counts = {word: sum(d.verdict == word for d in family.duels) for word in Verdict}
    said = ", ".join(f"{n} {word}" for word, n in counts.items() if n)
    rows = [
        (pair_words(duel, 30), (value_text(duel.difference, signed=True), *p_cells(duel), str(duel.verdict)))
        for duel in family.duels
    ]
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
    estimates = (duel.difference, duel.value_a, duel.value_b)
    known = [m.interval for m in estimates] + [duel.curve_difference, *duel.bands, duel.region]
    tests = [test.name for test in (duel.test, *duel.beside)]
    return [*tests, *(m.method for m in known if m is not None)]


def _joint(duel: Comparison) -> dict[str, str] | None:
    """Who is right where the other is wrong, where the answers to each case are kept."""
    if duel.joint is None:
        return None
    names = ("both", "only_a", "only_b", "neither", "n")
    return dict(zip(names, map(_format.count, (*right_and_wrong(duel.joint), duel.joint.n)), strict=True))
