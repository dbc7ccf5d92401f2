"""Newcombe's hybrid score intervals of the difference of two proportions, independent (with its test) and paired."""

from __future__ import annotations

from functools import partial
from math import inf, sqrt
from typing import Any

import numpy as np

from referee.core import Estimate, Interval, TestResult
from referee.core.evidence import Score
from referee.core.types import Alternative, Column, Floats, Table
from referee.inference._result import Side, Terms, Wording, p_of
from referee.inference._solve import root
from referee.inference.proportion import tail_of, z_of
from referee.inference.samples import paired_counts, two_counts
from referee.inference.wald_paired import difference

FAR = 37.0
"""The largest normal quantile that is looked for: p is then the least that a double tells."""

_EFFECT = "difference of proportions"
_WORDS = Wording(
    "Newcombe's interval as a test",
    "the two proportions are equal",
    "z",
    "It errs towards keeping the null at very small counts.",
    method="Newcombe",
    bounds=(-1.0, 1.0),
)


def newcombe(
    x1: int, n1: int, x2: int, n2: int, *, alternative: Alternative = "two-sided", level: float = 0.95
) -> TestResult:
    """Test that two independent proportions are equal by the level at which Newcombe's interval touches 0.

    The interval (Newcombe's method 10) is made of the Wilson limits l, u of each proportion:
    d - sqrt((p1 - l1)^2 + (u2 - p2)^2) to d + sqrt((u1 - p1)^2 + (p2 - l2)^2). It stays in [-1, 1]. z is that of the
    interval with a limit at 0, with the sign of the difference. It errs towards keeping the null, and on the wide
    side, at very small counts. Reference: newcombe1998.

    >>> round(newcombe(1250, 5000, 4, 30).p_value, 3)
    0.141
    >>> [round(x, 3) for x in newcombe(80, 100, 70, 100).effect.interval]
    [-0.02, 0.217]
    """
    x1, n1, x2, n2 = two_counts(x1, n1, x2, n2)
    terms = Terms(alternative, level)
    d = x1 / n1 - x2 / n2
    pick, sign = (0, 1.0) if d > 0 else (1, -1.0)
    z = sign * root(lambda size: -sign * float(newcombe_limits(x1, n1, x2, n2, size)[pick]), 0.0, FAR)
    evidence, effect = Score(partial(newcombe_limits, x1, n1, x2, n2)), Estimate(_EFFECT, d, n1 + n2)
    return _WORDS.of_evidence(terms, p_of(z, inf, alternative), effect, evidence, statistic=z)


def newcombe_paired(table: Table, level: float = 0.95, *, side: Side = "two") -> Interval:
    """Interval of the difference of two accuracies on the same cases, from the Wilson limits of each.

    `table` is [[both right, only A right], [only B right, both wrong]]. The correlation of the two is the phi of
    the table, drawn towards 0 by n / 2 when it is positive (Newcombe's square-and-add method 10 for pairs). It
    errs on the wide side when there are few discordant cases. Reference: newcombe1998paired.

    >>> ci = newcombe_paired([[40, 12], [5, 43]])
    >>> round(ci.low, 4), round(ci.high, 4)
    (-0.0116, 0.1494)
    """
    a, b, c, d = paired_counts(table)
    n = a + b + c + d
    product = (a + b) * (c + d) * (a + c) * (b + d)
    excess = float(a * d - b * c)
    if excess > 0:
        excess = max(excess - n / 2, 0)
    phi = excess / sqrt(product) if product else 0.0
    low, high = newcombe_limits(a + b, n, a + c, n, z_of(tail_of(level, side)), phi)
    return difference(low, high, level, "Newcombe (paired)", side)


def newcombe_limits(x1: Any, n1: Any, x2: Any, n2: Any, z: Any, phi: Any = 0.0) -> tuple[Floats, Floats]:
    """Both limits for arrays of counts; `phi` is the correlation of the two proportions when they are paired."""
    p1, down1, up1 = wilson_distances(x1, n1, z)
    p2, down2, up2 = wilson_distances(x2, n2, z)
    low = p1 - p2 - np.sqrt(np.maximum(down1**2 - 2 * phi * down1 * up2 + up2**2, 0.0))
    high = p1 - p2 + np.sqrt(np.maximum(up1**2 - 2 * phi * up1 * down2 + down2**2, 0.0))
    return low, high


def wilson_distances(x: Column, n: Any, z: Any) -> tuple[Floats, Floats, Floats]:
    """A proportion, and its distances to the Wilson limits below and above."""
    x, n, z = (np.asarray(v, dtype=float) for v in (x, n, z))
    p = x / n
    half = z * np.sqrt(z**2 + 4 * x * (1 - p))
    centre, scale = 2 * x + z**2, 2 * (n + z**2)
    return p, np.maximum(p - (centre - half) / scale, 0.0), np.maximum((centre + half) / scale - p, 0.0)
