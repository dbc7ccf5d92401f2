"""Newcombe's interval of two independent proportions as a test."""

from __future__ import annotations

from referee.core import Estimate, TestResult
from referee.core.test_result import Alternative
from referee.intervals._solve import root
from referee.intervals.newcombe import newcombe as interval
from referee.intervals.newcombe import newcombe_limits
from referee.intervals.two_by_two import two_counts
from referee.stattests._result import Words
from referee.stattests.pivot import p_of
from referee.stattests.samples import SIDES, direction

_FAR = 37.0  # beyond it p is 0 in floating point
_WORDS = Words(
    "Newcombe's interval as a test",
    "the two proportions are equal",
    "z",
    "It errs towards keeping the null at very small counts.",
)


def newcombe(
    x1: int, n1: int, x2: int, n2: int, *, alternative: Alternative = "two-sided", level: float = 0.95
) -> TestResult:
    """Test that two independent proportions are equal by the level at which Newcombe's interval touches 0.

    z is that of the interval with a limit at 0, with the sign of the difference. It errs towards keeping the
    null at very small counts. Reference: newcombe1998.

    >>> round(newcombe(1250, 5000, 4, 30).p_value, 3)
    0.141
    """
    x1, n1, x2, n2 = two_counts(x1, n1, x2, n2)
    alternative = direction(alternative)
    d = x1 / n1 - x2 / n2
    pick, sign = (0, 1.0) if d > 0 else (1, -1.0)
    z = sign * root(lambda size: -sign * float(newcombe_limits(x1, n1, x2, n2, size)[pick]), 0.0, _FAR)
    limits = interval(x1, n1, x2, n2, level, side=SIDES[alternative])
    effect = Estimate("difference of proportions", d, n1 + n2, limits)
    return _WORDS.result(p_of(z, float("inf"), alternative), effect, z, alternative=alternative)
