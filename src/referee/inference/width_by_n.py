"""The width of an interval of a proportion for several numbers of cases."""

from __future__ import annotations

from collections.abc import Sequence

from referee import _check
from referee.core.interval import WidthRow
from referee.inference.proportion import proportion_interval


def width_by_n(
    value: float,
    n: Sequence[int] = (20, 50, 100, 500, 1000, 5000),
    *,
    level: float = 0.95,
    method: str = "midp",
) -> list[WidthRow]:
    """The interval of a measured proportion for several numbers of cases (Tan et al., Example 4.4; Duda, figure 9.10).

    The proportion is taken as it is, also where value x n is no whole number of cases.

    >>> for row in width_by_n(0.8, [20, 100], method="wilson"):
    ...     print(row.n, round(row.low, 3), round(row.high, 3))
    20 0.584 0.919
    100 0.711 0.867
    """
    value = _check.share("value", value)
    rows = []
    for size in _check.items("n", n, "numbers of cases"):
        count = _check.whole("n", size, least=1)
        k = round(value * count, 9)
        ci = proportion_interval(k, count, level, method=method, fractional=True)
        rows.append(WidthRow(count, k, ci.low, ci.high, ci.width))
    return rows
