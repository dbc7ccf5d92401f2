"""The shifts that a rank test does not reject: the interval at any level, by inverting the test."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, nextafter

import numpy as np

from referee.core.evidence import Evidence, Limits
from referee.core.types import Alternative, Floats


@dataclass(frozen=True)
class Shifts(Evidence):
    """Limits of a shift, from the sorted shifts at which the p of a rank test can change.

    Between two of these points p is constant. `p_at(i, side)` is the one-sided p after a shift with i points below it,
    such as the i-th of `middle_shifts`, is taken away; it is asked by bisection. With ties the p at 0 itself may differ
    from those on either side of it: the interval then holds 0 exactly when `p_value`, that of the `alternative`, is
    not below 1 - level.
    """

    points: Floats
    p_at: Callable[[int, Alternative], float]
    p_value: float
    alternative: Alternative

    def limits(self, tail: float) -> Limits:
        """The lowest and the highest shift that is not rejected; infinite on the side that is not tested."""
        low, high, places = -inf, inf, range(len(self.points))
        if self.alternative != "less":
            first = bisect_left(places, True, key=lambda i: self.p_at(i, "greater") >= tail)
            low = float(self.points[first - 1]) if first else -inf
        if self.alternative != "greater":
            last = bisect_left(places, True, key=lambda i: self.p_at(len(self.points) - i, "less") >= tail)
            high = float(self.points[-last]) if last else inf
        if low > high:
            low = high = (low + high) / 2
        rejected = self.p_value < (2 * tail if self.alternative == "two-sided" else tail)
        if rejected and low <= 0 <= high:
            above = self.alternative == "greater" or (self.alternative == "two-sided" and high + low > 0)
            low, high = (nextafter(0.0, inf), high) if above else (low, nextafter(0.0, -inf))
        elif not rejected:
            low, high = min(low, 0.0), max(high, 0.0)
        return low, high


def middle_shifts(points: Floats) -> Floats:
    """One shift below all points, one between each two, one above all.

    >>> middle_shifts(np.array([1.0, 3.0])).tolist()
    [-2.0, 2.0, 6.0]
    """
    scale = max(1.0, float(np.abs(points).max()))
    return np.concatenate([[points[0] - scale], (points[1:] + points[:-1]) / 2, [points[-1] + scale]])
