"""Standardized sizes of a difference between two columns of scores: Cohen's d, Hedges' g, Akinshin's gamma."""

from __future__ import annotations

from collections.abc import Callable
from math import nan, sqrt
from typing import Any

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
    return _size("cohens_d", "Cohen's d", x, y)


def hedges_g(x: Column, y: Column) -> Estimate:
    """Cohen's d without its bias in small samples: d (1 - 3 / (4 df - 1)) with df = n + m - 2.

    Undefined as d is. It errs when the two spreads differ. Reference: hedges1981.

    >>> round(hedges_g([3, 4, 5], [1, 2, 3]).value, 3)
    1.6
    """
    return _size("hedges_g", "Hedges' g", x, y, unbiased=True)


def akinshin_gamma(x: Column, y: Column) -> Estimate:
    """The difference of medians in pooled median absolute deviations: d for columns with outliers.

    Medians are sample medians, each deviation is scaled to the standard deviation of a normal distribution, and the
    pooled one is the root of their mean square weighted by n - 1. Undefined when both deviations are 0 and the medians
    differ. It errs in samples under about 10. Reference: akinshin2020.

    >>> round(akinshin_gamma([3, 4, 5, 90], [1, 2, 3, 4]).value, 3)
    1.349
    """
    return _size("akinshin_gamma", "Akinshin's gamma", x, y, median, _deviation)


def _deviation(column: Floats) -> float:
    return _MAD * median(np.abs(column - median(column)))


def _size(
    name: str,
    title: str,
    x: Column,
    y: Column,
    centre: Callable[[Floats], Any] = np.mean,
    scale: Callable[[Floats], float] = standard_deviation,
    *,
    unbiased: bool = False,
) -> Estimate:
    """The difference of the centres in pooled scales."""
    one, two = sample("x", x), sample("y", y)
    n, gap = len(one) + len(two), float(centre(one) - centre(two))
    gap = (1 - 3 / (4 * (n - 2) - 1)) * gap if unbiased else gap
    pooled = sqrt(((len(one) - 1) * scale(one) ** 2 + (len(two) - 1) * scale(two) ** 2) / (n - 2))
    if gap and not pooled:
        return Estimate(name, nan, n, undefined="the scores do not vary", title=title)
    return Estimate(name, gap / pooled if pooled else 0.0, n, note=NOTE, title=title)
