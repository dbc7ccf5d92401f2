"""The logit interval of an area under the ROC curve with DeLong's variance."""

from __future__ import annotations

import math

from scipy.special import expit, logit, ndtri

from referee import _check
from referee.core.interval import Interval
from referee.core.ranking import Ranking
from referee.intervals.delong import delong


def delong_logit(ranking: Ranking, *, level: float = 0.95) -> Interval:
    """A normal interval for log(a / (1 - a)) with DeLong's variance, mapped back, so it stays inside (0, 1).

    Limits are NaN when a class has fewer than two cases, and equal where DeLong's variance is 0. It is sharp once
    both classes have 30 cases and the area is below .97; with few cases or a wide spread in the smaller class its
    coverage falls to .65. Reference: delong1988.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.4, 0.2, 0.1], positive=1)
    >>> [round(x, 4) for x in delong_logit(r)]
    [0.3484, 0.9956]
    """
    level = _check.fraction("level", level)
    found = delong(ranking)
    low, high = logit_limits(found.auc, found.variance, -float(ndtri((1 - level) / 2)))
    return Interval(low, high, level, "DeLong logit")


def logit_limits(auc: float, variance: float, quantile: float) -> tuple[float, float]:
    """Limits of a share with a variance, by way of its logit.

    >>> [round(x, 4) for x in logit_limits(0.5, 0.01, 2.0)]
    [0.31, 0.69]
    """
    if math.isnan(variance):
        return math.nan, math.nan
    if not variance:
        return auc, auc
    half = quantile * math.sqrt(variance) / (auc * (1 - auc))
    return float(expit(logit(auc) - half)), float(expit(logit(auc) + half))
