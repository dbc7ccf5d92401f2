"""What a test says, and the result that it becomes: from a pivot, a score to invert, or other evidence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, nan
from typing import Any, Literal, cast

from scipy.special import ndtr, stdtr

from referee import _check
from referee._quantile import quantile
from referee.core import Estimate, Interval, TestResult
from referee.core.evidence import Evidence, Pivot, Score
from referee.core.types import Alternative, Floats

ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "greater", "less")
Side = Literal["two", "lower", "upper"]
DOUBLED = "two-sided p is twice the smaller tail"
SIDES: dict[Alternative, Side] = {"two-sided": "two", "greater": "lower", "less": "upper"}


def direction(alternative: str) -> Alternative:
    """The alternative, checked."""
    return cast(Alternative, _check.choice("alternative", alternative, ALTERNATIVES))


def interval_of_test(
    low: float,
    high: float,
    level: float,
    method: str,
    alternative: Alternative,
    ends: tuple[float, float] = (-inf, inf),
) -> Interval:
    """The interval that belongs to a test in this direction, within `ends`; a bound has its other end there."""
    low = ends[0] if alternative == "less" else max(low, ends[0])
    high = ends[1] if alternative == "greater" else min(high, ends[1])
    return Interval(low, high, level, method, SIDES[alternative])


def tail(level: float, alternative: Alternative) -> float:
    """The probability beyond a limit of the interval that belongs to a test in this direction."""
    level = _check.fraction("level", level)
    return (1 - level) / 2 if alternative == "two-sided" else 1 - level


@dataclass(frozen=True)
class Words:
    """The name of a test, its null, the name of its statistic, and how it errs."""

    name: str
    null: str
    statistic: str
    errs: str

    def result(
        self,
        p: float,
        effect: Estimate,
        statistic: float | None = None,
        alternative: Alternative = "two-sided",
        *,
        details: dict[str, float] | None = None,
        warnings: tuple[str, ...] | list[str] = (),
        inapplicable: str | None = None,
        convention: str = "",
        bounds: tuple[float, float] = (-inf, inf),
        evidence: Evidence | None = None,
    ) -> TestResult:
        """The result; `convention` says how a two-sided p was formed, and stays out of one-sided results."""
        said = convention if alternative == "two-sided" else ""
        return TestResult(
            self.name,
            self.null,
            p,
            alternative,
            effect,
            statistic,
            self.statistic,
            details or {},
            inapplicable,
            tuple(warnings),
            said,
            self.errs,
            bounds,
            evidence,
        )


def of_tails(above: float, below: float, alternative: Alternative) -> float:
    """The p of a statistic from P(at least as large) and P(at most as large); two-sided twice the smaller.

    >>> of_tails(0.25, 0.9, "two-sided"), of_tails(0.25, 0.9, "less")
    (0.5, 0.9)
    """
    return {"two-sided": min(1.0, 2 * min(above, below)), "greater": above, "less": below}[alternative]


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
    bounds: tuple[float, float] = (-inf, inf),
) -> TestResult:
    """The test of value = centre by (value - centre) / se, normal or t, and the interval that is its dual.

    With a standard error of 0 there is no test: p is 1 when the value is the centre, else it is inapplicable.
    """
    shown = {"df": df} if df < inf else {}
    shown |= {"se": se} | (details or {})
    alternative = direction(alternative)
    words = Words(name, null, "t" if df < inf else "z", errs)
    beyond = tail(level, alternative)
    if se == 0:
        estimate = Estimate(effect, value, n, note="the spread is 0, which gives no interval")
        if value == centre:
            said = (*warnings, f"p is 1 because {same}.")
            return words.result(1.0, estimate, 0.0, alternative=alternative, details=shown, warnings=said)
        return words.result(
            nan, estimate, None, alternative, details=shown, warnings=warnings, inapplicable=constant
        )
    statistic = (value - centre) / se
    half = -quantile(beyond, df) * se
    interval = interval_of_test(value - half, value + half, level, method or words.statistic, alternative, bounds)
    p, estimate = p_of(statistic, df, alternative), Estimate(effect, value, n, interval, note=note)
    options: Any = {"bounds": bounds, "evidence": Pivot(value, value, se, se, df)}
    return words.result(p, estimate, statistic, alternative, details=shown, warnings=warnings, **options)


def p_of(statistic: float, df: float, alternative: Alternative) -> float:
    """The p-value of a z (df infinite) or t statistic."""
    if alternative == "two-sided":
        return min(1.0, 2 * _below(-abs(statistic), df))
    return _below(-statistic if alternative == "greater" else statistic, df)


def _below(statistic: float, df: float) -> float:
    return float(ndtr(statistic) if df == inf else stdtr(df, statistic))


def satterthwaite(*parts: tuple[float, float]) -> float:
    """Degrees of freedom of a sum of variances, each given with the number of cases behind it.

    >>> round(satterthwaite((0.01, 11), (0.01, 11)), 6)
    20.0
    """
    below = sum(part * part / (n - 1) if n > 1 else nan for part, n in parts)
    return sum(part for part, _ in parts) ** 2 / below if below else nan


def score_result(
    name: str,
    null: str,
    value: float,
    se: float,
    limits: Callable[[float], tuple[Floats | float, Floats | float]],
    *,
    method: str,
    n: int,
    errs: str,
    alternative: Alternative,
    level: float,
    centre: float = 0.0,
    details: dict[str, float] | None = None,
    warnings: tuple[str, ...] = (),
) -> TestResult:
    """The test of value = centre by its standard error under the null, with the interval that inverts it.

    `limits` gives both ends of that interval for a normal quantile.
    Where that standard error is 0 only one outcome is possible under the null: p is 1 if it is the one seen,
    else 0.
    """
    alternative, ends, evidence = direction(alternative), (-1.0, 1.0), Score(limits)
    interval = interval_of_test(*evidence.limits(tail(level, alternative)), level, method, alternative, ends)
    gap = value - centre
    statistic = gap / se if se > 0 else (0.0 if gap == 0 else float("inf") * (1 if gap > 0 else -1))
    p = 1.0 if statistic == 0 and alternative == "two-sided" else p_of(statistic, inf, alternative)
    if se == 0 and gap == 0:
        p = 1.0
    effect, shown = Estimate("difference of proportions", value, n, interval), {"se_null": se, **(details or {})}
    options: Any = {"details": shown, "warnings": warnings, "evidence": evidence, "bounds": ends}
    return Words(name, null, "z", errs).result(p, effect, statistic, alternative, **options)


def null_of(difference: float, first: str = "the first", second: str = "the second") -> tuple[float, str]:
    """The difference under the null, checked, and the null in words."""
    centre = _check.number("difference", difference)
    if not -1 < centre < 1:
        _check.fail("difference", "lie strictly between -1 and 1", difference)
    if centre == 0:
        return centre, f"{first} and {second} proportion are equal"
    return centre, f"{first} proportion minus {second} is {centre:g}"
