"""Bands for curves of a ranking, the ROC curve before all, and intervals of what is read off it at a fixed rate."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.special import bdtr, betainccinv, betaincinv

from referee import _check
from referee.core import Band, Estimate, Interval, Ranking
from referee.core.types import Array, Column, Floats, Rng
from referee.data.draws import Replicates
from referee.inference._bootstrap import drawing
from referee.inference.delong_variance import effective_sizes
from referee.metrics.at_rate import whole

Curve = Callable[[Array, Array, Floats], Floats]
"""From positives and negatives at or above each score (one row per replicate) and places x to the values there."""


def curve_band(
    ranking: Ranking,
    curve: Curve,
    x: Column,
    *,
    level: float = 0.95,
    simultaneous: bool = False,
    resamples: int = 2000,
    rng: Rng = None,
    bounds: tuple[float, float] = (0.0, 1.0),
) -> Band:
    """A band for `curve` at the places `x`, from rankings drawn with replacement.

    Pointwise: percentiles at each x. Simultaneous: value +- c sd, with sd the resamples' standard deviation at x
    and c the level's quantile of their largest |deviation| / sd over all x (sup-t), cut to `bounds`. Both have no
    width where all resamples agree, as at the ends of many curves, and say nothing there. NaN where the curve is
    undefined; everywhere when a class is absent or the ranking is weighted (its records are unknown). Percentiles
    are too short where few cases decide. Reference: montiel2019.

    >>> from referee.inference.curve_band import precision_at_recall
    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 1, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1], positive=1)
    >>> band = curve_band(r, precision_at_recall, [0.5, 1.0], rng=1, resamples=500)
    >>> band.value.round(3).tolist(), bool((band.low < band.value).all())
    ([1.0, 0.667], True)
    """
    level = _check.fraction("level", level)
    _check.instance("ranking", ranking, Ranking)
    if not callable(curve):
        _check.fail("curve", "be a function of counts", _check.show_value(curve))
    resamples, seed, words = drawing(resamples, rng)
    places = np.atleast_1d(_check.floats("x", x))
    ends = [_check.number("bounds", end) for end in _check.items("bounds", bounds, "two numbers")]
    if len(ends) != 2:
        _check.fail("bounds", "be two numbers", repr(ends))
    simultaneous = _check.flag("simultaneous", simultaneous)
    method = f"bootstrap {'sup-t' if simultaneous else 'percentile'}, unstratified, {words}"
    value = low = high = np.full(len(places), math.nan)
    present = ranking.n_positive and ranking.n_negative
    if present:
        value = curve(ranking.tp[None], ranking.fp[None], places)[0]
    if present and not ranking.weighted:
        drawn = replicate_curves(ranking, curve, places, False, resamples, seed)
        low, high = _sup_t(drawn, value, level) if simultaneous else percentile_limits(drawn, level)
        low, high = np.clip(low, ends[0], ends[1]), np.clip(high, ends[0], ends[1])
    return Band(places, value, low, high, level, method, simultaneous)


def replicate_curves(
    ranking: Ranking, curve: Curve, places: Floats, stratified: bool, resamples: int, seed: int
) -> Floats:
    """The curve of each replicate, one row each; NaN where a class was not drawn."""
    draws = Replicates(ranking.positives, ranking.negatives, resamples, seed, stratified)
    rows = []
    for tp, fp in draws.cumulative():
        with np.errstate(invalid="ignore", divide="ignore"):
            found = curve(tp, fp, places)
        found[(tp[:, -1] == 0) | (fp[:, -1] == 0)] = math.nan
        rows.append(found)
    return np.concatenate(rows)


def percentile_limits(drawn: Floats, level: float) -> tuple[Floats, Floats]:
    """Percentiles of each column, of the resamples that are defined there.

    >>> [side.round(9).tolist() for side in percentile_limits(np.arange(101.0)[:, None], 0.8)]
    [[10.0], [90.0]]
    """
    limits = np.full((2, drawn.shape[1]), math.nan)
    some = ~np.isnan(drawn).all(axis=0)
    limits[:, some] = np.nanquantile(drawn[:, some], [(1 - level) / 2, (1 + level) / 2], axis=0)
    return limits[0], limits[1]


def precision_at_recall(tp: Array, fp: Array, recall: Floats) -> Floats:
    """Precision at the highest threshold that reaches each recall.

    >>> precision_at_recall(np.array([[1, 1, 2]]), np.array([[0, 2, 2]]), np.array([0.5, 1.0])).tolist()
    [[1.0, 0.5]]
    """
    out = np.empty((len(tp), len(recall)))
    for row, (up, down) in enumerate(zip(tp, fp, strict=True)):
        at = np.searchsorted(up, whole(np.maximum(recall * up[-1], 1e-12)), side="left")
        at = np.minimum(at, len(up) - 1)
        out[row] = up[at] / (up[at] + down[at])
    return out


def gain_at_share(tp: Array, fp: Array, share: Floats) -> Floats:
    """Share of the positives among the highest scores, ties in expectation; lift is this over `share`.

    >>> gain_at_share(np.array([[1, 1, 2]]), np.array([[0, 1, 2]]), np.array([0.25, 0.5, 1.0])).tolist()
    [[0.5, 0.5, 1.0]]
    """
    return tpr_at_fpr(tp, tp + fp, share)


def tpr_at_fpr(tp: Array, fp: Array, fpr: Floats) -> Floats:
    """The ROC curve of each row at some false positive rates: linear between points, the top of vertical steps.

    >>> tpr_at_fpr(np.array([[1, 1, 2]]), np.array([[0, 2, 2]]), np.array([0.0, 0.5, 1.0])).tolist()
    [[0.5, 0.5, 1.0]]
    """
    out = np.full((len(tp), len(fpr)), math.nan)
    for row, (up, along) in enumerate(zip(tp, fp, strict=True)):
        if up[-1] and along[-1]:
            places = whole(fpr * along[-1])
            out[row] = np.interp(places, np.concatenate([[0], along]), np.concatenate([[0], up])) / up[-1]
    return out


def _sup_t(drawn: Floats, value: Floats, level: float) -> tuple[Floats, Floats]:
    """Limits at the same number of standard deviations everywhere, wide enough for the whole curve."""
    drawn = drawn[~np.isnan(drawn[:, ~np.isnan(value)]).any(axis=1)]
    if len(drawn) < 2:
        return np.full(len(value), math.nan), np.full(len(value), math.nan)
    spread = drawn.std(axis=0, ddof=1)
    moves = spread > 1e-12
    reach = (np.abs(drawn[:, moves] - value[moves]) / spread[moves]).max(axis=1, initial=0.0)
    c = np.quantile(reach, level)
    return value - c * spread, value + c * spread


def roc_band(
    ranking: Ranking,
    fpr: Column = None,
    *,
    level: float = 0.95,
    simultaneous: bool = False,
    resamples: int = 2000,
    rng: Rng = None,
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
    x = np.linspace(0, 1, 101) if fpr is None else rates("fpr", fpr)
    value = _value(ranking, x)
    if _check.flag("simultaneous", simultaneous):
        low, high, method = _campbell(ranking, x, level)
    else:
        low, high, method = _pointwise(ranking, x, value, level, resamples, rng)
    names = {"x_name": "false positive rate", "y_name": "true positive rate"}
    return Band(x, value, low, high, level, method, simultaneous, **names, plane="roc")


def _campbell(ranking: Ranking, x: Floats, level: float) -> tuple[Floats, Floats, str]:
    """Limits of the whole curve, at a fixed distance in both directions."""
    from scipy.stats import kstwo

    method = "Campbell fixed width, Kolmogorov-Smirnov"
    if not (ranking.n_positive and ranking.n_negative):
        return np.full(len(x), math.nan), np.full(len(x), math.nan), method
    d, e = (float(kstwo.isf(1 - math.sqrt(level), max(1, round(n)))) for n in effective_sizes(ranking))
    low = np.where(x - e < 0, 0.0, np.maximum(0.0, _value(ranking, np.maximum(x - e, 0.0)) - d))
    high = np.where(x + e >= 1, 1.0, np.minimum(1.0, _value(ranking, np.minimum(x + e, 1.0)) + d))
    return low, high, method


def fpr_band(
    ranking: Ranking,
    tpr: Column = None,
    *,
    level: float = 0.95,
    simultaneous: bool = False,
    resamples: int = 2000,
    rng: Rng = None,
) -> Band:
    """The false positive rate at fixed true positive rates, with a band: `roc_band` read the other way.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 1, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1], positive=1)
    >>> fpr_band(r, [0.5, 0.75, 1.0], rng=1).value.tolist()
    [0.0, 0.25, 0.5]
    """
    y = np.linspace(0, 1, 101) if tpr is None else rates("tpr", tpr)
    other = roc_band(
        _swap_classes(ranking), 1 - y, level=level, simultaneous=simultaneous, resamples=resamples, rng=rng
    )
    limits = 1 - other.value, 1 - other.high, 1 - other.low
    return Band(y, *limits, level, other.method, simultaneous, "true positive rate", "false positive rate")


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
    n = _check.instance("ranking", ranking, Ranking).n_negative
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
    # the scores of the negatives at these places, counted from the highest
    high = float(ranking.scores[np.searchsorted(ranking.fp, few)]) if few else math.inf
    low = float(ranking.scores[np.searchsorted(ranking.fp, many)]) if many <= n else -math.inf
    interval = Interval(min(low, value), max(high, value), level, "order statistics, binomial")
    return Estimate("threshold", value, n, interval, title=title)


def _value(ranking: Ranking, x: Floats) -> Floats:
    _check.instance("ranking", ranking, Ranking)
    if not (ranking.n_positive and ranking.n_negative):
        return np.full(len(x), math.nan)
    return tpr_at_fpr(ranking.tp[None], ranking.fp[None], x)[0]


def _pointwise(
    ranking: Ranking, x: Floats, value: Floats, level: float, resamples: Any, rng: Rng
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


def _swap_classes(ranking: Ranking) -> Ranking:
    """The ranking in which the classes have changed places and the order is reversed."""
    other = _check.instance("ranking", ranking, Ranking).invert()
    return Ranking(
        other.scores, other.negatives, other.positives, None, other.negative_squares, other.positive_squares
    )


def rates(arg: str, values: Any) -> Floats:
    """Rates from 0 to 1."""
    array = np.atleast_1d(_check.floats(arg, values))
    if array.ndim != 1:
        _check.fail(arg, "be a number or a column of them", f"shape {array.shape}")
    if not ((array >= 0) & (array <= 1)).all():
        _check.fail(arg, "lie between 0 and 1", values)
    return array
