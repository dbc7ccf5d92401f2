"""Agresti-Caffo interval of the difference of two independent proportions."""

from __future__ import annotations

from referee.core.interval import Interval
from referee.intervals.two_by_two import Side, difference, quantile, two_counts
from referee.intervals.wald_difference import difference_and_error


def agresti_caffo(x1: int, n1: int, x2: int, n2: int, level: float = 0.95, *, side: Side = "two") -> Interval:
    """Interval of p1 - p2: the Wald form after adding one success and one failure to each sample.

    It errs on the wide side when both rates are near 0 or 1, and its centre is drawn towards 0.
    Reference: agresti2000.

    >>> ci = agresti_caffo(80, 100, 70, 100)
    >>> round(ci.low, 3), round(ci.high, 3)
    (-0.021, 0.217)
    """
    z = quantile(level, side)
    d, se = adjusted(x1, n1, x2, n2)
    return difference(d - z * se, d + z * se, level, "Agresti-Caffo", side)


def adjusted(x1: int, n1: int, x2: int, n2: int) -> tuple[float, float]:
    """The difference and its standard error after the four added cases."""
    x1, n1, x2, n2 = two_counts(x1, n1, x2, n2)
    return difference_and_error((x1 + 1) / (n1 + 2), n1 + 2, (x2 + 1) / (n2 + 2), n2 + 2)
