"""z test of two independent estimates by their standard errors."""

from __future__ import annotations

from math import hypot, nan
from typing import Any

from referee import _check
from referee.core import TestResult
from referee.core.test_result import Alternative
from referee.inference._result import pivot
from referee.inference.samples import not_negative

_ERRS = "It errs when the two estimates come from the same cases, or are not near normal."


def z_two_estimates(
    value1: float,
    se1: float,
    value2: float,
    se2: float,
    *,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
) -> TestResult:
    """Test that two independent estimates with these standard errors estimate the same thing.

    z = (value1 - value2) / sqrt(se1^2 + se2^2). It errs when the estimates come from the same cases, where the
    standard error of the difference is another one. Reference: snedecor1989.

    >>> result = z_two_estimates(0.85, 0.075, 0.80, 0.06)
    >>> round(result.statistic, 3), round(result.p_value, 3)
    (0.521, 0.603)
    """
    value1, value2 = _check.number("value1", value1), _check.number("value2", value2)
    first, second = not_negative("se1", se1), not_negative("se2", se2)
    words = "z test of two estimates", "the two estimate the same value", "difference"
    options: Any = {"alternative": alternative, "level": level, "details": {"se1": first, "se2": second}}
    constant = "both standard errors are 0"
    return pivot(*words, value1 - value2, hypot(first, second), n=nan, errs=_ERRS, constant=constant, **options)
