"""Wald interval of the difference of two independent proportions, and the form that adds cases first."""

from __future__ import annotations

from math import sqrt

from referee import _check
from referee.core import Interval
from referee.intervals.two_by_two import Side, difference, quantile, two_counts


def wald_difference(x1: int, n1: int, x2: int, n2: int, level: float = 0.95, *, side: Side = "two") -> Interval:
    """Interval of p1 - p2 by the normal form with its own variances.

    d -+ z sqrt(p1 (1 - p1) / n1 + p2 (1 - p2) / n2). It is not cut at -1 and 1. It is too short for small counts
    (type-I error .218 for 30 against 5000 cases at 5% errors), and has no width when both rates are 0 or 1.
    Reference: tan2006.

    >>> ci = wald_difference(25, 30, 3750, 5000)
    >>> round(ci.low, 3), round(ci.high, 3)
    (-0.051, 0.217)
    """
    x1, n1, x2, n2 = two_counts(x1, n1, x2, n2)
    return wald_difference_rates(x1 / n1, n1, x2 / n2, n2, level, side=side)


def wald_difference_rates(
    rate1: float, n1: int, rate2: float, n2: int, level: float = 0.95, *, side: Side = "two"
) -> Interval:
    """As `wald_difference`, from rates that need not be whole counts over n. Reference: tan2006.

    >>> ci = wald_difference_rates(0.25, 5000, 0.15, 30)
    >>> round(ci.low, 3), round(ci.high, 3)
    (-0.028, 0.228)
    """
    z = quantile(level, side)
    d, se = difference_and_error(rate1, n1, rate2, n2)
    return difference(d - z * se, d + z * se, level, "Wald", side, clip=False)


def difference_and_error(rate1: float, n1: int, rate2: float, n2: int) -> tuple[float, float]:
    """The difference of two rates and its standard error (Eq. 4.14)."""
    p1, p2 = _check.share("rate1", rate1), _check.share("rate2", rate2)
    m1, m2 = _check.whole("n1", n1, least=1), _check.whole("n2", n2, least=1)
    return p1 - p2, sqrt(p1 * (1 - p1) / m1 + p2 * (1 - p2) / m2)


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
