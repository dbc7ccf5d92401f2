"""The shape that score tests of two proportions share."""

from __future__ import annotations

from math import inf

from referee import _check
from referee.core.estimate import Estimate
from referee.core.evidence import Evidence
from referee.core.interval import Interval
from referee.core.test_result import Alternative, TestResult
from referee.stattests._result import Words
from referee.stattests.pivot import p_of


def score_result(
    name: str,
    null: str,
    value: float,
    se: float,
    interval: Interval,
    *,
    n: int,
    errs: str,
    alternative: Alternative,
    centre: float = 0.0,
    details: dict[str, float] | None = None,
    warnings: tuple[str, ...] = (),
    evidence: Evidence | None = None,
) -> TestResult:
    """The test of value = centre by its standard error under the null, with the interval that inverts it.

    Where that standard error is 0 only one outcome is possible under the null: p is 1 if it is the one seen,
    else 0.
    """
    gap = value - centre
    statistic = gap / se if se > 0 else (0.0 if gap == 0 else float("inf") * (1 if gap > 0 else -1))
    p = 1.0 if statistic == 0 and alternative == "two-sided" else p_of(statistic, inf, alternative)
    if se == 0 and gap == 0:
        p = 1.0
    effect, shown = Estimate("difference of proportions", value, n, interval), {"se_null": se, **(details or {})}
    words = Words(name, null, "z", errs)
    return words.result(
        p, effect, statistic, alternative=alternative, details=shown, warnings=warnings, bounds=(-1.0, 1.0),
        evidence=evidence,
    )  # fmt: skip


def null_of(difference: float, first: str = "the first", second: str = "the second") -> tuple[float, str]:
    """The difference under the null, checked, and the null in words."""
    centre = _check.number("difference", difference)
    if not -1 < centre < 1:
        _check.fail("difference", "lie strictly between -1 and 1", difference)
    if centre == 0:
        return centre, f"{first} and {second} proportion are equal"
    return centre, f"{first} proportion minus {second} is {centre:g}"
