"""A test of two independent values from the interval of each: the level at which MOVER's interval touches 0."""

from __future__ import annotations

import math
from collections.abc import Callable

from referee.intervals._solve import root

Ends = Callable[[float], tuple[float, float]]
"""Limits of a value for a normal quantile."""

_FAR = 37.0  # beyond it p is 0 in floating point


def mover_limits(a: float, b: float, ends_a: Ends, ends_b: Ends, z: float) -> tuple[float, float]:
    """Limits of a - b: the distances of each value to its own limits add in squares. Reference: zou2008.

    >>> low, high = mover_limits(0.8, 0.6, lambda z: (0.7, 0.9), lambda z: (0.5, 0.7), 1.96)
    >>> round(low, 3), round(high, 3)
    (0.059, 0.341)
    """
    (low_a, high_a), (low_b, high_b) = ends_a(z), ends_b(z)
    return a - b - math.hypot(a - low_a, high_b - b), a - b + math.hypot(high_a - a, b - low_b)


def mover_z(a: float, b: float, ends_a: Ends, ends_b: Ends) -> float:
    """The quantile at which a limit of a - b is 0, with the sign of a - b; 0 when it is beyond 0 for all.

    >>> wide = lambda value: lambda z: (value - z / 10, value + z / 10)
    >>> round(mover_z(0.8, 0.6, wide(0.8), wide(0.6)), 4)
    1.4142
    """
    if a == b:
        return 0.0
    pick, sign = (0, 1.0) if a > b else (1, -1.0)
    return sign * root(lambda z: -sign * mover_limits(a, b, ends_a, ends_b, z)[pick], 0.0, _FAR)
