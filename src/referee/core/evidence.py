"""Evidence: what a test keeps, so that it answers at every level without being run again."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from referee._quantile import quantile
from referee.core.types import Alternative, Floats

Limits = tuple[float, float]


@dataclass(frozen=True)
class Evidence(ABC):
    """The base of all: limits of the effect that leave out the probability `tail` at each end."""

    @abstractmethod
    def limits(self, tail: float) -> Limits:
        """Both limits."""


@dataclass(frozen=True)
class Pivot(Evidence):
    """A value over its standard error, normal or Student's t.

    The error and the value may differ on the two sides.
    """

    low_value: float
    high_value: float
    low_error: float
    high_error: float
    df: float = math.inf

    def limits(self, tail: float) -> Limits:
        """The values minus and plus so many errors."""
        q = -quantile(tail, self.df)
        return self.low_value - q * self.low_error, self.high_value + q * self.high_error


@dataclass(frozen=True)
class Draws(Evidence):
    """Sorted draws of the effect, of one or several sets; the limits hold those of each set and the value.

    The k-th draw from the end is the limit, k so that the interval leaves out 0 exactly when the p of that tail,
    (b + 1) / (m + 1), is below it.
    """

    value: float
    sets: tuple[Floats, ...]

    def limits(self, tail: float) -> Limits:
        """Order statistics of the draws; without a limit where there are too few."""
        low = high = self.value
        for drawn in self.sets:
            m = len(drawn)
            rank = max(0, math.ceil(tail * (m + 1)) - 2)
            while (1 + rank) / (m + 1) < tail:
                rank += 1
            if not rank or not m:
                return -math.inf, math.inf
            low, high = min(low, float(drawn[rank - 1])), max(high, float(drawn[m - rank]))
        return low, high

    def p_value(self, alternative: Alternative) -> float:
        """The p of no effect, of several sets the largest: (b + 1) / (m + 1) in the tail, twice the smaller two-sided.

        Draws that lie on the other side of 0 than the value are no evidence: p is 1.
        """
        p = 0.0
        for drawn in self.sets:
            m = len(drawn)
            below = (1 + int(np.searchsorted(drawn, 0.0, side="right"))) / (m + 1)
            above = (1 + m - int(np.searchsorted(drawn, 0.0, side="left"))) / (m + 1)
            tails = {"two-sided": min(1.0, 2 * min(below, above)), "greater": below, "less": above}
            middle = float(drawn[m // 2]) if m else 0.0
            p = max(p, 1.0 if self.value <= 0 < middle or middle < 0 <= self.value else tails[alternative])
        return p


@dataclass(frozen=True)
class Score(Evidence):
    """What a score test does not reject: its limits as a function of the normal quantile."""

    of_quantile: Callable[[float], tuple[Floats | float, Floats | float]]

    def limits(self, tail: float) -> Limits:
        """The limits at the quantile of the tail."""
        low, high = self.of_quantile(-float(ndtri(tail)))
        return float(low), float(high)


@dataclass(frozen=True)
class Turned(Evidence):
    """The same evidence with the two sides exchanged."""

    other: Evidence

    def limits(self, tail: float) -> Limits:
        """The limits with other signs."""
        low, high = self.other.limits(tail)
        return -high, -low


@dataclass(frozen=True)
class Stretched(Evidence):
    """The same evidence of an effect that is so many times as large."""

    other: Evidence
    factor: float

    def limits(self, tail: float) -> Limits:
        """The limits times the factor."""
        low, high = self.other.limits(tail)
        return self.factor * low, self.factor * high
