"""The interval that referee gives an area under the ROC curve when none is named."""

from __future__ import annotations

import math

from referee import _check
from referee.core import Interval, Ranking
from referee.inference.delong_variance import DeLong, delong
from referee.inference.proportion import midp

UNSEEN = 0.5
"""Cases added to each class before its spread is taken, at the worst placement for the limit in question."""


def auc_default(ranking: Ranking, *, level: float = 0.95) -> Interval:
    """The mid-P limits of a share a of n_e cases, n_e by DeLong's variance with half an unseen case in each class.

    1 / n_e = r(u) / |P| + r(v) / |N|: u and v are the placements of positives and negatives (see
    `delong_variance`), and r is their variance over m (1 - m), the largest that values in [0, 1] with mean m
    can have. To each class half a case is added, with placement 0 for the lower limit and 1 for the upper one: a few
    badly ranked cases that happen not to be drawn would else be missing from the variance. n_e is at least the size
    of the smaller class (Birnbaum and Klose's bound). So there is an interval at AUC 0 and 1 and with one case of a
    class; limits are NaN when a class is absent.

    It is too wide where a class is tiny, and near AUC 1. Where the placements of the smaller class are all 0 or 1 it
    is the mid-P interval of a share, with its coverage (92% at some shares); `python -m validity auc` measures
    others. References: delong1988, berry1995, birnbaum1957.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 1, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1], positive=1)
    >>> [round(x, 4) for x in auc_default(r)]
    [0.2904, 0.9913]
    """
    level = _check.fraction("level", level)
    found = delong(ranking)
    method = "mid-P at DeLong's effective cases"
    if math.isnan(found.auc):
        return Interval(math.nan, math.nan, level, method)
    low, high = (
        midp(found.auc * cases, cases, level=level, fractional=True)
        for cases in (effective_cases(found, unseen_at=end) for end in (0.0, 1.0))
    )
    return Interval(min(low.low, found.auc), max(high.high, found.auc), level, method)


def effective_cases(found: DeLong, *, unseen_at: float) -> float:
    """The number of independent cases whose share would vary as the area does, unseen ones at placement `unseen_at`.

    >>> round(effective_cases(DeLong(0.8, 0.0016, 0.0008, 0.0008, 50, 50), unseen_at=0.0), 2)
    89.51
    """
    parts = ((found.positive_part, found.positives), (found.negative_part, found.negatives))
    spent = sum(_spread(found.auc, part, size, unseen_at) / size for part, size in parts)
    least = min(found.positives, found.negatives)
    return max(1 / spent, least) if spent > 0 else least


def _spread(auc: float, part: float, size: float, unseen_at: float) -> float:
    """Variance of one class's placements over the largest that their mean allows, both with the unseen case."""
    squares = size * auc * auc + (0.0 if math.isnan(part) else part * size * (size - 1))
    total = size + UNSEEN
    mean = (size * auc + UNSEEN * unseen_at) / total
    most = mean * (1 - mean)
    if most <= 0:
        return 0.0
    within = (squares + UNSEEN * unseen_at**2) / total - mean * mean
    return within * total / (total - 1) / most
