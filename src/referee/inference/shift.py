"""The interval of a shift that belongs to a rank test, by inverting the test."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from math import inf, nextafter

import numpy as np

from referee.core import Interval
from referee.core.types import Alternative, Floats
from referee.inference._result import Terms


def shift_interval(
    jumps: Floats, p_at: Callable[[float, Alternative], float], p_value: float, terms: Terms
) -> Interval:
    """The shifts that a rank test does not reject, from the shifts at which its p can change.

    `p_at(shift, side)` is the one-sided p after the shift is taken away. Between two jumps it is constant, so
    it is asked at middles, by bisection. With ties the p at 0 itself may differ from those on either side of
    it: the interval then holds 0 exactly when `p_value` is not below 1 - level.
    """
    beyond, alternative = terms.tail, terms.alternative
    points = np.unique(jumps)
    scale = max(1.0, float(np.abs(points).max()))
    middles = np.concatenate([[points[0] - scale], (points[1:] + points[:-1]) / 2, [points[-1] + scale]])
    low, high, places = -inf, inf, range(len(middles) - 1)
    if alternative != "less":
        first = bisect_left(places, True, key=lambda i: p_at(float(middles[i]), "greater") >= beyond)
        low = float(points[first - 1]) if first else -inf
    if alternative != "greater":
        last = bisect_left(places, True, key=lambda i: p_at(float(middles[-1 - i]), "less") >= beyond)
        high = float(points[-last]) if last else inf
    if low > high:
        low = high = (low + high) / 2
    rejected = p_value < 1 - terms.level
    if rejected and low <= 0 <= high:
        above = alternative == "greater" or (alternative == "two-sided" and high + low > 0)
        low, high = (nextafter(0.0, inf), high) if above else (low, nextafter(0.0, -inf))
    elif not rejected:
        low, high = min(low, 0.0), max(high, 0.0)
    return terms.interval(low, high, "Hodges-Lehmann")
