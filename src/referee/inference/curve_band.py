"""Bootstrap bands for any curve that is a function of a ranking's running counts."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from referee import _check
from referee.core import Band, Ranking
from referee.core.types import Array, Floats
from referee.data.draws import Draws
from referee.inference._bootstrap import drawing

Curve = Callable[[Array, Array, Floats], Floats]
"""From positives and negatives at or above each score (one row a replicate) and places x to the values there."""


def curve_band(
    ranking: Ranking,
    curve: Curve,
    x: Any,
    *,
    level: float = 0.95,
    simultaneous: bool = False,
    stratified: bool = False,
    resamples: int = 2000,
    rng: Any = None,
    bounds: tuple[float, float] = (0.0, 1.0),
    x_name: str = "",
    y_name: str = "",
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
    _check.made("ranking", ranking, Ranking)
    if not callable(curve):
        _check.fail("curve", "be a function of counts", _check.written(curve))
    resamples, seed, words = drawing(resamples, rng)
    places = np.atleast_1d(_check.floats("x", x))
    ends = [_check.number("bounds", end) for end in _check.items("bounds", bounds, "two numbers")]
    if len(ends) != 2:
        _check.fail("bounds", "be two numbers", repr(ends))
    simultaneous, stratified = _check.flag("simultaneous", simultaneous), _check.flag("stratified", stratified)
    word = "sup-t" if simultaneous else "percentile"
    method = f"bootstrap {word}, {'stratified' if stratified else 'unstratified'}, {words}"
    absent = not (ranking.n_positive and ranking.n_negative)
    value = np.full(len(places), math.nan) if absent else curve(ranking.tp[None], ranking.fp[None], places)[0]
    low = high = np.full(len(places), math.nan)
    if not absent and not ranking.weighted:
        drawn = replicate_curves(ranking, curve, places, stratified, resamples, seed)
        low, high = _sup_t(drawn, value, level) if simultaneous else percentile_limits(drawn, level)
        low, high = np.clip(low, ends[0], ends[1]), np.clip(high, ends[0], ends[1])
    return Band(places, value, low, high, level, method, simultaneous, x_name, y_name)


def replicate_curves(
    ranking: Ranking, curve: Curve, places: Floats, stratified: bool, resamples: int, seed: int
) -> Floats:
    """The curve of each replicate, one row each; NaN where a class was not drawn."""
    draws = Draws(ranking.positives, ranking.negatives, resamples, seed, stratified)
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


def whole(counts: Floats) -> Floats:
    """Counts that are whole but for rounding, made whole.

    >>> whole(np.array([0.1 * 30, 2.5])).tolist()
    [3.0, 2.5]
    """
    nearest = np.rint(counts)
    return np.where(np.abs(counts - nearest) < 1e-9 * np.maximum(1.0, nearest), nearest, counts)


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
