"""Agresti-Min interval of the difference of two paired proportions."""

from __future__ import annotations

from typing import Any

from referee.core.interval import Interval
from referee.intervals.two_by_two import Side
from referee.intervals.wald_paired import with_added


def agresti_min(table: Any, level: float = 0.95, *, side: Side = "two") -> Interval:
    """Interval of the difference of two accuracies on the same cases: Wald with half a case in each cell.

    `table` is [[both right, only A right], [only B right, both wrong]]. It errs on the wide side when few cases
    are discordant. Reference: agresti2005.

    >>> ci = agresti_min([[40, 12], [5, 43]])
    >>> round(ci.low, 4), round(ci.high, 4)
    (-0.0118, 0.1491)
    """
    return with_added(table, level, side, each=0.5, total=2.0, method="Agresti-Min")
