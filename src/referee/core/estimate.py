"""A number with its interval, which never forgets its level and method; undefined is NaN with the reason in words."""

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


class Estimate(Noun, schema="estimate/1"):
    """An estimated measure.

    `n` is the number of cases that the value rests on (for precision, the cases predicted positive; with weights
    Kish's effective number). `undefined` says why the value is NaN; `note` says what else must be known, for
    example why there is no interval. `limits` are the lowest and highest value that the counts allow, where scores
    were counted on bins.

    >>> e = Estimate("accuracy", 0.8, 100, Interval(0.71, 0.87, 0.95, "mid-P"))
    >>> float(e), e.interval.method, e.defined
    (0.8, 'mid-P', True)
    """

    name: str
    value: float
    n: float
    interval: Interval | None = None
    undefined: str | None = None
    note: str = ""
    title: str = ""
    limits: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", math.nan if self.value is None else float(self.value))
        if self.n < 0:
            _check.fail("n", "be at least 0", self.n)

    def __float__(self) -> float:
        return self.value

    @property
    def defined(self) -> bool:
        """Whether there is a value."""
        return not math.isnan(self.value)


class ErrorLimits(Noun, schema="error_limits/1"):
    """Limits or parts of an error rate, read together.

    `sentence` says what they mean, `estimates` are the numbers, `warnings` what must be known before they are used.

    >>> ErrorLimits("Bounds", "...", (Estimate("bayes_error", 0.16, 0),))["bayes_error"].value
    0.16
    """

    title: str
    sentence: str
    estimates: tuple[Estimate, ...]
    warnings: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Estimate]:
        return iter(self.estimates)

    def __getitem__(self, name: str) -> Estimate:
        for estimate in self.estimates:
            if estimate.name == name:
                return estimate
        raise KeyError(name)
