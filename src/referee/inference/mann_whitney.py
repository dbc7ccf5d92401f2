"""Mann-Whitney test of two independent samples."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.core import Estimate, TestResult
from referee.core.test_result import Alternative
from referee.core.types import Floats
from referee.inference._result import DOUBLED, Words, direction, tail
from referee.inference.samples import sample
from referee.inference.shift import shift_interval

MOST_PAIRS = 4_000_000
MOST_EXACT = 10_000


def mann_whitney(x: Any, y: Any, *, alternative: Alternative = "two-sided", level: float = 0.95) -> TestResult:
    """Test that two independent samples come from the same population, against a shift.

    U counts the pairs with x above y, ties half; U / (m n) is the AUC. Exact without ties and up to 10,000
    pairs, else normal with corrections for ties and continuity, which is said. The effect is the Hodges-Lehmann
    shift (the median of all x - y) with the interval that inverts this test. p is 1 when all values are equal.
    It errs when the two populations differ in spread; Brunner and Munzel's test does not need equal spreads.
    Reference: mann1947, hodges1963.

    >>> result = mann_whitney([54, 66, 64, 61], [23, 28, 27, 31, 51, 32])
    >>> result.statistic, round(result.p_value, 5), result.details["auc"]
    (24.0, 0.00952, 1.0)
    """
    first, second = sample("x", x, least=1), sample("y", y, least=1)
    alternative = direction(alternative)
    tail(level, alternative)
    m, n = len(first), len(second)
    everything = np.concatenate([first, second])
    ties = len(np.unique(everything)) < m + n
    exact = not ties and m * n <= MOST_EXACT
    u = float(np.searchsorted(np.sort(second), first, "left").sum()) / 2
    u += float(np.searchsorted(np.sort(second), first, "right").sum()) / 2
    p = 1.0 if np.ptp(everything) == 0 else _p(first, second, alternative, exact)
    warnings: tuple[str, ...] = ()
    if not exact:
        why = "values are tied" if ties else "there are many pairs"
        warnings = (f"p is from the normal form, because {why}.",)
    words = Words(
        "Mann-Whitney test" + (" (exact)" if exact else ""),
        "x and y come from the same population",
        "U",
        "It errs when the two populations differ in spread.",
    )
    effect, details = _shift(first, second, p, alternative, level, exact), {"auc": u / (m * n)}
    return words.result(p, effect, u, alternative, details=details, warnings=warnings, convention=DOUBLED)


def _p(x: Floats, y: Floats, alternative: Alternative, exact: bool) -> float:
    from scipy.stats import mannwhitneyu

    result = mannwhitneyu(x, y, alternative=alternative, method="exact" if exact else "asymptotic")
    return min(1.0, float(result.pvalue))


def _shift(x: Floats, y: Floats, p: float, alternative: Alternative, level: float, exact: bool) -> Estimate:
    name, n = "Hodges-Lehmann shift", len(x) + len(y)
    if len(x) * len(y) > MOST_PAIRS:
        value = float(np.median(x) - np.median(y))
        return Estimate("difference of medians", value, n, note="too many pairs for the shift and its interval")
    gaps = np.subtract.outer(x, y).ravel()
    value = float(np.median(gaps))
    if np.ptp(gaps) == 0:
        return Estimate(name, value, n, note="the samples do not vary, which gives no interval")

    def p_at(shift: float, side: Alternative) -> float:
        return _p(x - shift, y, side, exact)

    interval = shift_interval(gaps, p_at, p_value=p, alternative=alternative, level=level, method="Hodges-Lehmann")
    return Estimate(name, value, n, interval)
