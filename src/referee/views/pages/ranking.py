"""A ranking."""

from __future__ import annotations

from referee import _format
from referee.core.ranking import Ranking
from referee.views.page import Page


def ranking_page(ranking: Ranking) -> Page:
    """A ranking in one line."""
    return Page(
        f"Ranking of {_format.count(ranking.n_positive)} positives and {_format.count(ranking.n_negative)} negatives "
        f"by {_format.plural(len(ranking.scores), 'distinct score')}: AUC {_format.number(ranking.auc, 4)}"
    )
