"""Confusion matrices, of one model and of two, and what errors cost."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.core.confusion import ConfusionMatrix
from referee.core.cost import CostMatrix
from referee.core.joint import JointConfusion
from referee.views.page import Page, Part, Table, Text, page_of
from referee.views.picture import Matrix, Picture, pictures_of

MOST = 20
CORNER = "truth \\ predicted"


def matrix_part(matrix: ConfusionMatrix) -> Part:
    """Rows are the truth, columns the prediction; a matrix of many classes is not drawn."""
    labels = [_format.label(label, 16) for label in matrix.labels]
    if len(labels) > MOST:
        return Text(f"{len(labels)} classes: too many to draw; see .counts")
    rows = [[CORNER, *labels, "total"]]
    for label, counts, total in zip(labels, matrix.counts, matrix.support, strict=True):
        rows.append([label, *[_format.count(c) for c in counts.tolist()], _format.count(total.item())])
    rows.append(["total", *[_format.count(c) for c in matrix.predicted.tolist()], _format.count(matrix.n)])
    return Table(rows, "<" + ">" * (len(labels) + 1))


@page_of.register
def confusion_page(matrix: ConfusionMatrix) -> Page:
    """The matrix with a line that says what it is."""
    kind = "expected counts" if matrix.expected else "cases"
    return Page(f"Confusion matrix of {_format.count(matrix.n_cases)} {kind}", [matrix_part(matrix)])


@page_of.register
def cost_page(costs: CostMatrix) -> Page:
    """A cost matrix with its rows and columns named."""
    labels = [_format.label(label, 16) for label in costs.labels]
    rows = [[CORNER, *labels]]
    rows += [[label, *[f"{c:g}" for c in row]] for label, row in zip(labels, costs.values.tolist(), strict=True)]
    return Page("Costs", [Table(rows, "<" + ">" * len(labels))])


@page_of.register
def joint_page(joint: JointConfusion) -> Page:
    """Who is right where the other is wrong; the whole table has three axes and is not drawn."""
    only_a, only_b = joint.only_a_right, joint.only_b_right
    right_a = int(joint.a.counts.diagonal().sum())
    both = right_a - only_a
    neither = joint.n - both - only_a - only_b
    rows = [
        ["", "b right", "b wrong", "total"],
        ["a right", *map(_format.count, (both, only_a, right_a))],
        ["a wrong", *map(_format.count, (only_b, neither, only_b + neither))],
        ["total", *map(_format.count, (both + only_b, only_a + neither, joint.n))],
    ]
    classes = _format.plural(len(joint.labels), "class", "classes")
    title = f"Two models on the same {_format.plural(joint.n, 'case')}, {classes}"
    told = _format.plural(only_a + only_b, "case tells", "cases tell")
    other = f"they answer differently on {_format.count(joint.different)}"
    return Page(title, [Table(rows, "<>>>"), Text(f"{told} the models apart; {other}")])


@pictures_of.register
def confusion_pictures(matrix: ConfusionMatrix) -> list[Picture]:
    """Shares of each true class as shades, counts as numbers."""
    support = matrix.support[:, None]
    shares = np.divide(matrix.counts, support, out=np.full(matrix.counts.shape, np.nan), where=support > 0)
    labels = tuple(_format.label(label, 24) for label in matrix.labels)
    about = f"{_format.count(matrix.n)} cases in {len(labels)} classes; the table has the counts."
    caption = "Rows are true classes; the darker a cell, the larger its share of the row."
    title = "Confusion matrix"
    counts = np.asarray(matrix.counts)
    return [Matrix(title=title, labels=labels, counts=counts, shares=shares, caption=caption, about=about)]
