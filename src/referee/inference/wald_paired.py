"""Wald interval of the difference of two paired proportions, and two forms that add cases first."""

from __future__ import annotations

from math import sqrt
from typing import Any

from referee.core import Interval
from referee.core.types import Table
from referee.inference.proportion import Side, tail_of, z_of
from referee.inference.samples import paired_counts


def wald_paired(table: Table, level: float = 0.95, *, side: Side = "two") -> Interval:
    """Interval of the difference of two accuracies on the same cases by the normal form.

    With b only A right, c only B right: d = (b - c) / n, se = sqrt(b + c - (b - c)^2 / n) / n. It is too short
    when discordant cases are few, and has no width when there are none. Reference: agresti2005.

    >>> ci = wald_paired([[40, 12], [5, 43]])
    >>> round(ci.low, 4), round(ci.high, 4)
    (-0.0096, 0.1496)
    """
    return _with_added(table, level, side, each=0.0, total=0.0, method="Wald (paired)")


def agresti_min(table: Table, level: float = 0.95, *, side: Side = "two") -> Interval:
    """Interval of the difference of two accuracies on the same cases: Wald with half a case in each cell.

    `table` is [[both right, only A right], [only B right, both wrong]]. It errs on the wide side when few cases
    are discordant. Reference: agresti2005.

    >>> ci = agresti_min([[40, 12], [5, 43]])
    >>> round(ci.low, 4), round(ci.high, 4)
    (-0.0118, 0.1491)
    """
    return _with_added(table, level, side, each=0.5, total=2.0, method="Agresti-Min")


def bonett_price(table: Table, level: float = 0.95, *, side: Side = "two") -> Interval:
    """Interval of the difference of two accuracies on the same cases: Wald with a case in each off cell.

    `table` is [[both right, only A right], [only B right, both wrong]]; one case is added to each discordant
    cell and two to n. It errs on the wide side when few cases are discordant. Reference: bonett2012.

    >>> ci = bonett_price([[40, 12], [5, 43]])
    >>> round(ci.low, 4), round(ci.high, 4)
    (-0.0141, 0.1513)
    """
    return _with_added(table, level, side, each=1.0, total=2.0, method="Bonett-Price")


def _with_added(table: Table, level: float, side: Side, *, each: float, total: float, method: str) -> Interval:
    """The Wald form after adding `each` case to both discordant cells and `total` to all cells together."""
    a, b, c, d = paired_counts(table)
    n = a + b + c + d + total
    z, gap = z_of(tail_of(level, side)), (b - c) / n
    half = z * sqrt(max(b + c + 2 * each - (b - c) ** 2 / n, 0.0)) / n
    return difference(gap - half, gap + half, level, method, side)


def difference(low: Any, high: Any, level: float, method: str, side: Side) -> Interval:
    """An interval of a difference of proportions; a bound has its other end at the end of the range."""
    low, high = (max(-1.0, min(1.0, float(end))) for end in (low, high))
    return Interval(-1.0 if side == "upper" else low, 1.0 if side == "lower" else high, level, method, side)
