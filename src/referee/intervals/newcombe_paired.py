"""Newcombe's interval of the difference of two paired proportions."""

from __future__ import annotations

from math import sqrt
from typing import Any

from referee.core.interval import Interval
from referee.intervals.newcombe import newcombe_limits
from referee.intervals.two_by_two import Side, difference, paired_counts, quantile


def newcombe_paired(table: Any, level: float = 0.95, *, side: Side = "two") -> Interval:
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
    low, high = newcombe_limits(a + b, n, a + c, n, quantile(level, side), phi)
    return difference(low, high, level, "Newcombe (paired)", side)
