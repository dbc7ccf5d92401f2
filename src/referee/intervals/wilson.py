"""The Wilson score interval for a proportion."""

from __future__ import annotations

import math

from referee.intervals.proportion import proportion_method, z_of


@proportion_method("Wilson")
def wilson(successes: float, n: float, tail: float) -> tuple[float, float]:
    """The proportions p0 that a score test does not reject: |p - p0| <= z sqrt(p0 (1 - p0) / n).

    (2 n p + z^2 +- z sqrt(z^2 + 4 n p (1 - p))) / (2 (n + z^2)). Its coverage is right on average but falls to 86%
    for some p near 0 and 1. Reference: wilson1927.

    >>> ci = wilson(80, 100)
    >>> round(ci.low, 3), round(ci.high, 3)
    (0.711, 0.867)
    """
    z = z_of(tail)
    middle = (2 * successes + z * z) / (2 * (n + z * z))
    half = z * math.sqrt(z * z + 4 * successes * (1 - successes / n)) / (2 * (n + z * z))
    return (0.0 if successes == 0 else middle - half), (1.0 if successes == n else middle + half)
