"""Bootstrap interval of a statistic of one sample: percentile, basic or BCa."""

from __future__ import annotations

import math
from typing import Any, Literal, get_args

import numpy as np
from scipy import special

from referee import _check, _rng
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.types import Floats
from referee.intervals.statistic import Statistic, batched, sample, title

Method = Literal["percentile", "basic", "bca"]

_VALUES = 4e6


def bootstrap_statistic(
    x: Any,
    *,
    statistic: Statistic = "mean",
    method: Method = "percentile",
    level: float = 0.95,
    resamples: int = 9999,
    rng: Any = None,
) -> Estimate:
    """A statistic of one sample with its bootstrap interval.

    With t* the statistic of samples drawn from the sample with replacement: percentile, the quantiles of t*;
    basic, 2 t minus them; bca, quantiles moved for bias and skewness. When all observations are equal no resample
    differs: shares of 0 or 1 then get the exact binomial interval, other values none, and the note says so. It
    errs on small samples (too narrow) and for statistics of extremes. Reference: efron1987.

    >>> x = [11.54, 10.09, 9.38, 10.67, 9.88, 7.89, 8.99, 10.08, 11.36, 8.23, 8.87, 7.9]
    >>> estimate = bootstrap_statistic(x, rng=1)
    >>> round(estimate.value, 3), [round(limit, 1) for limit in estimate.interval]
    (9.573, [8.9, 10.3])
    """
    data = sample("x", x, least=2)
    level = _check.fraction("level", level)
    _check.choice("method", method, get_args(Method))
    draws = _check.whole("resamples", resamples, least=1)
    one = batched(statistic)
    value = float(one(data[None])[0])
    name, n = title(statistic), len(data)
    if not math.isfinite(value):
        return Estimate(name, math.nan, n, undefined="the statistic of the data is not a finite number")
    if np.ptp(data) == 0:
        return _constant(name, value, data, level, mean=statistic == "mean")
    drawn = np.sort(resampled(data, statistic, draws, _rng.seed_of(rng)))
    drawn = drawn[np.isfinite(drawn)]
    tail = (1 - level) / 2
    shares, note = (tail, 1 - tail), ""
    if method == "bca":
        moved = _bca_shares(one, data, drawn, value, tail)
        if moved is None:
            method, note = (
                "percentile",
                "BCa cannot be found here: percentile instead",
            )
        else:
            shares = moved
    low, high = (float(q) for q in np.quantile(drawn, shares))
    if method == "basic":
        low, high = 2 * value - high, 2 * value - low
    return Estimate(name, value, n, Interval(low, high, level, f"{method} bootstrap"), note=note)


def bootstrap_standard_error(
    x: Any, *, statistic: Statistic = "mean", resamples: int = 9999, rng: Any = None
) -> float:
    """The standard deviation of a statistic over bootstrap samples.

    It errs, for means, by the factor sqrt((n - 1) / n). Reference: efron1993.

    >>> round(bootstrap_standard_error([1, 2, 3, 4, 5], rng=0), 1)
    0.6
    """
    data = sample("x", x, least=2)
    draws = _check.whole("resamples", resamples, least=2)
    return float(resampled(data, statistic, draws, _rng.seed_of(rng)).std(ddof=1))


def resampled(data: Floats, statistic: Statistic, draws: int, seed: int) -> Floats:
    """The statistic of `draws` samples with replacement, in blocks with a stream each."""
    one = batched(statistic)
    n = len(data)
    out = np.empty(draws)
    block = max(1, int(_VALUES // n))
    for start in range(0, draws, block):
        rows = min(block, draws - start)
        index = _rng.stream(seed, "bootstrap", start // block).integers(0, n, (rows, n), dtype=np.int32)
        out[start : start + rows] = one(data[index])
    return out


def _constant(name: str, value: float, data: Floats, level: float, *, mean: bool) -> Estimate:
    """All observations equal: the bootstrap has nothing to resample."""
    n = len(data)
    if not mean or value not in (0.0, 1.0):
        note = "no interval: all observations are equal, so no resample differs"
        return Estimate(name, value, n, note=note)
    edge = ((1 - level) / 2) ** (1 / n)
    low, high = (edge, 1.0) if value == 1 else (0.0, 1 - edge)
    note = "all observations are equal, so no resample differs: exact binomial interval instead"
    return Estimate(name, value, n, Interval(low, high, level, "Clopper-Pearson"), note=note)


def _bca_shares(one: Any, data: Floats, drawn: Floats, value: float, tail: float) -> tuple[float, float] | None:
    """The shares of t* that BCa takes as limits; None when bias or acceleration cannot be found."""
    below = float((np.sum(drawn < value) + np.sum(drawn <= value)) / (2 * len(drawn)))
    n = len(data)
    if n > 5000:
        groups = np.array_split(np.arange(n), 1000)
        left = np.array([float(one(np.delete(data, g)[None])[0]) for g in groups])
    else:
        left = np.array([float(one(np.delete(data, i)[None])[0]) for i in range(n)])
    pull = left.mean() - left
    spread = float((pull**2).sum())
    if not 0 < below < 1 or not spread > 0:
        return None
    bias = float(special.ndtri(below))
    skew = float((pull**3).sum()) / (6 * spread**1.5)
    shares = []
    for share in (tail, 1 - tail):
        z = bias + float(special.ndtri(share))
        shares.append(float(special.ndtr(bias + z / (1 - skew * z))))
    return shares[0], shares[1]
