"""Hanley and McNeil's interval for an area under the ROC curve."""

from __future__ import annotations

import math

from referee import _check
from referee.core import Interval, Ranking
from referee.inference.delong_variance import clipped, effective_sizes
from referee.inference.proportion import z_of


def hanley_mcneil(ranking: Ranking, *, level: float = 0.95) -> Interval:
    """The area plus and minus z standard errors of exponential scores, cut at 0 and 1.

    With Q1 = a / (2 - a) and Q2 = 2 a^2 / (1 + a) the variance is
    (a (1 - a) + (|P| - 1)(Q1 - a^2) + (|N| - 1)(Q2 - a^2)) / (|P| |N|). Limits are NaN when a class is absent, and
    equal at AUC 0 and 1, where the method says nothing. It needs only the area and the class sizes, and it is as
    wrong as the exponential model; near AUC 1 it is too short. Reference: hanley1982.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 1, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1], positive=1)
    >>> [round(x, 4) for x in hanley_mcneil(r)]
    [0.4914, 1.0]
    """
    level = _check.fraction("level", level)
    p, n = effective_sizes(ranking)
    auc = ranking.auc
    if math.isnan(auc):
        return Interval(math.nan, math.nan, level, "Hanley-McNeil")
    half = z_of((1 - level) / 2) * math.sqrt(exponential_variance(auc, p, n, p, n))
    return clipped(auc - half, auc + half, level, "Hanley-McNeil")


def exponential_variance(
    auc: float, positives: float, negatives: float, in_p: float | None = None, in_n: float | None = None
) -> float:
    """Variance of the area when scores are exponential; `in_p` and `in_n` replace the sizes inside the bracket.

    >>> round(exponential_variance(0.8, 20, 30), 6)
    0.004548
    """
    size_p = positives if in_p is None else in_p
    size_n = negatives if in_n is None else in_n
    bracket = 1 + (size_p - 1) * (1 - auc) / (2 - auc) + (size_n - 1) * auc / (1 + auc)
    return max(0.0, auc * (1 - auc) * bracket / (positives * negatives))
