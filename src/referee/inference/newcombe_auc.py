"""Newcombe's score interval for an area under the ROC curve (method 5)."""

from __future__ import annotations

import math

from referee import _check
from referee.core import Interval, Ranking
from referee.inference._solve import root
from referee.inference.delong_variance import effective_sizes
from referee.inference.hanley_mcneil import exponential_variance
from referee.inference.proportion import z_of


def newcombe_auc(ranking: Ranking, *, level: float = 0.95) -> Interval:
    """The areas t that the observed one does not contradict: |auc - t| <= z sqrt(V(t)).

    V is the variance of Hanley and McNeil for exponential scores, with (|P| + |N|) / 2 in place of both class
    sizes inside the bracket. It is taken at t, not at the observed area, so the interval stays inside [0, 1] and
    keeps its width at AUC 0 and 1. Limits are NaN when a class is absent. It looks at nothing but the area and the
    class sizes: with a much wider spread in the smaller class its coverage falls below .80. Reference:
    newcombe2006.

    >>> r = Ranking.from_scores([1] * 5 + [0] * 5, range(10, 0, -1), positive=1)
    >>> ci = newcombe_auc(r)
    >>> round(ci.low, 4), ci.high
    (0.6427, 1.0)
    """
    level = _check.fraction("level", level)
    p, n = effective_sizes(ranking)
    low, high = newcombe_limits(ranking.auc, p, n, level)
    return Interval(low, high, level, "Newcombe score, method 5")


def newcombe_limits(auc: float, positives: float, negatives: float, level: float) -> tuple[float, float]:
    """Newcombe's limits of an area, from class sizes alone.

    >>> [round(x, 4) for x in newcombe_limits(0.8, 30, 30, 0.95)]
    [0.6622, 0.8868]
    """
    if math.isnan(auc):
        return math.nan, math.nan
    z = z_of((1 - level) / 2)
    return _lower(auc, positives, negatives, z), 1 - _lower(1 - auc, positives, negatives, z)


def _lower(auc: float, positives: float, negatives: float, z: float) -> float:
    """The smaller root; the variance is symmetric, so the larger one mirrors it."""
    size = (positives + negatives) / 2

    def excess(t: float) -> float:
        return z * math.sqrt(exponential_variance(t, positives, negatives, size, size)) - (auc - t)

    return root(excess, 0.0, auc)
