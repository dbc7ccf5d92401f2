"""The answers of a model and what they are counted into: confusion matrices, rankings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee import _format
from referee.core import Answers, ClassScores, ConfusionMatrix, CostMatrix, JointConfusion, Ranking, ScoreGrid
from referee.core.types import Floats
from referee.views.numbers import name_words
from referee.views.page import GAP, Page, Table, Text, below, lay_out, page_of
from referee.views.picture import Matrix, Picture, pictures_of

MOST = 20


def matrix_part(matrix: ConfusionMatrix) -> Table | Text:
    """Rows are the truth, columns the prediction; a matrix of many classes is not drawn."""
    labels = [*matrix.labels, "total"]
    if len(matrix.labels) > MOST:
        return Text(f"{len(matrix.labels)} classes: too many to draw; see .counts")
    totals = [*matrix.predicted.tolist(), matrix.n]
    counts = [[*row, total] for row, total in zip(matrix.counts.tolist(), matrix.support.tolist(), strict=True)]
    return _square(labels, [list(map(_format.count, row)) for row in (*counts, totals)])


def _square(labels: Sequence[object], rows: Sequence[Sequence[str]]) -> Table:
    """Rows of the truth, columns of the prediction, both under their names."""
    names = [_format.label(label, 72) for label in labels]  # shorter than others: each is a row and a column
    body = [[name, *row] for name, row in zip(names, rows, strict=True)]
    return Table([["truth \\ predicted", *names], *body], "<" + ">" * len(names))


@page_of.register
def confusion_page(matrix: ConfusionMatrix) -> Page:
    """The matrix with a line that says what it is."""
    kind = "expected counts" if matrix.expected else "cases"
    return lay_out(f"Confusion matrix of {_format.count(matrix.n_cases)} {kind}", matrix_part(matrix))


@page_of.register
def cost_page(costs: CostMatrix) -> Page:
    """A cost matrix with its rows and columns named."""
    return lay_out("Costs", _square(costs.labels, [[f"{c:g}" for c in row] for row in costs.values.tolist()]))


@page_of.register
def joint_page(joint: JointConfusion) -> Page:
    """Who is right where the other is wrong; the whole table has three axes and is not drawn."""
    both, only_a, only_b, neither = joint.right_and_wrong
    rows = [
        ["", "b right", "b wrong", "total"],
        ["a right", *map(_format.count, (both, only_a, both + only_a))],
        ["a wrong", *map(_format.count, (only_b, neither, only_b + neither))],
        ["total", *map(_format.count, (both + only_b, only_a + neither, joint.n))],
    ]
    classes = _format.plural(len(joint.labels), "class", "classes")
    title = f"Two models on the same {_format.plural(joint.n, 'case')}, {classes}"
    told = _format.plural(only_a + only_b, "case tells", "cases tell")
    other = f"they answer differently on {_format.count(joint.different)}"
    return lay_out(title, Table(rows, "<>>>"), f"{told} the models apart; {other}")


@pictures_of.register
def confusion_pictures(matrix: ConfusionMatrix) -> list[Picture]:
    """Shares of each true class as shades, counts as numbers."""
    support = matrix.support[:, None]
    shares = np.divide(matrix.counts, support, out=np.full(matrix.counts.shape, np.nan), where=support > 0)
    labels = tuple(name_words(label) for label in matrix.labels)
    order = side_by_side(np.asarray(matrix.counts))
    many = len(labels) > MOST
    shown = "the stronger, the larger the share of its row" if many else "shares of the row, counts below"
    return [
        Matrix(
            title=f"Rows are true classes, columns answers; {shown}",
            asks="What was called what",
            name="matrix",
            labels=labels,
            counts=np.asarray(matrix.counts),
            shares=shares,
            order=order,
            about=f"{_format.count(matrix.n)} cases in {len(labels)} classes; the table has the counts",
        )
    ]


def side_by_side(counts: Floats) -> tuple[int, ...]:
    """An order of classes in which those that are taken for each other stand side by side.

    It starts with the two that are confused most and adds the class that is confused most with either end.

    >>> side_by_side(np.array([[9, 0, 5], [0, 9, 1], [4, 0, 9]]))
    (0, 2, 1)
    """
    both = np.asarray(counts + counts.T, dtype=float)
    np.fill_diagonal(both, -1.0)
    if len(both) < 3:
        return tuple(range(len(both)))
    chain = list(divmod(int(both.argmax()), len(both)))
    while len(chain) < len(both):
        ends = both[[chain[0], chain[-1]]].copy()
        ends[:, chain] = -1.0
        side, found = divmod(int(ends.argmax()), len(both))
        chain = [*chain, found] if side else [found, *chain]
    return tuple(chain)


@page_of.register
def ranking_page(ranking: Ranking) -> Page:
    """A ranking in one line."""
    return Page(_line(ranking))


@page_of.register
def class_scores_page(column: ClassScores) -> Page:
    """The scores of one class in one line."""
    return Page(f"Scores of {_format.label(column.label)} by true class: {_line(column.ranking())}")


@page_of.register
def grid_page(grid: ScoreGrid) -> Page:
    """Two scores in a line each."""
    rows, columns = grid.positives.shape
    head = f"Two scores of {_format.plural(grid.n, 'case')}, on {rows:,} x {columns:,} bins"
    return lay_out(head, GAP, f"a: {_line(grid.a)}", f"b: {_line(grid.b)}")


@page_of.register
def answers_page(answers: Answers) -> Page:
    """The answers of a model, with the tables that they can be counted into."""
    name = f"{_format.label(answers.name)}: " if answers.name else ""
    what = "counts" if answers.counted else "answers"
    ranked = answers.scores is not None and answers.positive is not None
    return lay_out(
        f"{name}{what} of {_format.plural(answers.n, 'case')}",
        answers.left_out if answers.dropped else "",
        below(matrix_part(answers.confusion) if answers.has_labels else None),
        below(_line(answers.ranking) if ranked else ""),
        [below(f"{_format.label(column.label)}: {_line(column.ranking())}") for column in answers.class_scores],
    )


def _line(ranking: Ranking) -> str:
    what, many = ("bin of scores", "bins of scores") if ranking.binned else ("distinct score", "")
    low, high = ranking.auc_limits if ranking.binned else (0.0, 0.0)
    return (
        f"Ranking of {_format.count(ranking.n_positive)} positives and {_format.count(ranking.n_negative)} negatives "
        f"by {_format.plural(len(ranking.scores), what, many)}: AUC {_format.number(ranking.auc, 4)}"
        f"{f', between {low:.7f} and {high:.7f}' if ranking.binned else ''}"
    )
