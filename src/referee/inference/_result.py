"""What a test says, and the result that it becomes: from a pivot, a score to invert, or other evidence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import copysign, inf, isnan, nan
from typing import Any, Literal, cast

from scipy.special import ndtr, stdtr

from referee import _check
from referee.core import Estimate, Interval, TestResult
from referee.core.evidence import Evidence, Pivot, Score
from referee.core.types import Alternative, Floats

ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "greater", "less")
Side = Literal["two", "lower", "upper"]
_SIDES: dict[Alternative, Side] = {"two-sided": "two", "greater": "lower", "less": "upper"}
DOUBLED = "two-sided p is twice the smaller tail"


def direction(alternative: str) -> Alternative:
    """The alternative, checked."""
    return cast(Alternative, _check.choice("alternative", alternative, ALTERNATIVES))


@dataclass(frozen=True)
class Terms:
    """The direction in which a test looks and the level of its interval, both checked."""

    alternative: Alternative
    level: float

    def __post_init__(self) -> None:
        direction(self.alternative)
        object.__setattr__(self, "level", _check.fraction("level", self.level))

    @property
    def tail(self) -> float:
        """The probability beyond a limit of the interval that belongs to the test."""
        return (1 - self.level) / 2 if self.alternative == "two-sided" else 1 - self.level

    @property
    def side(self) -> Side:
        """Which ends the interval has."""
        return _SIDES[self.alternative]

    def interval(self, low: float, high: float, method: str, ends: tuple[float, float] = (-inf, inf)) -> Interval:
        """The interval that belongs to the test, within `ends`; a bound has its other end there."""
        low = ends[0] if self.alternative == "less" else max(low, ends[0])
        high = ends[1] if self.alternative == "greater" else min(high, ends[1])
        return Interval(low, high, self.level, method, self.side)


@dataclass(frozen=True)
class Measured:
    """A value with its standard error, the number of cases and the degrees of freedom (infinite: the normal).

    `lean` is what the error is larger by below the value and above it.
    """

    value: float
    se: float
    n: float
    df: float = inf
    lean: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Wording:
    """What a test always says: its name, its null, its statistic, how it errs, its effect and where that can lie.

    `convention` says how a two-sided p is formed, `constant` why there is no test without a spread, and `same` why p
    is 1 when there is neither a spread nor an effect.
    """

    name: str
    null: str
    statistic: str
    errs: str
    effect: str = ""
    method: str = ""
    convention: str = ""
    constant: str = "the values do not vary, so there is no spread to judge the mean by"
    same: str = "the data agree with the null everywhere"
    bounds: tuple[float, float] = (-inf, inf)

    def result(
        self,
        p: float,
        effect: Estimate | None,
        statistic: float | None = None,
        alternative: Alternative = "two-sided",
        **facts: Any,
    ) -> TestResult:
        """The result; `facts` are further fields of it. How a two-sided p was formed stays out of one-sided results."""
        said = self.convention if alternative == "two-sided" else ""
        own = {"statistic_name": self.statistic, "convention": said, "errs": self.errs, "bounds": self.bounds}
        return TestResult(self.name, self.null, p, alternative, effect, statistic, **(own | facts))

    def refuse(
        self, effect: Estimate, reason: str, alternative: Alternative = "two-sided", **facts: Any
    ) -> TestResult:
        """The result where there is no test; the reason stands in the effect, undefined where it is not a number."""
        why: Any = {"undefined": reason} if isnan(effect.value) else {"note": reason}
        return self.result(nan, replace(effect, **why), None, alternative, inapplicable=reason, **facts)

    def of_evidence(
        self, terms: Terms, p: float, effect: Estimate, evidence: Evidence, **facts: Any
    ) -> TestResult:
        """The result with the interval that the evidence gives; `facts` are as for `result`."""
        interval = terms.interval(*evidence.limits(terms.tail), self.method or self.statistic, self.bounds)
        effect = replace(effect, interval=interval)
        return self.result(p, effect, alternative=terms.alternative, _evidence=evidence, **facts)


def tail_words(alternative: Alternative) -> str:
    """How the p of a test by draws was formed."""
    return "two-sided by doubling the smaller tail" if alternative == "two-sided" else f"one-sided: {alternative}"


def of_tails(above: float, below: float, alternative: Alternative) -> float:
    """The p of a statistic from P(at least as large) and P(at most as large); two-sided twice the smaller.

    >>> of_tails(0.25, 0.9, "two-sided"), of_tails(0.25, 0.9, "less")
    (0.5, 0.9)
    """
    return {"two-sided": min(1.0, 2 * min(above, below)), "greater": above, "less": below}[alternative]


def pivot(
    words: Wording,
    found: Measured,
    terms: Terms,
    *,
    centre: float = 0.0,
    details: dict[str, float] | None = None,
    warnings: tuple[str, ...] = (),
    note: str = "",
) -> TestResult:
    """The test of value = centre by (value - centre) / se, normal or t, and the interval that is its dual.

    Where the error leans to a side, it is that of the side on which the centre would be left out.
    With a standard error of 0 there is no test: p is 1 when the value is the centre, else it is inapplicable.
    """
    value, se, df = found.value, found.se, found.df
    shown = ({"df": df} if df < inf else {}) | {"se": se} | (details or {})
    effect = Estimate(words.effect, value, found.n, note=note)
    if se == 0:
        effect = replace(effect, note="the spread is 0, which gives no interval")
        if value == centre:
            warnings = (*warnings, f"p is 1 because {words.same}.")
            return words.result(1.0, effect, 0.0, terms.alternative, details=shown, warnings=warnings)
        facts: Any = {"details": shown, "warnings": warnings, "inapplicable": words.constant}
        return words.result(nan, effect, None, terms.alternative, **facts)
    below, above = (se + more for more in found.lean)
    if any(found.lean):
        shown = {"error_below": below, "error_above": above} | shown
    sided = {"two-sided": value >= centre, "greater": True, "less": False}[terms.alternative]
    statistic = (value - centre) / (below if sided else above)
    p, evidence = p_of(statistic, df, terms.alternative), Pivot(value, value, below, above, df)
    return words.of_evidence(terms, p, effect, evidence, statistic=statistic, details=shown, warnings=warnings)


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
    words: Wording,
    found: Measured,
    limits: Callable[[float], tuple[Floats | float, Floats | float]],
    terms: Terms,
    *,
    centre: float = 0.0,
    details: dict[str, float] | None = None,
    warnings: tuple[str, ...] = (),
) -> TestResult:
    """The test of a difference of proportions by its standard error under the null, with the interval that inverts it.

    `limits` gives both ends of that interval for a normal quantile.
    Where that standard error is 0 only one outcome is possible under the null: p is 1 if it is the one seen,
    else 0.
    """
    gap, se = found.value - centre, found.se
    statistic = gap / se if se > 0 else (0.0 if gap == 0 else copysign(inf, gap))
    p = p_of(statistic, inf, terms.alternative)
    if gap == 0 and (se == 0 or terms.alternative == "two-sided"):
        p = 1.0
    words = replace(words, bounds=(-1.0, 1.0))
    effect, shown = Estimate("difference of proportions", found.value, found.n), {"se_null": se, **(details or {})}
    return words.of_evidence(
        terms, p, effect, Score(limits), statistic=statistic, details=shown, warnings=warnings
    )


def null_of(difference: float, first: str = "the first", second: str = "the second") -> tuple[float, str]:
    """The difference under the null, checked, and the null in words."""
    centre = _check.number("difference", difference)
    if not -1 < centre < 1:
        _check.fail("difference", "lie strictly between -1 and 1", difference)
    if centre == 0:
        return centre, f"{first} and {second} proportion are equal"
    return centre, f"{first} proportion minus {second} is {centre:g}"
