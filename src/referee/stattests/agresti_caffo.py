"""Agresti-Caffo test of two independent proportions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.core import TestResult
from referee.core.test_result import Alternative
from referee.intervals.wald_difference import adjusted
from referee.intervals.wald_difference import agresti_caffo as interval
from referee.stattests.pivot import pivot
from referee.stattests.samples import SIDES, direction

_ERRS = "It errs towards keeping the null when both rates are near 0 or 1."
_NOTE = "the difference after one success and one failure are added to each sample"


def agresti_caffo(
    x1: int, n1: int, x2: int, n2: int, *, alternative: Alternative = "two-sided", level: float = 0.95
) -> TestResult:
    """Test that two independent proportions are equal: the Wald form after adding two successes and two failures.

    The effect is the adjusted difference, at the centre of its interval. It errs towards keeping the null when
    both rates are near 0 or 1. Reference: agresti2000.

    >>> round(agresti_caffo(1250, 5000, 4, 30).p_value, 3)
    0.146
    """
    d, se = adjusted(x1, n1, x2, n2)
    words = "Agresti-Caffo test of two proportions", "the two proportions are equal", "difference of proportions"
    options: Any = {"alternative": alternative, "level": level, "details": {"observed": x1 / n1 - x2 / n2}}
    result = pivot(*words, d, se, n=n1 + n2, errs=_ERRS, note=_NOTE, **options)
    assert result.effect is not None
    limits = interval(x1, n1, x2, n2, level, side=SIDES[direction(alternative)])
    return replace(result, effect=replace(result.effect, interval=limits))
