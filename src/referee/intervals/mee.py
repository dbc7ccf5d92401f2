"""Mee's score interval of the difference of two independent proportions."""

from __future__ import annotations

from referee.core.interval import Interval
from referee.intervals.miettinen_nurminen import score_limits
from referee.intervals.two_by_two import Side, difference, quantile, two_counts


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
