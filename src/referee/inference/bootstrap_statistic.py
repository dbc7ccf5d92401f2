"""A statistic of one sample, and its bootstrap interval: percentile, basic or BCa."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias, get_args

import numpy as np

from referee import _check, _rng
from referee.core import Estimate, Interval
from referee.core.types import Array, Column, Floats, Rng
from referee.inference._bootstrap import Kind, acceleration, limits, share_below
from referee.inference._draws import draw
from referee.inference.proportion import clopper_pearson
from referee.inference.samples import sample

Statistic: TypeAlias = str | Callable[[Floats], float]
"""A statistic by name, or a function of one sample that gives a number.

It means the same in all tests that resample: of two samples the difference of their statistics is tested, of pairs the
statistic of the differences.
"""


def batch(statistic: Statistic) -> Callable[[Array], Floats]:
    """The statistic as a function of samples along the last axis.

    >>> batch("iqr")(np.array([[1.0, 2.0, 3.0, 4.0, 5.0]])).tolist()
    [2.0]
    """
    if callable(statistic):
        return lambda rows: np.apply_along_axis(lambda row: _number_of(statistic, row), -1, rows)
    return NAMED[_check.choice("statistic", statistic, NAMED)]


def _number_of(statistic: Callable[[Floats], float], row: Floats) -> float:
    """What a function of the user's makes of a sample."""
    try:
        return float(statistic(row))
    except (TypeError, ValueError) as error:
        hint = "Of two samples the difference of their statistics is tested."
        _check.fail(
            "statistic", "be a function of one sample that gives a number", f"{title(statistic)}: {error}", hint
        )


def title(statistic: Statistic) -> str:
    """The statistic in words."""
    if callable(statistic):
        return getattr(statistic, "__name__", "statistic").strip("<>")
    _check.choice("statistic", statistic, NAMED)
    return {"iqr": "interquartile range", "sd": "standard deviation"}.get(statistic, statistic)


def iqr(rows: Array) -> Floats:
    """Third quartile minus first, quartiles by linear interpolation (type 7)."""
    low, high = np.quantile(rows, [0.25, 0.75], axis=-1)
    return np.asarray(high - low)


NAMED: dict[str, Callable[[Array], Floats]] = {
    "mean": lambda rows: np.asarray(rows.mean(axis=-1)),
    "median": lambda rows: np.asarray(np.median(rows, axis=-1)),
    "iqr": iqr,
    "variance": lambda rows: np.asarray(rows.var(axis=-1, ddof=1)),
    "sd": lambda rows: np.asarray(rows.std(axis=-1, ddof=1)),
}
"""The statistics that have a name."""


def bootstrap_statistic(
    x: Column,
    *,
    statistic: Statistic = "mean",
    method: Kind = "percentile",
    level: float = 0.95,
    resamples: int = 9999,
    rng: Rng = None,
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
    _check.choice("method", method, get_args(Kind))
    draws = _check.whole("resamples", resamples, least=1)
    one = batch(statistic)
    value = float(one(data[None])[0])
    name, n = title(statistic), len(data)
    if not math.isfinite(value):
        return Estimate(name, math.nan, n, undefined="the statistic of the data is not a finite number")
    if np.ptp(data) == 0:
        return _constant(name, value, data, level, mean=statistic == "mean")
    drawn = resample(data, statistic, draws, _rng.seed_of(rng))
    drawn, skew, note = drawn[np.isfinite(drawn)], None, ""
    if method == "bca":
        left = _jackknife(one, data)
        if np.ptp(left) > 0 and 0 < share_below(drawn, value) < 1:
            skew = acceleration(left)
        else:
            method, note = "percentile", "BCa cannot be found here: percentile instead"
    low, high = limits(value, drawn, level, method, skew).tolist()
    return Estimate(name, value, n, Interval(low, high, level, f"{method} bootstrap"), note=note)


def bootstrap_standard_error(
    x: Column, *, statistic: Statistic = "mean", resamples: int = 9999, rng: Rng = None
) -> float:
    """The standard deviation of a statistic over bootstrap samples.

    It errs, for means, by the factor sqrt((n - 1) / n). Reference: efron1993.

    >>> round(bootstrap_standard_error([1, 2, 3, 4, 5], rng=0), 1)
    0.6
    """
    data = sample("x", x, least=2)
    draws = _check.whole("resamples", resamples, least=2)
    return float(resample(data, statistic, draws, _rng.seed_of(rng)).std(ddof=1))


def resample(data: Floats, statistic: Statistic, draws: int, seed: int) -> Floats:
    """The statistic of `draws` samples with replacement, in blocks with a stream each."""
    one, n = batch(statistic), len(data)

    def block(rows: int, generator: np.random.Generator) -> Floats:
        return one(data[generator.integers(0, n, (rows, n), dtype=np.int32)])

    return draw(draws, n, seed, "bootstrap", block)


def _constant(name: str, value: float, data: Floats, level: float, *, mean: bool) -> Estimate:
    """All observations equal: the bootstrap has nothing to resample."""
    n = len(data)
    if not mean or value not in (0.0, 1.0):
        note = "no interval: all observations are equal, so no resample differs"
        return Estimate(name, value, n, note=note)
    note = "all observations are equal, so no resample differs: exact binomial interval instead"
    return Estimate(name, value, n, clopper_pearson(int(value) * n, n, level), note=note)


def _jackknife(one: Callable[[Floats], Floats], data: Floats) -> Floats:
    """The statistic without each observation, or without each of 1,000 groups of many."""
    n = len(data)
    groups = np.array_split(np.arange(n), 1000) if n > 5000 else range(n)
    return np.array([float(one(np.delete(data, group)[None])[0]) for group in groups])
