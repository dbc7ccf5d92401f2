"""What the error of the nearest-neighbour rule says of the Bayes error."""

from __future__ import annotations

import math

from referee import _check
from referee.core.interval import Interval


def cover_hart(error: float, *, classes: int = 2) -> Interval:
    """Limits of the Bayes error from the error of the 1-nearest-neighbour rule on very many cases.

    With R the error and K classes: (K-1)/K (1 - sqrt(1 - K R / (K-1))) <= Bayes error <= R. The limits hold for
    infinitely many cases; on a sample R is larger, so they err upward. Reference: cover1967.

    >>> low, high = cover_hart(0.3)
    >>> round(low, 3), high
    (0.184, 0.3)
    """
    r, k = _check.share("error", error), _check.whole("classes", classes, least=2)
    most = (k - 1) / k
    if r > most:
        _check.fail("error", f"be at most {most:g}, the error of guessing among {k} classes", error)
    low = most * (1 - math.sqrt(max(0.0, 1 - r / most)))
    return Interval(low, r, 1.0, "Cover-Hart limits, many cases")
