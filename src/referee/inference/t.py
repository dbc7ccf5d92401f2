"""One-sample t test of a mean."""

from __future__ import annotations

from math import sqrt
from typing import Any

from referee import _check
from referee.core import TestResult
from referee.core.types import Alternative
from referee.inference._result import pivot
from referee.inference.samples import not_negative, sample, spread

_ERRS = "It errs when few values come from a skewed population, or when the values are not independent."


def t(x: Any, *, mu: float = 0.0, alternative: Alternative = "two-sided", level: float = 0.95) -> TestResult:
    """Test that the mean of a population is `mu`.

    t = (mean - mu) / (s / sqrt n) with n - 1 degrees of freedom, s with divisor n - 1. Inapplicable when the
    values do not vary and differ from mu; p is 1 when all are mu. It errs when few values come from a skewed
    population. Reference: student1908.

    >>> result = t([0.02, 0.01, 0.03, -0.01, 0.02])
    >>> round(result.statistic, 3), round(result.p_value, 3)
    (2.064, 0.108)
    """
    values = sample("x", x)
    mean = float(values[0]) if spread(values) == 0 else float(values.mean())
    return t_summary(mean, spread(values), len(values), mu=mu, alternative=alternative, level=level)


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
    words, shown = ("t test", f"the mean is {mu:g}", "mean"), {} if sd is None else {"sd": sd}
    options: Any = {"alternative": alternative, "level": level, "details": shown, "errs": _ERRS}
    return pivot(*words, mean, not_negative("se", se), n=df + 1, df=df, centre=mu, **options)
