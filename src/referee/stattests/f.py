"""F test of two variances."""

from __future__ import annotations

from math import nan
from typing import Any

from scipy.special import fdtr, fdtrc, fdtri

from referee import _check
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.testresult import Alternative, TestResult
from referee.stattests.samples import SIDES, direction, sample, spread, tail

_ERRS = "It errs badly when the populations are not normal; Levene's test stands beside it."


def f(x: Any, y: Any, *, alternative: Alternative = "two-sided", level: float = 0.95) -> TestResult:
    """Test that two normal populations have the same variance.

    F = s_x^2 / s_y^2 with m - 1 and n - 1 degrees of freedom; the two-sided p is twice the smaller tail, whose
    interval of the ratio is F over the quantiles of F. Inapplicable when a sample does not vary. It errs badly
    when the populations are not normal. Reference: snedecor1989.

    >>> result = f([54, 66, 64, 61], [23, 28, 27, 31, 51, 32])
    >>> round(result.statistic, 3), round(result.p_value, 3)
    (0.285, 0.33)
    """
    first, second = sample("x", x), sample("y", y)
    return f_summary(spread(first), len(first), spread(second), len(second), alternative=alternative, level=level)


def f_summary(
    sd1: float, n1: int, sd2: float, n2: int, *, alternative: Alternative = "two-sided", level: float = 0.95
) -> TestResult:
    """As `f`, from standard deviations (divisor n - 1) and sizes. Reference: snedecor1989.

    >>> round(f_summary(5.25, 4, 9.84, 6).statistic, 3)
    0.285
    """
    for arg, sd in (("sd1", sd1), ("sd2", sd2)):
        if _check.number(arg, sd) < 0:
            _check.fail(arg, "be at least 0", sd)
    n1, n2 = _check.whole("n1", n1, least=2), _check.whole("n2", n2, least=2)
    alternative = direction(alternative)
    beyond = tail(level, alternative)
    df1, df2 = n1 - 1, n2 - 1
    common = {"alternative": alternative, "statistic_name": "F", "errs": _ERRS}
    details = {"df1": float(df1), "df2": float(df2)}
    name, null = "F test of two variances", "the two variances are equal"
    if sd1 == 0 or sd2 == 0:
        reason = "a sample does not vary, so there is no ratio of variances"
        effect = Estimate("ratio of variances", nan, n1 + n2, undefined=reason)
        return TestResult(name, null, nan, effect=effect, details=details, inapplicable=reason, **common)  # type: ignore[arg-type]
    ratio = (sd1 / sd2) ** 2
    above, below = float(fdtrc(df1, df2, ratio)), float(fdtr(df1, df2, ratio))
    p = {"two-sided": min(1.0, 2 * min(above, below)), "greater": above, "less": below}[alternative]
    low = 0.0 if alternative == "less" else ratio * float(fdtri(df2, df1, beyond))
    high = float("inf") if alternative == "greater" else ratio / float(fdtri(df1, df2, beyond))
    effect = Estimate("ratio of variances", ratio, n1 + n2, Interval(low, high, level, "F", SIDES[alternative]))
    convention = "two-sided p is twice the smaller tail" if alternative == "two-sided" else ""
    return TestResult(
        name,
        null,
        p,
        effect=effect,
        statistic=ratio,
        details=details,
        convention=convention,
        **common,  # type: ignore[arg-type]
    )
