"""z tests: of a mean when the standard deviation is known, and of two estimates by their standard errors."""

from __future__ import annotations

from dataclasses import replace
from math import hypot, nan, sqrt

from referee import _check
from referee.core import Estimate, Interval, TestResult
from referee.core.types import Alternative, Column
from referee.inference._result import Measured, Terms, Wording, pivot
from referee.inference.samples import not_negative, sample

ONE_SE = 0.6826894921370859
"""The level of an interval of one standard error to each side."""

_ERRS = "It errs when sigma is not really known, or when few values come from a skewed population."


def z(
    x: Column, *, sigma: float, mu: float = 0.0, alternative: Alternative = "two-sided", level: float = 0.95
) -> TestResult:
    """Test that the mean of a population with known standard deviation is `mu`.

    z = (mean - mu) / (sigma / sqrt n), against the normal distribution; the interval is mean -+ z sigma / sqrt
    n. It errs when sigma is not really known. Reference: snedecor1989.

    >>> result = z([101, 112, 95, 120], sigma=15, mu=100)
    >>> round(result.statistic, 3), round(result.p_value, 3)
    (0.933, 0.351)
    """
    values = sample("x", x, least=1)
    return z_summary(float(values.mean()), len(values), sigma=sigma, mu=mu, alternative=alternative, level=level)


def z_summary(
    mean: float,
    n: int,
    *,
    sigma: float,
    mu: float = 0.0,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
) -> TestResult:
    """As `z`, from the mean of n values. Reference: snedecor1989.

    >>> result = z_summary(135, 25, sigma=15, mu=100, alternative="greater")
    >>> round(result.statistic, 2), result.p_value < 1e-30
    (11.67, True)
    """
    mean, mu = _check.number("mean", mean), _check.number("mu", mu)
    n, sigma = _check.whole("n", n, least=1), _check.positive_number("sigma", sigma)
    words = Wording("z test", f"the mean is {mu:g}", "z", _ERRS, "mean")
    return pivot(words, Measured(mean, sigma / sqrt(n), n), Terms(alternative, level), centre=mu)


_TWO = Wording(
    "z test of two estimates",
    "the two estimate the same value",
    "z",
    "It errs when the two estimates come from the same cases, or are not near normal.",
    "difference",
    constant="both standard errors are 0",
)


def z_two_estimates(
    value1: float,
    se1: float,
    value2: float,
    se2: float,
    *,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
) -> TestResult:
    """Test that two independent estimates with these standard errors estimate the same thing.

    z = (value1 - value2) / sqrt(se1^2 + se2^2). It errs when the estimates come from the same cases, where the
    standard error of the difference is another one. Reference: snedecor1989.

    >>> result = z_two_estimates(0.85, 0.075, 0.80, 0.06)
    >>> round(result.statistic, 3), round(result.p_value, 3)
    (0.521, 0.603)
    """
    value1, value2 = _check.number("value1", value1), _check.number("value2", value2)
    first, second = not_negative("se1", se1), not_negative("se2", se2)
    found = Measured(value1 - value2, hypot(first, second), nan)
    made = pivot(_TWO, found, Terms(alternative, level), details={"se1": first, "se2": second})
    compared = tuple(
        Estimate(name, value, nan, Interval(value - se, value + se, ONE_SE, "one standard error"))
        for name, value, se in (("first", value1, first), ("second", value2, second))
    )
    return replace(made, compared=compared)
