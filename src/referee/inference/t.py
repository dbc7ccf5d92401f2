"""t tests of a mean and of two means: one sample, pooled variance, and Welch's with separate variances."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

from referee import _check
from referee.core import TestResult
from referee.core.types import Alternative, Column
from referee.inference._result import Measured, Terms, Wording, pivot, satterthwaite
from referee.inference.samples import not_negative, rounding, sample, standard_deviation

_ERRS = "It errs when few values come from a skewed population, or when the values are not independent."


def t(x: Column, *, mu: float = 0.0, alternative: Alternative = "two-sided", level: float = 0.95) -> TestResult:
    """Test that the mean of a population is `mu`.

    t = (mean - mu) / (s / sqrt n) with n - 1 degrees of freedom, s with divisor n - 1. Inapplicable when the
    values do not vary and differ from mu; p is 1 when all are mu. It errs when few values come from a skewed
    population. Reference: student1908.

    >>> result = t([0.02, 0.01, 0.03, -0.01, 0.02])
    >>> round(result.statistic, 3), round(result.p_value, 3)
    (2.064, 0.108)
    """
    values = sample("x", x)
    mean = float(values[0]) if standard_deviation(values) == 0 else float(values.mean())
    return t_summary(mean, standard_deviation(values), len(values), mu=mu, alternative=alternative, level=level)


def t_summary(
    mean: float,
    sd: float,
    n: int,
    *,
    mu: float = 0.0,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
) -> TestResult:
    """As `t`, from the mean and the standard deviation (divisor n - 1) of n values. Reference: student1908.

    >>> result = t_summary(135, 27, 5, mu=100, alternative="greater")
    >>> round(result.statistic, 2), round(result.p_value, 4)
    (2.9, 0.0221)
    """
    n = _check.whole("n", n, least=2)
    sd = not_negative("sd", sd)
    return t_standard_error(mean, sd / sqrt(n), n - 1, mu=mu, alternative=alternative, level=level, sd=sd)


def t_standard_error(
    mean: float,
    se: float,
    df: float,
    *,
    mu: float = 0.0,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    sd: float | None = None,
) -> TestResult:
    """As `t`, from a mean and its standard error with `df` degrees of freedom (Eq. 4.16). Reference: tan2006.

    >>> result = t_standard_error(0.05, 0.002, 29)
    >>> round(result.effect.interval.low, 5), round(result.effect.interval.high, 5)
    (0.04591, 0.05409)
    """
    mean, mu, df = _check.number("mean", mean), _check.number("mu", mu), _check.positive_number("df", df)
    words, shown = Wording("t test", f"the mean is {mu:g}", "t", _ERRS, "mean"), {} if sd is None else {"sd": sd}
    found = Measured(mean, not_negative("se", se), df + 1, df)
    return pivot(words, found, Terms(alternative, level), centre=mu, details=shown)


_POOLED = Wording(
    "pooled t test",
    "the two means are equal",
    "t",
    "It errs when the variances and the sample sizes differ; Welch's test does not need equal variances.",
    "difference of means",
    constant="neither sample varies, so there is no spread to judge the difference by",
    same="both samples hold one and the same value",
)
_WELCH = replace(_POOLED, name="Welch t test", errs="It errs when few values come from skewed populations.")


def t_pooled(x: Column, y: Column, *, alternative: Alternative = "two-sided", level: float = 0.95) -> TestResult:
    """Test that two populations with the same variance have the same mean.

    t = (mean x - mean y) / (s sqrt(1/m + 1/n)), s^2 the pooled variance, with m + n - 2 degrees of freedom.
    Inapplicable when neither sample varies and their means differ. It errs when the variances differ.
    Reference: student1908.

    >>> result = t_pooled([54, 66, 64, 61], [23, 28, 27, 31, 51, 32])
    >>> round(result.statistic, 3), round(result.p_value, 5)
    (5.384, 0.00066)
    """
    return t_pooled_summary(*_summary(x, y), alternative=alternative, level=level)


def t_welch(x: Column, y: Column, *, alternative: Alternative = "two-sided", level: float = 0.95) -> TestResult:
    """Test that two populations have the same mean, whatever their variances.

    t = (mean x - mean y) / sqrt(s_x^2/m + s_y^2/n), with Satterthwaite's degrees of freedom. Inapplicable when
    neither sample varies and their means differ. It errs when few values come from skewed populations.
    Reference: welch1947.

    >>> result = t_welch([54, 66, 64, 61], [23, 28, 27, 31, 51, 32])
    >>> round(result.statistic, 3), round(result.details["df"], 2)
    (6.095, 7.81)
    """
    return t_welch_summary(*_summary(x, y), alternative=alternative, level=level)


def t_pooled_summary(
    mean1: float,
    sd1: float,
    n1: int,
    mean2: float,
    sd2: float,
    n2: int,
    *,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
) -> TestResult:
    """As `t_pooled`, from means, standard deviations (divisor n - 1) and sizes. Reference: student1908.

    >>> result = t_pooled_summary(61.25, 5.25, 4, 32, 9.84, 6)
    >>> round(result.statistic, 2)
    5.38
    """
    mean1, sd1, n1, mean2, sd2, n2 = _check_moments(mean1, sd1, n1, mean2, sd2, n2)
    df = n1 + n2 - 2
    pooled = ((n1 - 1) * sd1**2 + (n2 - 1) * sd2**2) / df
    se = sqrt(pooled * (1 / n1 + 1 / n2))
    found = Measured(mean1 - mean2, se, n1 + n2, df)
    return pivot(_POOLED, found, Terms(alternative, level), details={"sd_pooled": sqrt(pooled)})


def t_welch_summary(
    mean1: float,
    sd1: float,
    n1: int,
    mean2: float,
    sd2: float,
    n2: int,
    *,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
) -> TestResult:
    """As `t_welch`, from means, standard deviations (divisor n - 1) and sizes. Reference: welch1947.

    >>> result = t_welch_summary(61.25, 5.25, 4, 32, 9.84, 6)
    >>> round(result.statistic, 2)
    6.1
    """
    mean1, sd1, n1, mean2, sd2, n2 = _check_moments(mean1, sd1, n1, mean2, sd2, n2)
    largest = max(sd1, sd2) or 1.0
    v1, v2 = (sd1 / largest) ** 2 / n1, (sd2 / largest) ** 2 / n2
    df = satterthwaite((v1, n1), (v2, n2)) if v1 + v2 else float(n1 + n2 - 2)
    found = Measured(mean1 - mean2, largest * sqrt(v1 + v2), n1 + n2, df)
    return pivot(_WELCH, found, Terms(alternative, level))


def _summary(x: Column, y: Column) -> tuple[float, float, int, float, float, int]:
    """Means, standard deviations and sizes; means that differ by rounding only are made equal."""
    first, second = sample("x", x), sample("y", y)
    mean1, mean2 = float(first.mean()), float(second.mean())
    if abs(mean1 - mean2) <= rounding(first, second):
        mean1 = mean2
    return mean1, standard_deviation(first), len(first), mean2, standard_deviation(second), len(second)


def _check_moments(
    mean1: float, sd1: float, n1: int, mean2: float, sd2: float, n2: int
) -> tuple[float, float, int, float, float, int]:
    sd1, sd2 = not_negative("sd1", sd1), not_negative("sd2", sd2)
    mean1, mean2 = _check.number("mean1", mean1), _check.number("mean2", mean2)
    for arg, size in (("mean1", mean1), ("sd1", sd1), ("mean2", mean2), ("sd2", sd2)):
        if abs(size) > 1e150:
            _check.fail(arg, "be at most 1e150 in size", size)
    return mean1, sd1, _check.whole("n1", n1, least=2), mean2, sd2, _check.whole("n2", n2, least=2)
