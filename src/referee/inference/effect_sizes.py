"""Standardized sizes of a difference between two columns of scores: Cohen's d, Hedges' g, Akinshin's gamma."""

from __future__ import annotations

from collections.abc import Callable
from math import nan, sqrt

import numpy as np

from referee.core import Estimate
from referee.core.types import Column, Floats
from referee.inference.samples import median, sample, standard_deviation

NOTE = "a description of these scores; the test has the interval of the difference"
_MAD = 1.482602218505602
"""1 / the upper quartile of the normal distribution: the median absolute deviation in standard deviations."""


def cohens_d(x: Column, y: Column) -> Estimate:
    """The difference of means in pooled standard deviations: (mean x - mean y) / s.

    s^2 is the mean of both variances weighted by n - 1. Undefined when neither column varies and they differ; 0 when
    all values are the same. It errs upwards in small samples (see `hedges_g`). Reference: cohen1988.

    >>> round(cohens_d([3, 4, 5], [1, 2, 3]).value, 3)
    2.0
    """
    return effect_sizes(x, y)[0]


def hedges_g(x: Column, y: Column) -> Estimate:
    """Cohen's d without its bias in small samples: d (1 - 3 / (4 df - 1)) with df = n + m - 2.

    Undefined as d is. It errs when the two spreads differ. Reference: hedges1981.

    >>> round(hedges_g([3, 4, 5], [1, 2, 3]).value, 3)
    1.6
    """
    return effect_sizes(x, y)[1]


def akinshin_gamma(x: Column, y: Column) -> Estimate:
    """The difference of medians in pooled median absolute deviations: d for columns with outliers.

    Medians are sample medians, each deviation is scaled to the standard deviation of a normal distribution, and the
    pooled one is the root of their mean square weighted by n - 1. Undefined when both deviations are 0 and the medians
    differ. It errs in samples under about 10. Reference: akinshin2020.

    >>> round(akinshin_gamma([3, 4, 5, 90], [1, 2, 3, 4]).value, 3)
    1.349
    """
    return effect_sizes(x, y)[2]


def effect_sizes(x: Column, y: Column) -> tuple[Estimate, Estimate, Estimate]:
    """Cohen's d, Hedges' g and Akinshin's gamma of two columns.

    >>> [round(size.value, 3) for size in effect_sizes([3, 4, 5], [1, 2, 3])]
    [2.0, 1.6, 1.349]
    """
    one, two = sample("x", x), sample("y", y)
    n, gap, pooled = len(one) + len(two), float(one.mean() - two.mean()), _pool(one, two, standard_deviation)
    apart = median(one) - median(two)
    return (
        _size("cohens_d", "Cohen's d", n, gap, pooled),
        _size("hedges_g", "Hedges' g", n, (1 - 3 / (4 * (n - 2) - 1)) * gap, pooled),
        _size("akinshin_gamma", "Akinshin's gamma", n, apart, _pool(one, two, _deviation)),
    )


def _deviation(column: Floats) -> float:
    return _MAD * median(np.abs(column - median(column)))


def _pool(one: Floats, two: Floats, scale: Callable[[Floats], float]) -> float:
    """The root mean square of two scales, weighted by n - 1."""
    squares = (len(one) - 1) * scale(one) ** 2 + (len(two) - 1) * scale(two) ** 2
    return sqrt(squares / (len(one) + len(two) - 2))


def _size(name: str, title: str, n: int, gap: float, pooled: float) -> Estimate:
    """The difference of two centres in pooled scales."""
    if gap and not pooled:
        return Estimate(name, nan, n, undefined="the scores do not vary", title=title)
    return Estimate(name, gap / pooled if pooled else 0.0, n, note=NOTE, title=title)
