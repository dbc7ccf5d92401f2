"""The normal interval of an area under the ROC curve with DeLong's variance."""

from __future__ import annotations

import math

from scipy.special import ndtri

from referee import _check
from referee.core.interval import Interval
from referee.core.ranking import Ranking
from referee.intervals.delong import delong
from referee.intervals.hanley_mcneil import clipped


def delong_normal(ranking: Ranking, *, level: float = 0.95) -> Interval:
    """The area plus and minus z times DeLong's standard error, cut at 0 and 1.

    Limits are NaN when a class has fewer than two cases, and equal where DeLong's variance is 0. It is the common
    normal form; it is meant for more than 10 cases in each class and is too short near AUC 1 (10 and 10 cases,
    AUC .95: .722 of nominal 95% intervals hold the truth). Reference: delong1988.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.4, 0.2, 0.1], positive=1)
    >>> [round(x, 4) for x in delong_normal(r)], delong_normal(r).method
    ([0.6857, 1.0], 'DeLong normal, cut to [0, 1]')
    """
    level = _check.fraction("level", level)
    found = delong(ranking)
    if math.isnan(found.variance):
        return Interval(math.nan, math.nan, level, "DeLong normal")
    half = -float(ndtri((1 - level) / 2)) * math.sqrt(found.variance)
    return clipped(found.auc - half, found.auc + half, level, "DeLong normal")
