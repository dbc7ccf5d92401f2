"""Score tests and intervals of two independent proportions: Miettinen and Nurminen's, and the pooled z with Mee's."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from referee.core import TestResult
from referee.core.types import Alternative, Floats
from referee.inference._result import null_of, score_result
from referee.inference._solve import edges
from referee.inference.samples import two_counts


def miettinen_nurminen(
    x1: int,
    n1: int,
    x2: int,
    n2: int,
    *,
    difference: float = 0.0,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
) -> TestResult:
    """Test that p1 - p2 is `difference` (0 unless given) by the score of Miettinen and Nurminen.

    z = (d - difference) / se, se at the proportions that fit best under the null, its square times N / (N - 1).
    The interval holds exactly the differences that this test does not reject: it always exists and stays in
    [-1, 1]. It errs slightly to either side at small counts. Reference: miettinen1985.

    >>> result = miettinen_nurminen(1250, 5000, 4, 30)
    >>> round(result.p_value, 3), [round(x, 3) for x in result.effect.interval]
    (0.141, [-0.047, 0.198])
    """
    x1, n1, x2, n2 = two_counts(x1, n1, x2, n2)
    centre, null = null_of(difference)
    if centre == 0:
        pooled, total = (x1 + x2) / (n1 + n2), n1 + n2
        se = sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2) * total / (total - 1))
    else:
        se = float(score_error(x1, n1, x2, n2, centre))
    return score_result(
        "score test of two proportions (Miettinen-Nurminen)",
        null,
        x1 / n1 - x2 / n2,
        se,
        lambda z: score_limits(x1, n1, x2, n2, z),
        method="Miettinen-Nurminen",
        n=n1 + n2,
        centre=centre,
        alternative=alternative,
        level=level,
        errs="It errs slightly to either side of its level when counts are small.",
    )


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


def pooled_z(
    x1: int, n1: int, x2: int, n2: int, *, alternative: Alternative = "two-sided", level: float = 0.95
) -> TestResult:
    """Test that two independent proportions are equal, with the variance at their pooled value.

    z = (p1 - p2) / sqrt(p (1 - p) (1/n1 + 1/n2)); its square is the plain chi-square of the 2 x 2 table. The
    interval is Mee's, which excludes 0 exactly when this test rejects. It errs at small counts. Reference:
    mee1984.

    >>> result = pooled_z(80, 100, 70, 100)
    >>> round(result.statistic, 3), round(result.p_value, 3), [round(x, 3) for x in result.effect.interval]
    (1.633, 0.102, [-0.02, 0.219])
    """
    x1, n1, x2, n2 = two_counts(x1, n1, x2, n2)
    pooled = (x1 + x2) / (n1 + n2)
    return score_result(
        "pooled z test of two proportions",
        "the first and the second proportion are equal",
        x1 / n1 - x2 / n2,
        sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2)),
        lambda z: score_limits(x1, n1, x2, n2, z, inflate=False),
        method="Mee",
        n=n1 + n2,
        alternative=alternative,
        level=level,
        details={"pooled": pooled},
        errs="It errs when expected counts are under about 5.",
    )
