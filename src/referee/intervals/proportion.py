"""Intervals for one proportion, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import update_wrapper
from inspect import signature
from typing import Literal, Protocol, get_args, get_type_hints

from scipy.special import betaincinv, ndtri

from referee import _check
from referee.core import Interval
from referee.core.interval import WidthRow

Side = Literal["two", "lower", "upper"]
Limits = Callable[[float, float, float], tuple[float, float]]

METHODS: dict[str, ProportionInterval] = {}
"""Every method for one proportion by its name."""


class ProportionInterval(Protocol):
    """An interval for a proportion from successes and trials."""

    def __call__(
        self, successes: float, n: float, level: float = 0.95, *, side: Side = "two", fractional: bool = False
    ) -> Interval:
        """The interval; see `referee.intervals.proportion`."""


def proportion_method(title: str) -> Callable[[Limits], ProportionInterval]:
    """Make `limits(successes, n, tail)`, with the probability `tail` left out at each end, an interval by name.

    The interval takes any `level`; `side` "lower" or "upper" gives a one-sided bound, with all of 1 - level at that
    end. A fraction of a case is refused unless `fractional=True`, as is needed with importance weights.
    """

    def decorate(limits: Limits) -> ProportionInterval:
        def interval(
            successes: float, n: float, level: float = 0.95, *, side: Side = "two", fractional: bool = False
        ) -> Interval:
            tail, fractional = tail_of(level, side), fractional is True
            n = _check.positive_number("n", n) if fractional else _check.whole("n", n, least=1)
            k = _check.number("successes", successes) if fractional else _check.whole("successes", successes)
            if not 0 <= k <= n:
                _check.fail("successes", f"lie between 0 and n = {n:g}", successes)
            low, high = limits(float(k), float(n), tail)
            low, high = max(0.0, low), min(1.0, high)
            return Interval(0.0 if side == "upper" else low, 1.0 if side == "lower" else high, level, title, side)

        own = {"__signature__": signature(interval, eval_str=True), "__annotations__": get_type_hints(interval)}
        METHODS[limits.__name__] = update_wrapper(interval, limits)
        for name, value in own.items():
            setattr(interval, name, value)
        return interval

    return decorate


def tail_of(level: float, side: Side) -> float:
    """The probability that an interval leaves out at each of its ends: all of 1 - level at the end of a bound.

    >>> round(tail_of(0.9, "two"), 3), round(tail_of(0.9, "lower"), 3)
    (0.05, 0.1)
    """
    level = _check.fraction("level", level)
    return (1 - level) / 2 if _check.choice("side", side, get_args(Side)) == "two" else 1 - level


def z_of(tail: float) -> float:
    """The standard normal quantile that leaves `tail` above it.

    >>> round(z_of(0.025), 3)
    1.96
    """
    return float(-ndtri(tail))


def proportion_interval(
    successes: float,
    n: float,
    level: float = 0.95,
    *,
    method: str = "midp",
    side: Side = "two",
    fractional: bool = False,
    guaranteed: bool = False,
) -> Interval:
    """An interval for a proportion: accuracy, recall, precision, any share of independent cases.

    The default is mid-P (mean coverage .951-.961 and minimum above .92 for n from 20 to 500); `guaranteed=True` takes
    Clopper-Pearson, whose coverage is never below the level. All assume independent cases.

    >>> ci = proportion_interval(80, 100, method="wilson")
    >>> round(ci.low, 3), round(ci.high, 3), ci.method
    (0.711, 0.867, 'Wilson')
    """
    known = sorted(METHODS)
    name = "clopper_pearson" if _check.flag("guaranteed", guaranteed) else _check.choice("method", method, known)
    return METHODS[name](successes, n, level, side=side, fractional=fractional)


def beta_limits(share: float, n: float, tail: float) -> tuple[float, float]:
    """Clopper-Pearson limits of a share of n cases, which need not be whole.

    >>> low, high = beta_limits(0.1, 20.0, 0.025)
    >>> round(low, 4), round(high, 4)
    (0.0123, 0.317)
    """
    k = share * n
    k = round(k) if abs(k - round(k)) < 1e-9 else k
    low = float(betaincinv(k, n - k + 1, tail)) if k > 0 else 0.0
    high = float(betaincinv(k + 1, n - k, 1 - tail)) if n - k > 0 else 1.0
    return low, high


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
