"""A confusion matrix as text."""

from __future__ import annotations

from referee import _format
from referee.core.confusion import ConfusionMatrix
from referee.views.text.table import columns

MOST = 20


def confusion_lines(matrix: ConfusionMatrix) -> list[str]:
    """Rows are the truth, columns the prediction; a matrix of many classes is not drawn."""
    labels = [_format.label(label, 16) for label in matrix.labels]
    if len(labels) > MOST:
        return [f"  {len(labels)} classes: too many to draw; see .counts"]
    head = ["truth \\ predicted", *labels, "total"]
    rows = [head]
    for label, counts, total in zip(labels, matrix.counts, matrix.support, strict=True):
        rows.append([label, *[_format.count(c) for c in counts.tolist()], _format.count(total.item())])
    rows.append(["total", *[_format.count(c) for c in matrix.predicted.tolist()], _format.count(matrix.n)])
    return columns(rows, "<" + ">" * (len(labels) + 1))


def render_confusion(matrix: ConfusionMatrix) -> str:
    """The matrix with a line that says what it is."""
    kind = "expected counts" if matrix.expected else "cases"
    return "\n".join([f"Confusion matrix of {_format.count(matrix.n_cases)} {kind}", *confusion_lines(matrix)])
