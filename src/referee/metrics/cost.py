"""Total and mean cost under a cost matrix with named rows and columns."""

import numpy as np

from referee.core import CostMatrix
from referee.metrics.registry import Counts, Values, metric, when


def _empty(counts: Counts) -> Values:
    return np.asarray(counts.sum(axis=(-2, -1)) == 0)


def _weights(counts: Counts, costs: CostMatrix | None) -> Values:
    """The costs as an array; without a cost matrix each error costs 1."""
    return 1 - np.eye(counts.shape[-1]) if costs is None else costs.values


@metric(
    "Mean cost",
    better="lower",
    range=(float("-inf"), float("inf")),
    undefined="there is no case",
    reference="tan2006",
)
def mean_cost(counts: Counts, *, costs: CostMatrix | None = None) -> Values:
    """Cost of a case on average: total cost / n.

    >>> mean_cost([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.4
    """
    return np.asarray((counts * _weights(counts, costs)).sum(axis=(-2, -1)) / counts.sum(axis=(-2, -1)))


@metric(
    "Total cost",
    better="lower",
    range=(float("-inf"), float("inf")),
    undefined=when(_empty, "there is no case"),
    reference="tan2006",
    extensive=True,
)
def total_cost(counts: Counts, *, costs: CostMatrix | None = None) -> Values:
    """Sum of the costs of all cases: sum_ij cost(truth i, prediction j) C_ij.

    >>> from referee.core import ConfusionMatrix
    >>> m1 = ConfusionMatrix.from_counts(tp=150, fn=40, fp=60, tn=250)
    >>> total_cost.using(costs=CostMatrix.from_cells(tp=-1, fn=100, fp=1, labels=m1.labels))(m1)
    3910.0
    """
    return np.asarray((counts * _weights(counts, costs)).sum(axis=(-2, -1)))
