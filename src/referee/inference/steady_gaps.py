"""The mean gap between the placements of two models in both classes, steadied against cases that were not drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from referee.core.types import Floats

UNSEEN = 0.5
"""Cases of each class that may not have been drawn: by so many its spread is taken with care."""


class Gaps(NamedTuple):
    """The gaps of the placements of a class: how many, their variance, its kurtosis, and how far they reach.

    The kurtosis is the fourth moment over the squared variance: 3 for normal gaps. The reach is the third moment over
    the variance: the gap of the few cases that make a skewed variance, with its sign, and 0 where it has no side.
    """

    size: float
    variance: float
    kurtosis: float
    reach: float = 0.0

    @property
    def seen(self) -> float:
        """The variance of the mean gap."""
        return self.variance / self.size

    @property
    def part(self) -> float:
        """The same, and not less than what half a case can move the mean."""
        return max(self.seen, (UNSEEN / self.size) ** 2)


def gaps_of(gaps: Floats) -> Gaps:
    """The moments of the gaps of a class.

    >>> import numpy as np
    >>> [round(x, 4) for x in gaps_of(np.array([0.0, 0.0, 0.0, 0.4]))]
    [4, 0.04, 1.3125, 0.15]
    """
    size, apart = len(gaps), gaps - gaps.mean()
    squares = apart * apart
    variance = float(apart @ apart) / (size - 1)
    if variance <= 1e-100:
        return Gaps(size, variance, 0.0)
    fourth, third = float(squares @ squares) / size, float(squares @ apart) / size
    return Gaps(size, variance, fourth / variance**2, third / variance)


def steady_error(classes: Sequence[Gaps]) -> tuple[float, float]:
    """The standard error of a mean gap and its degrees of freedom.

    >>> [round(x, 4) for x in steady_error([Gaps(10, 0.04, 3.0), Gaps(1000, 0.04, 3.0)])]
    [0.0636, 9.1809]
    """
    total, unsure = sum(gaps.part for gaps in classes), 0.0
    for gaps in classes:
        own, part, size = gaps.seen, gaps.part, gaps.size
        of_moments = (own / part if part else 0.0) ** 2 * (gaps.kurtosis - (size - 3) / (size - 1)) / size
        unsure += (part / total) ** 2 * max(2 / (size - 1), of_moments)
    return math.sqrt(total), 2 / unsure


def steady_lean(one: Gaps, other: Gaps) -> float:
    """What the error of a mean gap is larger by on the side of its skewness: above where positive, else below.

    The third cumulant of the mean over its variance is how far one of the cases that make it skewed moves it, and half
    such a case may be unseen. What a class lacks of the variance of half a case reaches as far as the gaps of the
    other class do. It is 0 where nothing is skewed.

    >>> round(steady_lean(Gaps(100, 0.01, 90.0, 0.9), Gaps(1000, 0.0, 0.0)), 6)
    0.00449
    """
    third = 0.0
    for own, opposite in ((one, other), (other, one)):
        third += (own.seen * own.reach + (own.part - own.seen) * opposite.reach) / own.size
    return UNSEEN * third / (one.part + other.part)
