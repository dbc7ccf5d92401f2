"""What every bootstrap shares: its number of resamples, and limits from their values."""

from __future__ import annotations

from typing import Literal

import numpy as np
from scipy.special import ndtr, ndtri

from referee import _check, _format, _rng
from referee.core.types import Floats, Rng, Values

Kind = Literal["percentile", "basic", "bca"]


def drawing(resamples: object, rng: Rng) -> tuple[int, int, str]:
    """The number of resamples, at least 100, the seed, and both in words.

    >>> drawing(2000, 7)
    (2000, 7, '2,000 resamples, seed 7')
    """
    count, seed = _check.whole("resamples", resamples, least=100), _rng.seed_of(rng)
    return count, seed, f"{_format.count(count)} resamples, seed {seed}"


def limits(value: float, defined: Floats, level: float, kind: str, skew: float | None = None) -> Floats:
    """Limits from resamples of a value: their quantiles, 2 value less them, or those that BCa takes.

    BCa needs the acceleration `skew`; without one, or where all resamples lie on one side of the value, its limits
    are the percentiles. NaN without a replicate. Reference: efron1987.

    >>> limits(50.0, np.arange(101.0), 0.9, "percentile").round(9).tolist()
    [5.0, 95.0]
    """
    if not len(defined):
        return np.array([np.nan, np.nan])
    shares = np.array([(1 - level) / 2, (1 + level) / 2])
    if kind == "bca" and skew is not None:
        below = share_below(defined, value)
        if 0 < below < 1:
            z = ndtri(below) + ndtri(shares)
            with np.errstate(invalid="ignore", divide="ignore"):
                shares = ndtr(ndtri(below) + z / (1 - skew * z))
    found = drawn_quantiles(defined, shares)
    return 2 * value - found[::-1] if kind == "basic" else found


def drawn_quantiles(drawn: Floats, shares: Floats) -> Floats:
    """The quantiles of drawn values; `numpy.quantile` gives the same, and takes longer than to sort thousands.

    >>> drawn_quantiles(np.array([4.0, 1.0, 2.0]), np.array([0.0, 0.25, 1.0])).tolist()
    [1.0, 1.5, 4.0]
    """
    places = np.arange(len(drawn), dtype=float)
    return np.interp(shares * (len(drawn) - 1), places, np.sort(drawn))


def quantiles(values: Values, level: float) -> tuple[float, float]:
    """The central interval of drawn values, undefined ones left out; NaN when all are."""
    low, high = limits(np.nan, values[np.isfinite(values)], level, "percentile").tolist()
    return low, high


def share_below(drawn: Floats, value: float) -> float:
    """The share of resamples below a value, those equal to it half."""
    return float((np.sum(drawn < value) + np.sum(drawn <= value)) / (2 * len(drawn)))


def acceleration(jackknife: Floats, copies: Floats | float = 1.0) -> float:
    """Skewness of the values without one case, over 6; `copies` is how many cases each stands for.

    >>> acceleration(np.array([1.0, 2.0, 3.0]))
    0.0
    """
    copies = np.broadcast_to(copies, jackknife.shape)
    gap = (jackknife * copies).sum() / copies.sum() - jackknife
    spread = (copies * gap**2).sum() ** 1.5
    return float((copies * gap**3).sum() / (6 * spread)) if spread > 0 else 0.0
