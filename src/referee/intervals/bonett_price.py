"""Bonett-Price interval of the difference of two paired proportions."""

from __future__ import annotations

from typing import Any

from referee.core.interval import Interval
from referee.intervals.two_by_two import Side
from referee.intervals.wald_paired import with_added


def bonett_price(table: Any, level: float = 0.95, *, side: Side = "two") -> Interval:
    """Interval of the difference of two accuracies on the same cases: Wald with a case in each off cell.

    `table` is [[both right, only A right], [only B right, both wrong]]; one case is added to each discordant
    cell and two to n. It errs on the wide side when few cases are discordant. Reference: bonett2012.

    >>> ci = bonett_price([[40, 12], [5, 43]])
    >>> round(ci.low, 4), round(ci.high, 4)
    (-0.0141, 0.1513)
    """
    return with_added(table, level, side, each=1.0, total=2.0, method="Bonett-Price")
