"""Two-sample t tests: pooled variance, and Welch's with separate variances."""

from __future__ import annotations

from math import sqrt
from typing import Any

from referee import _check
from referee.core import TestResult
from referee.core.types import Alternative
from referee.inference._result import pivot, satterthwaite
from referee.inference.samples import not_negative, rounding, sample, spread

_POOLED = "It errs when the variances and the sample sizes differ; Welch's test does not need equal variances."
_FLAT = "neither sample varies, so there is no spread to judge the difference by"
_SAME = "both samples hold one and the same value"
_WELCH = "It errs when few values come from skewed populations."


def t_pooled(x: Any, y: Any, *, alternative: Alternative = "two-sided", level: float = 0.95) -> TestResult:
    """Test that two populations with the same variance have the same mean.

    t = (mean x - mean y) / (s sqrt(1/m + 1/n)), s^2 the pooled variance, with m + n - 2 degrees of freedom.
    Inapplicable when neither sample varies and their means differ. It errs when the variances differ.
    Reference: student1908.

    >>> result = t_pooled([54, 66, 64, 61], [23, 28, 27, 31, 51, 32])
    >>> round(result.statistic, 3), round(result.p_value, 5)
    (5.384, 0.00066)
    """
    return t_pooled_summary(*_summary(x, y), alternative=alternative, level=level)


def t_welch(x: Any, y: Any, *, alternative: Alternative = "two-sided", level: float = 0.95) -> TestResult:
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
    mean1, sd1, n1, mean2, sd2, n2 = _checked(mean1, sd1, n1, mean2, sd2, n2)
    df = n1 + n2 - 2
    pooled = ((n1 - 1) * sd1**2 + (n2 - 1) * sd2**2) / df
    se = sqrt(pooled * (1 / n1 + 1 / n2))
    options = {"alternative": alternative, "level": level, "errs": _POOLED, "details": {"sd_pooled": sqrt(pooled)}}
    return _equal_means("pooled t test", mean1 - mean2, se, df=df, n=n1 + n2, **options)


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
    mean1, sd1, n1, mean2, sd2, n2 = _checked(mean1, sd1, n1, mean2, sd2, n2)
    largest = max(sd1, sd2) or 1.0
    v1, v2 = (sd1 / largest) ** 2 / n1, (sd2 / largest) ** 2 / n2
    df = satterthwaite((v1, n1), (v2, n2)) if v1 + v2 else float(n1 + n2 - 2)
    se = largest * sqrt(v1 + v2)
    options = {"alternative": alternative, "level": level, "errs": _WELCH}
    return _equal_means("Welch t test", mean1 - mean2, se, df=df, n=n1 + n2, **options)


def _summary(x: Any, y: Any) -> tuple[float, float, int, float, float, int]:
    """Means, standard deviations and sizes; means that differ by rounding only are made equal."""
    first, second = sample("x", x), sample("y", y)
    mean1, mean2 = float(first.mean()), float(second.mean())
    if abs(mean1 - mean2) <= rounding(first, second):
        mean1 = mean2
    return mean1, spread(first), len(first), mean2, spread(second), len(second)


def _checked(
    mean1: float, sd1: float, n1: int, mean2: float, sd2: float, n2: int
) -> tuple[float, float, int, float, float, int]:
    sd1, sd2 = not_negative("sd1", sd1), not_negative("sd2", sd2)
    mean1, mean2 = _check.number("mean1", mean1), _check.number("mean2", mean2)
    for arg, size in (("mean1", mean1), ("sd1", sd1), ("mean2", mean2), ("sd2", sd2)):
        if abs(size) > 1e150:
            _check.fail(arg, "be at most 1e150 in size", size)
    return mean1, sd1, _check.whole("n1", n1, least=2), mean2, sd2, _check.whole("n2", n2, least=2)


def _equal_means(name: str, value: float, se: float, **options: Any) -> TestResult:
    words = name, "the two means are equal", "difference of means"
    return pivot(*words, value, se, constant=_FLAT, same=_SAME, **options)
