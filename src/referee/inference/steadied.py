"""A variance that a few cases cannot make too small."""

from __future__ import annotations

import math


def steadied(variance: float, guess: float, size: float, *, cases: float) -> float:
    """The mean of a variance seen in `size` cases and of a guess worth `cases` cases.

    (size V + cases W) / (size + cases). It is V when there are many cases. Where a model ranks nearly all well, few
    cases show none of the spread that others would: the guess stands in.

    >>> steadied(0.0, 0.01, 10, cases=10)
    0.005
    """
    return (size * variance + cases * guess) / (size + cases)


def guess_of(value: float, size: float) -> float:
    """The variance of a share of `size` cases, two of each outcome added (Agresti and Coull).

    >>> round(guess_of(1.0, 16), 6)
    0.005625
    """
    share = (value * size + 2) / (size + 4)
    return share * (1 - share) / size


def paired_guess(a: float, b: float, size: float, correlation: float) -> float:
    """The same of the difference of two shares on the same cases.

    >>> paired_guess(0.8, 0.8, 10, 1.0)
    0.0
    """
    one, two = guess_of(a, size), guess_of(b, size)
    return max(0.0, one + two - 2 * max(0.0, correlation) * math.sqrt(one * two))


def correlation_of(covariance: float, a: float, b: float) -> float:
    """The correlation of two estimates from their variances; 0 when one shows no spread.

    >>> correlation_of(0.5, 1.0, 0.25)
    1.0
    """
    return covariance / math.sqrt(a * b) if a > 0 and b > 0 else 0.0
