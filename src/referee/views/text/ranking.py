"""A ranking and other small nouns as text."""

from __future__ import annotations

from referee import _format
from referee.core.cost import CostMatrix
from referee.core.ranking import Ranking
from referee.views.text.table import columns


def render_ranking(ranking: Ranking) -> str:
    """A ranking in one line."""
    return (
        f"Ranking of {_format.count(ranking.n_positive)} positives and {_format.count(ranking.n_negative)} negatives "
        f"by {_format.plural(len(ranking.scores), 'distinct score')}: AUC {_format.number(ranking.auc, 4)}"
    )


def render_cost(costs: CostMatrix) -> str:
    """A cost matrix with its rows and columns named."""
    labels = [_format.label(label, 16) for label in costs.labels]
    rows = [["truth \\ predicted", *labels]]
    rows += [[label, *[f"{c:g}" for c in row]] for label, row in zip(labels, costs.values.tolist(), strict=True)]
    return "\n".join(["Costs", *columns(rows, "<" + ">" * len(labels))])
