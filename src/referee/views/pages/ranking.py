"""A ranking, and the counts of a source."""

from __future__ import annotations

from referee import _format
from referee.core.class_scores import ClassScores
from referee.core.ranking import Ranking
from referee.core.score_grid import ScoreGrid
from referee.core.tally import Tally
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
def tally_page(tally: Tally) -> Page:
    """A tally with the tables that it holds."""
    name = f"{_format.label(tally.name)}: " if tally.name else ""
    parts: list[Part] = []
    if tally.dropped:
        parts.append(Text(tally.left_out))
    if tally.confusion is not None:
        parts += [GAP, matrix_part(tally.confusion)]
    if tally.joint is not None:
        a, b = tally.models or ("a", "b")
        one, two = _format.count(tally.joint.only_a_right), _format.count(tally.joint.only_b_right)
        parts += [GAP, Text(f"only {_format.label(a)} right: {one}; only {_format.label(b)} right: {two}")]
    if tally.ranking is not None:
        parts += [GAP, Text(_line(tally.ranking))]
    if tally.grid is not None:
        for name, ranking in zip(tally.models or ("a", "b"), (tally.grid.a, tally.grid.b), strict=True):
            parts += [GAP, Text(f"{_format.label(name)}: {_line(ranking)}")]
    for column in tally.columns:
        parts += [GAP, Text(f"{_format.label(column.label)}: {_line(column.ranking())}")]
    return Page(f"{name}counts of {_format.plural(tally.n, 'case')}", parts)


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
