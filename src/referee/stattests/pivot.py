"""The shape that z and t tests share: an estimate over its standard error."""

from __future__ import annotations

from math import inf, nan

from scipy.special import ndtr, stdtr

from referee._quantile import quantile as quantile
from referee.core.estimate import Estimate
from referee.core.testresult import Alternative, TestResult
from referee.stattests.samples import bound_to, tail


def pivot(
    name: str,
    null: str,
    effect: str,
    value: float,
    se: float,
    *,
    n: float,
    errs: str,
    alternative: Alternative,
    level: float,
    df: float = inf,
    centre: float = 0.0,
    details: dict[str, float] | None = None,
    warnings: tuple[str, ...] = (),
    constant: str = "the values do not vary, so there is no spread to judge the mean by",
    same: str = "the data agree with the null everywhere",
    note: str = "",
    method: str = "",
) -> TestResult:
    """The test of value = centre by (value - centre) / se, normal or t, and the interval that is its dual.

    With a standard error of 0 there is no test: p is 1 when the value is the centre, else it is inapplicable.
    """
    shown = {"df": df} if df < inf else {}
    shown |= {"se": se} | (details or {})
    symbol = "t" if df < inf else "z"
    beyond = tail(level, alternative)
    if se == 0:
        equal = value == centre
        estimate = Estimate(effect, value, n, note="the spread is 0, which gives no interval")
        return TestResult(
            name,
            null,
            1.0 if equal else nan,
            alternative,
            estimate,
            statistic=0.0 if equal else None,
            statistic_name=symbol,
            details=shown,
            inapplicable=None if equal else constant,
            warnings=(*warnings, f"p is 1 because {same}.") if equal else warnings,
            errs=errs,
        )
    statistic = (value - centre) / se
    half = -quantile(beyond, df) * se
    interval = bound_to(value - half, value + half, level, method or symbol, alternative)
    return TestResult(
        name,
        null,
        p_of(statistic, df, alternative),
        alternative,
        Estimate(effect, value, n, interval, note=note),
        statistic,
        symbol,
        shown,
        warnings=warnings,
        errs=errs,
    )


def p_of(statistic: float, df: float, alternative: Alternative) -> float:
    """The p-value of a z (df infinite) or t statistic."""
    if alternative == "two-sided":
        return min(1.0, 2 * _below(-abs(statistic), df))
    return _below(-statistic if alternative == "greater" else statistic, df)


def _below(statistic: float, df: float) -> float:
    return float(ndtr(statistic) if df == inf else stdtr(df, statistic))
