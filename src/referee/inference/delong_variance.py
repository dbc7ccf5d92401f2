"""DeLong's variance of an area under the ROC curve, from counts, and the two intervals by it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import expit, logit

from referee import _check
from referee.core import Interval, Ranking
from referee.core.ranking import running
from referee.core.types import Array
from referee.inference.proportion import z_of
from referee.metrics.metric import kish

ROUNDING = 1e-12
"""Placements that are sums of fractional weights differ by no less, unless they are equal."""


@dataclass(frozen=True)
class DeLong:
    """An area with its variance: the part of the positives plus the part of the negatives.

    `positives` and `negatives` are the numbers of cases that the parts rest on, with importance weights Kish's
    effective numbers.
    """

    auc: float
    variance: float
    positive_part: float
    negative_part: float
    positives: float
    negatives: float


def delong(ranking: Ranking) -> DeLong:
    """DeLong's variance of the AUC, in one pass over the distinct scores.

    A positive's placement u is the share of negatives below it, ties half; a negative's placement v the share of
    positives above it. The variance is var(u) / |P| + var(v) / |N|. Cases at one score share their placement, so
    counts suffice. With importance weights, var(u) / |P| becomes k / (k - 1) sum w^2 (u - auc)^2 / (sum w)^2, k
    Kish's number of positives, and likewise for negatives: the linearised variance, unchanged when all weights are
    multiplied.

    A part is NaN when its class has a single case (no spread can be seen), all is NaN when a class is absent.
    The variance is 0 at AUC 0 or 1 and when all scores tie, which is no sign of certainty. References:
    delong1988, sun2014.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.4, 0.2, 0.1], positive=1)
    >>> round(delong(r).variance, 12)
    0.013888888889
    """
    total_p, total_n = float(ranking.n_positive), float(ranking.n_negative)
    p, n = effective_sizes(ranking)
    if not (total_p and total_n):
        return DeLong(math.nan, math.nan, math.nan, math.nan, p, n)
    auc = ranking.auc
    sums, most, end = np.zeros(2), 0.0, 0
    for counts in running(ranking.positives, ranking.negatives):
        rows = slice(end, end := end + len(counts[0]))
        for k, (place, squares) in enumerate(
            zip(_place(*counts, total_p, total_n), _squares(ranking), strict=True)
        ):
            place -= auc
            most = max(most, float(np.abs(place[squares[rows] > 0]).max(initial=0.0))) if ranking.weighted else 1.0
            place *= place
            place *= squares[rows]
            sums[k] += place.sum()
    if most < ROUNDING:
        return DeLong(auc, 0.0, 0.0, 0.0, p, n)
    part_p, part_n = (
        float(total / mass / mass * (size / (size - 1))) if size > 1 + ROUNDING else math.nan
        for total, mass, size in zip(sums, (total_p, total_n), (p, n), strict=True)
    )
    return DeLong(auc, part_p + part_n, part_p, part_n, p, n)


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
    half = z_of((1 - level) / 2) * math.sqrt(found.variance)
    return clip_interval(found.auc - half, found.auc + half, level, "DeLong normal")


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
    low, high = logit_limits(found.auc, found.variance, z_of((1 - level) / 2))
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


def clip_interval(low: float, high: float, level: float, method: str) -> Interval:
    """An interval cut to [0, 1], which the method then says.

    >>> clip_interval(0.7, 1.1, 0.95, "normal").method
    'normal, cut to [0, 1]'
    """
    cut = ", cut to [0, 1]" if low < 0 or high > 1 else ""
    return Interval(min(max(low, 0.0), 1.0), max(min(high, 1.0), 0.0), level, method + cut)


def ranking_placements(ranking: Ranking) -> tuple[Array, Array]:
    """The placement of a positive and of a negative at each distinct score.

    >>> [a.tolist() for a in ranking_placements(Ranking.from_scores([1, 0, 1, 0], [3, 2, 2, 1], positive=1))]
    [[1.0, 0.75, 0.25], [0.25, 0.75, 1.0]]
    """
    counts = ranking.positives, ranking.negatives, ranking.tp, ranking.fp
    return _place(*counts, ranking.n_positive, ranking.n_negative)


def _place(
    positives: Array, negatives: Array, tp: Array, fp: Array, n_positive: float, n_negative: float
) -> tuple[Array, Array]:
    u = 0.5 * negatives
    u -= fp
    u += n_negative
    u /= n_negative
    v = -0.5 * positives
    v += tp
    v /= n_positive
    return u, v


def effective_sizes(ranking: Ranking) -> tuple[float, float]:
    """Numbers of positive and negative cases; with importance weights Kish's, (sum w)^2 / sum w^2.

    >>> effective_sizes(Ranking.from_scores([1, 1, 0], [3, 2, 1], positive=1, weights=[2.0, 2.0, 5.0]))
    (2.0, 1.0)
    """
    p, n = (
        float(total) if squares is None else kish(total, squares.sum())
        for total, squares in (
            (ranking.n_positive, ranking.positive_squares),
            (ranking.n_negative, ranking.negative_squares),
        )
    )
    return p, n


def absent_class(ranking: Ranking) -> str | None:
    """The class without a case, in words; None when both have one."""
    for word, size in (("positive", ranking.n_positive), ("negative", ranking.n_negative)):
        if not size:
            return f"there is no {word} case"
    return None


def _squares(ranking: Ranking) -> tuple[Array, Array]:
    """Sums of squared weights at each distinct score; the counts themselves when there are no weights."""
    if ranking.positive_squares is None or ranking.negative_squares is None:
        return ranking.positives, ranking.negatives
    return ranking.positive_squares, ranking.negative_squares
