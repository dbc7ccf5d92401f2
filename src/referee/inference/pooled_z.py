"""Pooled z test of two independent proportions."""

from __future__ import annotations

from math import sqrt

from referee.core import TestResult
from referee.core.types import Alternative
from referee.inference._result import score_result
from referee.inference.miettinen_nurminen import score_limits
from referee.inference.samples import two_counts


def pooled_z(
    x1: int, n1: int, x2: int, n2: int, *, alternative: Alternative = "two-sided", level: float = 0.95
) -> TestResult:
    """Test that two independent proportions are equal, with the variance at their pooled value.

    z = (p1 - p2) / sqrt(p (1 - p) (1/n1 + 1/n2)); its square is the plain chi-square of the 2 x 2 table. The
    interval is Mee's, which excludes 0 exactly when this test rejects. It errs at small counts. Reference:
    mee1984.

    >>> result = pooled_z(80, 100, 70, 100)
    >>> round(result.statistic, 3), round(result.p_value, 3), [round(x, 3) for x in result.effect.interval]
    (1.633, 0.102, [-0.02, 0.219])
    """
    x1, n1, x2, n2 = two_counts(x1, n1, x2, n2)
    pooled = (x1 + x2) / (n1 + n2)
    return score_result(
        "pooled z test of two proportions",
        "the first and the second proportion are equal",
        x1 / n1 - x2 / n2,
        sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2)),
        lambda z: score_limits(x1, n1, x2, n2, z, inflate=False),
        method="Mee",
        n=n1 + n2,
        alternative=alternative,
        level=level,
        details={"pooled": pooled},
        errs="It errs when expected counts are under about 5.",
    )
