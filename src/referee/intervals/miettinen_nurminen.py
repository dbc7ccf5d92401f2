"""Score intervals of the difference of two independent proportions."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.core import Interval
from referee.core.types import Floats
from referee.intervals._solve import edges
from referee.intervals.two_by_two import Side, difference, quantile, two_counts


def miettinen_nurminen(x1: int, n1: int, x2: int, n2: int, level: float = 0.95, *, side: Side = "two") -> Interval:
    """Interval of p1 - p2: every difference that the score test does not reject.

    The test divides d - delta by its standard error at the proportions that fit the counts best given delta,
    times N / (N - 1). It always exists and stays in [-1, 1]; it errs a little short at very small counts.
    Reference: miettinen1985.

    >>> ci = miettinen_nurminen(1250, 5000, 4, 30)
    >>> round(ci.low, 3), round(ci.high, 3)
    (-0.047, 0.198)
    """
    x1, n1, x2, n2 = two_counts(x1, n1, x2, n2)
    low, high = score_limits(x1, n1, x2, n2, quantile(level, side))
    return difference(low, high, level, "Miettinen-Nurminen", side)


def mee(x1: int, n1: int, x2: int, n2: int, level: float = 0.95, *, side: Side = "two") -> Interval:
    """Interval of p1 - p2: every difference that the score test without the factor N / (N - 1) does not reject.

    It belongs to the pooled z test and to the plain chi-square of a 2 x 2 table. It errs a little short at small
    counts. Reference: mee1984.

    >>> ci = mee(80, 100, 70, 100)
    >>> round(ci.low, 3), round(ci.high, 3)
    (-0.02, 0.219)
    """
    x1, n1, x2, n2 = two_counts(x1, n1, x2, n2)
    low, high = score_limits(x1, n1, x2, n2, quantile(level, side), inflate=False)
    return difference(low, high, level, "Mee", side)


def score_limits(x1: Any, n1: Any, x2: Any, n2: Any, z: float, *, inflate: bool = True) -> tuple[Floats, Floats]:
    """Both limits for arrays of counts; without `inflate` the variance lacks the factor N / (N - 1) (Mee)."""
    x1, n1, x2, n2 = (np.asarray(v, dtype=float) for v in (x1, n1, x2, n2))
    return edges(x1 / n1 - x2 / n2, lambda delta: z * score_error(x1, n1, x2, n2, delta, inflate=inflate))


def score_error(x1: Any, n1: Any, x2: Any, n2: Any, delta: Any, *, inflate: bool = True) -> Floats:
    """Standard error of d when p1 - p2 is `delta`, at the best-fitting proportions."""
    p2 = restricted(x1, n1, x2, n2, delta)
    p1 = np.clip(p2 + delta, 0.0, 1.0)
    variance = p1 * (1 - p1) / n1 + p2 * (1 - p2) / n2
    total = n1 + n2
    return np.asarray(np.sqrt(variance * total / (total - 1) if inflate else variance))


def restricted(x1: Any, n1: Any, x2: Any, n2: Any, delta: Any) -> Floats:
    """The p2 of greatest likelihood given p1 = p2 + delta: a root of a cubic, closed form then Newton steps."""
    x1, n1, x2, n2, delta = np.broadcast_arrays(*(np.asarray(v, dtype=float) for v in (x1, n1, x2, n2, delta)))
    total = n1 + n2
    square = ((n1 + 2 * n2) * delta - total - x1 - x2) / total
    line = ((n2 * delta - total - 2 * x2) * delta + x1 + x2) / total
    constant = x2 * delta * (1 - delta) / total
    radius = np.sqrt(np.maximum(square**2 / 9 - line / 3, 0.0))
    q = square**3 / 27 - square * line / 6 + constant / 2
    p = np.copysign(radius, q)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(radius > 0, q / p**3, 1.0)
    angle = (np.pi + np.arccos(np.clip(np.nan_to_num(ratio, nan=1.0), -1.0, 1.0))) / 3
    low, high = np.maximum(0.0, -delta), np.minimum(1.0, 1.0 - delta)
    root = np.clip(2 * p * np.cos(angle) - square / 3, low, high)
    for _ in range(2):
        value = ((root + square) * root + line) * root + constant
        slope = (3 * root + 2 * square) * root + line
        with np.errstate(divide="ignore", invalid="ignore"):
            step = np.clip(np.where(slope != 0, root - value / slope, root), low, high)
        better = np.abs(((step + square) * step + line) * step + constant) < np.abs(value)
        root = np.where(better, step, root)
    return root
