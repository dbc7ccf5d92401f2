"""Bands for the ROC curve, and intervals for sensitivity, specificity and the threshold at a fixed rate."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import bdtr, betainccinv, betaincinv

from referee import _check
from referee.core import Band, Estimate, Interval, Ranking
from referee.core.types import Floats
from referee.inference._bootstrap import drawing
from referee.inference.curve_band import percentile_limits, replicate_curves, tpr_at_fpr, whole
from referee.inference.delong_variance import absent_class, effective_sizes


def roc_band(
    ranking: Ranking,
    fpr: Any = None,
    *,
    level: float = 0.95,
    simultaneous: bool = False,
    resamples: int = 2000,
    rng: Any = None,
) -> Band:
    """The true positive rate at fixed false positive rates (default 0, .01, ..., 1), with a band.

    The curve is linear between its points. Pointwise: on each side the wider of two limits, the percentile of
    stratified resamples (it knows that the threshold is estimated) and Clopper-Pearson's for the positives at
    hand (it keeps its width where all resamples agree). Simultaneous: Campbell's fixed-width band; both classes'
    distribution functions lie within Kolmogorov-Smirnov bounds d and e at the root of the level, so the curve lies
    between ROC(x - e) - d and ROC(x + e) + d. That is exact for continuous scores and wide. NaN when a class is
    absent; no pointwise limits with importance weights. References: campbell1994, clopper1934.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 1, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1], positive=1)
    >>> band = roc_band(r, [0.0, 0.25, 0.5], rng=1)
    >>> band.value.tolist(), bool((band.width > 0).all())
    ([0.5, 0.75, 1.0], True)
    """
    level = _check.fraction("level", level)
    x = np.linspace(0, 1, 101) if fpr is None else _shares("fpr", fpr)
    value = _value(ranking, x)
    names = {"x_name": "false positive rate", "y_name": "true positive rate"}
    if not _check.flag("simultaneous", simultaneous):
        low, high, method = _pointwise(ranking, x, value, level, resamples, rng)
        return Band(x, value, low, high, level, method, False, **names, plane="roc")
    from scipy.stats import kstwo

    if ranking.n_positive and ranking.n_negative:
        d, e = (float(kstwo.isf(1 - math.sqrt(level), max(1, round(n)))) for n in effective_sizes(ranking))
        low = np.where(x - e < 0, 0.0, np.maximum(0.0, _value(ranking, np.maximum(x - e, 0.0)) - d))
        high = np.where(x + e >= 1, 1.0, np.minimum(1.0, _value(ranking, np.minimum(x + e, 1.0)) + d))
    else:
        low = high = np.full(len(x), math.nan)
    return Band(x, value, low, high, level, "Campbell fixed width, Kolmogorov-Smirnov", True, **names, plane="roc")


def fpr_band(
    ranking: Ranking,
    tpr: Any = None,
    *,
    level: float = 0.95,
    simultaneous: bool = False,
    resamples: int = 2000,
    rng: Any = None,
) -> Band:
    """The false positive rate at fixed true positive rates, with a band: `roc_band` read the other way.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 1, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1], positive=1)
    >>> fpr_band(r, [0.5, 0.75, 1.0], rng=1).value.tolist()
    [0.0, 0.25, 0.5]
    """
    y = np.linspace(0, 1, 101) if tpr is None else _shares("tpr", tpr)
    other = roc_band(
        _swapped(ranking), 1 - y, level=level, simultaneous=simultaneous, resamples=resamples, rng=rng
    )
    limits = 1 - other.value, 1 - other.high, 1 - other.low
    return Band(y, *limits, level, other.method, simultaneous, "true positive rate", "false positive rate")


def sensitivity_at(
    ranking: Ranking, specificity: float, *, level: float = 0.95, resamples: int = 2000, rng: Any = None
) -> Estimate:
    """Sensitivity at a fixed specificity, with the pointwise interval of `roc_band`.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 1, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1], positive=1)
    >>> sensitivity_at(r, 0.75, rng=1).value
    0.75
    """
    x = [1 - _check.share("specificity", specificity)]
    band = roc_band(ranking, x, level=level, resamples=resamples, rng=rng)
    return _at(band, "sensitivity", f"Sensitivity at specificity {specificity:g}", ranking, ranking.n_positive)


def specificity_at(
    ranking: Ranking, sensitivity: float, *, level: float = 0.95, resamples: int = 2000, rng: Any = None
) -> Estimate:
    """Specificity at a fixed sensitivity, with the pointwise interval of `roc_band` read the other way.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 1, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1], positive=1)
    >>> specificity_at(r, 0.75, rng=1).value
    0.75
    """
    x = np.array([1 - _check.share("sensitivity", sensitivity)])
    band = roc_band(_swapped(ranking), x, level=level, resamples=resamples, rng=rng)
    return _at(band, "specificity", f"Specificity at sensitivity {sensitivity:g}", ranking, ranking.n_negative)


def threshold_at(ranking: Ranking, specificity: float, *, level: float = 0.95) -> Estimate:
    """The lowest threshold (score >= t is positive) that reaches a specificity, with its interval.

    It is a quantile of the negatives' scores; the number of negatives above the true quantile is binomial, so two
    of their scores bound it whatever the distribution. An end is infinite when there are too few negatives for a
    bound. NaN when there is no negative case, or with importance weights. It is wider than asked for when scores
    tie. Reference: clopper1934.

    >>> r = Ranking.from_scores([0] * 40 + [1] * 2, range(42), positive=1)
    >>> found = threshold_at(r, 0.9)
    >>> found.value, found.interval.low, found.interval.high
    (36.0, 31.0, 39.0)
    """
    level = _check.fraction("level", level)
    allowed = 1 - _check.share("specificity", specificity)
    title = f"Threshold at specificity {specificity:g}"
    n = _check.made("ranking", ranking, Ranking).n_negative
    if not n:
        return Estimate("threshold", math.nan, 0, undefined="there is no negative case", title=title)
    if ranking.weighted:
        reason = "with importance weights the order of single cases is not known"
        return Estimate("threshold", math.nan, n, undefined=reason, title=title)
    most = float(whole(np.array([allowed * n]))[0])
    reached = np.flatnonzero(ranking.fp <= most)
    value = float(ranking.scores[reached[-1]]) if len(reached) else math.inf
    tail = (1 - level) / 2
    above = np.arange(int(n) + 1)
    chance = bdtr(above, int(n), allowed)
    few = int(np.searchsorted(chance, tail, side="right"))  # P(fewer than this many above) <= tail
    many = int(np.searchsorted(chance, 1 - tail, side="left")) + 1
    high = _negative_score(ranking, few) if few else math.inf
    low = _negative_score(ranking, many) if many <= n else -math.inf
    interval = Interval(min(low, value), max(high, value), level, "order statistics, binomial")
    return Estimate("threshold", value, n, interval, title=title)


def _value(ranking: Ranking, x: Floats) -> Floats:
    _check.made("ranking", ranking, Ranking)
    if not (ranking.n_positive and ranking.n_negative):
        return np.full(len(x), math.nan)
    return tpr_at_fpr(ranking.tp[None], ranking.fp[None], x)[0]


def _pointwise(
    ranking: Ranking, x: Floats, value: Floats, level: float, resamples: Any, rng: Any
) -> tuple[Floats, Floats, str]:
    """On each side the wider of the bootstrap's and Clopper-Pearson's limit."""
    resamples, seed, words = drawing(resamples, rng)
    method = f"wider of bootstrap and Clopper-Pearson, {words}"
    if np.isnan(value).all() or ranking.weighted:
        nothing = np.full(len(x), math.nan)
        return nothing, nothing, method
    drawn = replicate_curves(ranking, tpr_at_fpr, x, True, resamples, seed)
    low, high = percentile_limits(drawn, level)
    hits, misses, tail = value * ranking.n_positive, (1 - value) * ranking.n_positive, (1 - level) / 2
    with np.errstate(invalid="ignore"):
        below = np.where(hits > 0, betaincinv(np.maximum(hits, 1e-12), misses + 1, tail), 0.0)
        above = np.where(misses > 0, betainccinv(hits + 1, np.maximum(misses, 1e-12), tail), 1.0)
    return np.minimum(low, below), np.maximum(high, above), method


def _at(band: Band, name: str, title: str, ranking: Ranking, n: float) -> Estimate:
    """A band of one place as an estimate."""
    low, high = float(band.low[0]), float(band.high[0])
    reason, note, interval = absent_class(ranking), "", None
    if reason is None and math.isnan(low):
        note = "no interval: with importance weights the bootstrap needs the records"
    elif reason is None:
        interval = Interval(low, high, band.level, band.method)
    return Estimate(name, float(band.value[0]), n, interval, reason, note, title)


def _swapped(ranking: Ranking) -> Ranking:
    """The ranking in which the classes have changed places and the order is reversed."""
    other = _check.made("ranking", ranking, Ranking).inverted()
    return Ranking(
        other.scores, other.negatives, other.positives, None, other.negative_squares, other.positive_squares
    )


def _negative_score(ranking: Ranking, place: int) -> float:
    """The score of the negative at a place, counted from the highest."""
    return float(ranking.scores[np.searchsorted(ranking.fp, place)])


def _shares(arg: str, values: Any) -> Floats:
    """Rates from 0 to 1."""
    array = np.atleast_1d(_check.floats(arg, values))
    if array.ndim != 1:
        _check.fail(arg, "be a number or a column of them", f"shape {array.shape}")
    if not ((array >= 0) & (array <= 1)).all():
        _check.fail(arg, "lie between 0 and 1", values)
    return array
