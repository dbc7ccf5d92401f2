"""A ranking, and the answers of a model."""

from __future__ import annotations

from referee import _format
from referee.core.answers import Answers
from referee.core.class_scores import ClassScores
from referee.core.ranking import Ranking
from referee.core.score_grid import ScoreGrid
from referee.views.page import GAP, Page, Part, Text, page_of
from referee.views.pages.confusion import matrix_part


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
    return Page(head, [GAP, Text(f"a: {_line(grid.a)}"), Text(f"b: {_line(grid.b)}")])


@page_of.register
def answers_page(answers: Answers) -> Page:
    """The answers of a model, with the tables that they can be counted into."""
    name = f"{_format.label(answers.name)}: " if answers.name else ""
    parts: list[Part] = []
    if answers.dropped:
        parts.append(Text(answers.left_out))
    if answers.has_labels:
        parts += [GAP, matrix_part(answers.confusion)]
    if answers.scores is not None and answers.positive is not None:
        parts += [GAP, Text(_line(answers.ranking))]
    for column in answers.class_scores:
        parts += [GAP, Text(f"{_format.label(column.label)}: {_line(column.ranking())}")]
    what = "counts" if answers.counted else "answers"
    return Page(f"{name}{what} of {_format.plural(answers.n, 'case')}", parts)


def _line(ranking: Ranking) -> str:
    what = "bin of scores" if ranking.binned else "distinct score"
    many = "bins of scores" if ranking.binned else ""
    line = (
        f"Ranking of {_format.count(ranking.n_positive)} positives and {_format.count(ranking.n_negative)} negatives "
        f"by {_format.plural(len(ranking.scores), what, many)}: AUC {_format.number(ranking.auc, 4)}"
    )
    if ranking.binned:
        low, high = ranking.auc_limits
        line += f", between {low:.7f} and {high:.7f}"
    return line
