"""Tests of two variances: F, and Levene's in the form of Brown and Forsythe."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan

import numpy as np
from scipy.special import fdtr, fdtrc, fdtri

from referee import _check
from referee.core import Estimate, TestResult
from referee.core.types import Alternative, Column
from referee.inference._result import DOUBLED, Terms, Wording, of_tails
from referee.inference.samples import not_negative, sample, standard_deviation
from referee.inference.t import t_pooled

_WORDS = Wording(
    "F test of two variances",
    "the two variances are equal",
    "F",
    "It errs badly when the populations are not normal; Levene's test stands beside it.",
    convention=DOUBLED,
)


def f(x: Column, y: Column, *, alternative: Alternative = "two-sided", level: float = 0.95) -> TestResult:
    """Test that two normal populations have the same variance.

    F = s_x^2 / s_y^2 with m - 1 and n - 1 degrees of freedom; the two-sided p is twice the smaller tail, whose
    interval of the ratio is F over the quantiles of F. Inapplicable when a sample does not vary. It errs badly
    when the populations are not normal. Reference: snedecor1989.

    >>> result = f([54, 66, 64, 61], [23, 28, 27, 31, 51, 32])
    >>> round(result.statistic, 3), round(result.p_value, 3)
    (0.285, 0.33)
    """
    first, second = sample("x", x), sample("y", y)
    sd1, sd2 = standard_deviation(first), standard_deviation(second)
    return f_summary(sd1, len(first), sd2, len(second), alternative=alternative, level=level)


def f_summary(
    sd1: float, n1: int, sd2: float, n2: int, *, alternative: Alternative = "two-sided", level: float = 0.95
) -> TestResult:
    """As `f`, from standard deviations (divisor n - 1) and sizes. Reference: snedecor1989.

    >>> round(f_summary(5.25, 4, 9.84, 6).statistic, 3)
    0.285
    """
    sd1, sd2 = not_negative("sd1", sd1), not_negative("sd2", sd2)
    df1, df2 = _check.whole("n1", n1, least=2) - 1, _check.whole("n2", n2, least=2) - 1
    terms, n = Terms(alternative, level), df1 + df2 + 2
    details = {"df1": float(df1), "df2": float(df2)}
    if sd1 == 0 or sd2 == 0:
        reason = "a sample does not vary, so there is no ratio of variances"
        return _WORDS.refuse(Estimate("ratio of variances", nan, n), reason, alternative, details=details)
    ratio = (sd1 / sd2) ** 2
    p = of_tails(float(fdtrc(df1, df2, ratio)), float(fdtr(df1, df2, ratio)), alternative)
    low, high = ratio * float(fdtri(df2, df1, terms.tail)), ratio / float(fdtri(df1, df2, terms.tail))
    effect = Estimate("ratio of variances", ratio, n, terms.interval(low, high, "F", (0.0, inf)))
    return _WORDS.result(p, effect, ratio, alternative=alternative, details=details)


def levene(x: Column, y: Column, *, alternative: Alternative = "two-sided", level: float = 0.95) -> TestResult:
    """Test that two populations spread equally around their medians.

    It is the pooled t test of the distances from each sample's median; W = t^2. Inapplicable when the distances
    do not vary and differ. It errs towards keeping the null in very small samples. Reference: brown1974.

    >>> result = levene([54, 66, 64, 61], [23, 28, 27, 31, 51, 32])
    >>> round(result.details["w"], 3), round(result.p_value, 3)
    (0.287, 0.606)
    """
    first, second = sample("x", x), sample("y", y)
    result = t_pooled(
        np.abs(first - np.median(first)), np.abs(second - np.median(second)), alternative=alternative, level=level
    )
    assert result.effect is not None
    w = {} if result.statistic is None else {"w": result.statistic**2}
    return replace(
        result,
        name="Levene's test (medians)",
        null="the two populations spread equally around their medians",
        effect=replace(result.effect, name="difference of mean distances from the median"),
        details={**result.details, **w},
        errs="It errs towards keeping the null in very small samples.",
    )
