"""The variance of a value by projection: from what each case adds to it, without resampling."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from referee._quantile import quantile
from referee.core.cases import Cases
from referee.core.types import Floats
from referee.inference.auc_formulas import logit_limits
from referee.inference.proportion import beta_limits

ROUNDING = 1e-12


def projected_variance(cases: Cases, influence: Floats) -> tuple[float, float]:
    """The variance of a value from the influence of each row, and Satterthwaite's degrees of freedom.

    The sum of squares of the influences: about the mean of each class with the factor m / (m - 1) of its m cases, plus
    the squares of the means, by which a value depends on the class shares. Importance weights multiply the
    influence, with Kish's m; of whole groups the influences are added up first. A class of one case shows no spread.
    References: delong1988, obuchowski1997, efron1993.

    >>> cases = Cases(np.array([0, 0, 1, 1]), np.zeros((4, 2)), ("a", "b"))
    >>> [round(x, 4) for x in projected_variance(cases, np.array([0.1, -0.1, 0.2, -0.2]))]
    [0.2, 1.4706]
    """
    if cases.groups is not None:
        pushes = np.bincount(cases.groups, weights=cases.mass * influence)
        return len(pushes) / (len(pushes) - 1) * float(pushes @ pushes), len(pushes) - 1.0
    mass, truth, k = cases.mass, cases.truth, len(cases.labels)
    squares = mass if cases.weights is None else mass**2
    means = np.bincount(truth, weights=mass * influence, minlength=k) / cases.placements.sizes
    within = np.bincount(truth, weights=squares * (influence - means[truth]) ** 2, minlength=k)
    free = np.maximum(cases.sizes - 1, ROUNDING)
    parts = np.where(free > ROUNDING, within * (free + 1) / free, within)
    variance = float(parts.sum() + squares @ means[truth] ** 2)
    lost = float((parts**2 / np.maximum(free, 1.0)).sum())
    return variance, variance**2 / lost if lost else math.inf


def projected_limits(
    value: float, variance: float, df: float, fewest: float
) -> Callable[[float], tuple[float, float]]:
    """Limits of a share for a tail: the wider of Student's t on the logit scale and of Clopper and Pearson's.

    The latter are at the number of cases whose share would vary as much, and not at fewer than the `fewest` of a class,
    which stand alone where the value is 0 or 1.

    >>> [round(x, 4) for x in projected_limits(0.8, 0.0016, 30.0, 5)(0.025)]
    [0.7059, 0.8733]
    """

    def limits(tail: float) -> tuple[float, float]:
        if not ROUNDING < value < 1 - ROUNDING or not variance:
            return beta_limits(round(value), fewest, tail)
        ends = logit_limits(value, variance, -quantile(tail, df))
        exact = beta_limits(value, max(fewest, value * (1 - value) / variance), tail)
        return min(value, ends[0], exact[0]), max(value, ends[1], exact[1])

    return limits
