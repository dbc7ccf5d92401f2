"""How many cases give an interval of a wanted width."""

from __future__ import annotations

from bisect import bisect_left

from referee import _check
from referee.inference.proportion import proportion_interval


def cases_for_width(value: float, width: float, *, level: float = 0.95, method: str = "midp") -> int:
    """The least number of cases at which the interval of a measured proportion is no wider than `width`.

    Found by bisection on n, the proportion taken as it is. It errs when the proportion turns out to be nearer to
    one half than `value`: plan with the value nearest to one half that is plausible.

    >>> cases_for_width(0.8, 0.1)
    246
    """
    value = _check.share("value", value)
    width = _check.fraction("width", width)

    def enough(n: int) -> bool:
        return proportion_interval(value * n, n, level, method=method, fractional=True).width <= width

    high = 1
    while not enough(high):
        high *= 2
        if high > 10**12:
            _check.fail("width", "be reachable with fewer than 1e12 cases", width)
    low = high // 2 + 1
    return low + bisect_left(range(low, high), True, key=enough)
