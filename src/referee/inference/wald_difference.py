"""Wald test of two independent proportions, and the form that adds cases first (Agresti and Caffo)."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

from referee import _check
from referee.core import TestResult
from referee.core.types import Alternative
from referee.inference._result import Measured, Terms, Wording, p_of, pivot
from referee.inference.samples import two_counts

_WALD = Wording(
    "Wald test of two proportions",
    "the two proportions are equal",
    "z",
    "It rejects too often when a sample has fewer than about 5 successes or failures.",
    "difference of proportions",
    "Wald",
    constant="both proportions are 0 or 1, so their estimated variance is 0; take the score test",
    same="both proportions are the same and without estimated variance",
)
_CAFFO = Wording(
    "Agresti-Caffo test of two proportions",
    "the two proportions are equal",
    "z",
    "It errs towards keeping the null when both rates are near 0 or 1.",
    "difference of proportions",
    "Agresti-Caffo",
    bounds=(-1.0, 1.0),
)


def wald_difference(
    x1: int, n1: int, x2: int, n2: int, *, alternative: Alternative = "two-sided", level: float = 0.95
) -> TestResult:
    """Test that two independent proportions are equal, by the normal form with their own variances (Eq. 4.14-15).

    z = (p1 - p2) / sqrt(p1 (1 - p1) / n1 + p2 (1 - p2) / n2). Inapplicable when both proportions are 0 or 1 and
    differ. The interval is not cut at -1 and 1. It rejects too often at small counts (.218 for 30 against 5000 cases
    at 5% errors). Reference: tan2006.

    >>> result = wald_difference(25, 30, 3750, 5000)
    >>> round(result.statistic, 2), round(result.p_value, 3)
    (1.22, 0.223)
    """
    x1, n1, x2, n2 = two_counts(x1, n1, x2, n2)
    return wald_difference_rates(x1 / n1, n1, x2 / n2, n2, alternative=alternative, level=level)


def wald_difference_rates(
    rate1: float, n1: int, rate2: float, n2: int, *, alternative: Alternative = "two-sided", level: float = 0.95
) -> TestResult:
    """As `wald_difference`, from rates that need not be whole counts over n (which is then said).

    `details` has the confidence levels at which the difference turns significant: two-sided 1 - p, and one-sided
    in the direction seen. Reference: tan2006.

    >>> result = wald_difference_rates(0.25, 5000, 0.15, 30)
    >>> round(result.statistic, 3), round(result.p_value, 3), round(result.details["level_two_sided"], 3)
    (1.527, 0.127, 0.873)
    """
    d, se = difference_and_error(rate1, n1, rate2, n2)
    warnings = []
    for i, (rate, n) in enumerate(((rate1, n1), (rate2, n2)), start=1):
        successes = rate * n
        if abs(successes - round(successes)) > 1e-6 * max(1.0, n * 1e-3):
            warnings.append(f"rate{i} = {rate:g} of {n} cases is {successes:g} cases, which cannot be.")
        if (fewest := min(successes, n - successes)) < 5:
            warnings.append(
                f"sample {i} has {fewest:g} cases on one side, fewer than the 5 the normal form needs."
            )
    result = pivot(_WALD, Measured(d, se, n1 + n2), Terms(alternative, level), warnings=tuple(warnings))
    if result.statistic is None:
        return result
    size = abs(result.statistic)
    levels = {
        "level_two_sided": 1 - p_of(size, float("inf"), "two-sided"),
        "level_one_sided": 1 - p_of(size, float("inf"), "greater"),
    }
    return replace(result, details={**result.details, "variance": se**2, **levels})


def agresti_caffo(
    x1: int, n1: int, x2: int, n2: int, *, alternative: Alternative = "two-sided", level: float = 0.95
) -> TestResult:
    """Test that two independent proportions are equal: the Wald form after adding two successes and two failures.

    The effect is the adjusted difference, at the centre of its interval. It errs towards keeping the null when
    both rates are near 0 or 1. Reference: agresti2000.

    >>> round(agresti_caffo(1250, 5000, 4, 30).p_value, 3)
    0.146
    """
    x1, n1, x2, n2 = two_counts(x1, n1, x2, n2)
    d, se = difference_and_error((x1 + 1) / (n1 + 2), n1 + 2, (x2 + 1) / (n2 + 2), n2 + 2)
    note = "the difference after one success and one failure are added to each sample"
    details = {"observed": x1 / n1 - x2 / n2}
    return pivot(_CAFFO, Measured(d, se, n1 + n2), Terms(alternative, level), details=details, note=note)


def difference_and_error(rate1: float, n1: int, rate2: float, n2: int) -> tuple[float, float]:
    """The difference of two rates and its standard error (Eq. 4.14)."""
    p1, p2 = _check.share("rate1", rate1), _check.share("rate2", rate2)
    m1, m2 = _check.whole("n1", n1, least=1), _check.whole("n2", n2, least=1)
    return p1 - p2, sqrt(p1 * (1 - p1) / m1 + p2 * (1 - p2) / m2)
