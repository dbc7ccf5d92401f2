"""An interval that never forgets its level and its method."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal, NamedTuple

from referee import _check
from referee.core.noun import Noun


class Interval(Noun, schema="interval/1"):
    """A confidence interval: its limits, its level and how it was made.

    `side` is "two" for an interval with a limit at each end, "lower" for a one-sided lower bound (the high end is
    the end of the range) and "upper" for a one-sided upper bound.

    >>> ci = Interval(0.711, 0.867, 0.95, "wilson")
    >>> 0.8 in ci, 0.9 in ci, round(ci.width, 3)
    (True, False, 0.156)
    >>> low, high = ci
    """

    low: float
    high: float
    level: float
    method: str
    side: Literal["two", "lower", "upper"] = "two"

    def __post_init__(self) -> None:
        for name in ("low", "high"):
            value = getattr(self, name)
            object.__setattr__(self, name, math.nan if value is None else float(value))
        _check.choice("side", self.side, ("two", "lower", "upper"))
        if self.low > self.high:
            _check.fail("interval", "have low <= high", f"{self.low} > {self.high}")

    def __iter__(self) -> Iterator[float]:
        return iter((self.low, self.high))

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    @property
    def width(self) -> float:
        """High minus low."""
        return self.high - self.low


class WidthRow(NamedTuple):
    """The interval of a proportion at one n."""

    n: int
    successes: float
    low: float
    high: float
    width: float
