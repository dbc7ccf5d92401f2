"""The page of an evaluation."""

from __future__ import annotations

from typing import Any

from referee import _format
from referee.core.confusion import ConfusionMatrix
from referee.core.evaluation import Evaluation
from referee.core.thresholds import ThresholdTable
from referee.views.pages import pictures_of
from referee.views.pages.estimate import estimate_row
from referee.views.picture import Lines
from referee.views.report.explorer import LIVE, explorer
from referee.views.report.methods import methods
from referee.views.report.page import data, figures, page
from referee.views.report.provenance import call_of, method_words, paragraph
from referee.views.report.said import verdict

MOST_CLASSES = 20
MOST_ROWS = 200


def render_evaluation(result: Evaluation, *, table: ThresholdTable | None = None, command: str = "") -> str:
    """One page: the verdict, the pictures, the tables, the findings, and how it was done."""
    moving = table is not None and len(table) > 1
    forest, *curves = pictures_of(result)
    planes = [picture for picture in curves if isinstance(picture, Lines)]
    facts = explorer(result, table, planes) if moving and table is not None else None
    order = {name: i for i, name in enumerate(result.headline)}
    leading = sorted((m for m in result.measures if m.name in order), key=lambda m: order[m.name])
    rest = [m for m in result.measures if m.name not in order]
    return page(
        "evaluation.html",
        methods(method_words(result), result.parts),
        title=_format.label(result.name, 60) if result.name else "Evaluation",
        subtitle=_subtitle(result),
        verdict=verdict(result),
        result=result,
        forest=figures([forest]),
        matrix=None if result.confusion is None else matrix_rows(result.confusion),
        charts=figures(curves, live=LIVE if moving else None),
        explorer=facts,
        table=table,
        names=[] if table is None or not moving else [m.name.replace("_", " ") for m in table.measures[0]],
        data=data(facts) if facts else "",
        leading=[estimate_row(m, m.name.replace("_", " ")) for m in leading],
        rest=[estimate_row(m, m.name.replace("_", " ")) for m in rest],
        classes=_classes(result),
        notes=list(dict.fromkeys(result.notes)),
        paragraph=paragraph(result),
        command=command or call_of([result]),
    )


def matrix_rows(matrix: ConfusionMatrix) -> dict[str, Any] | None:
    """A confusion matrix as texts, with the share of its row in each cell."""
    if len(matrix.labels) > MOST_CLASSES:
        return None
    rows = []
    for label, counts, total in zip(matrix.labels, matrix.counts.tolist(), matrix.support.tolist(), strict=True):
        cells = [(_format.count(c), round(c / total, 3) if total else 0.0) for c in counts]
        rows.append((_format.label(label, 24), cells, _format.count(total)))
    return {"labels": [_format.label(label, 24) for label in matrix.labels], "rows": rows}


def _subtitle(result: Evaluation) -> str:
    bits = [_format.plural(result.n, "test case")]
    if result.positive is not None:
        bits.append(f"positive class {_format.quoted(result.positive)}")
    elif result.labels:
        bits.append(_format.plural(len(result.labels), "class", "classes"))
    if result.prevalence:
        bits.append(f"at prevalence {result.prevalence}")
    bits.append(f"{_format.percent(result.level)} intervals")
    return ", ".join(bits)


def _classes(result: Evaluation) -> dict[str, Any] | None:
    if not result.by_class:
        return None
    rows = []
    for label, measures in result.by_class[:MOST_ROWS]:
        cells = [estimate_row(m, m.name) for m in measures]
        rows.append((_format.label(label, 24), [f"{c[1]} {c[2]}" for c in cells]))
    names = [m.name.replace("_", " ") for m in result.by_class[0][1]]
    return {"names": names, "rows": rows, "more": max(0, len(result.by_class) - MOST_ROWS)}
