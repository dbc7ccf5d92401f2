"""Score test of two independent proportions."""

from __future__ import annotations

from math import sqrt

from referee.core import TestResult
from referee.core.evidence import Score
from referee.core.test_result import Alternative
from referee.intervals.miettinen_nurminen import miettinen_nurminen as interval
from referee.intervals.miettinen_nurminen import score_error, score_limits
from referee.intervals.two_by_two import two_counts
from referee.stattests.pivot import null_of, score_result
from referee.stattests.samples import SIDES, direction


def miettinen_nurminen(
    x1: int,
    n1: int,
    x2: int,
    n2: int,
    *,
    difference: float = 0.0,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
) -> TestResult:
    """Test that p1 - p2 is `difference` (0 unless given) by the score of Miettinen and Nurminen.

    z = (d - difference) / se, se at the proportions that fit best under the null, its square times N / (N - 1).
    The interval holds exactly the differences that this test does not reject. It errs slightly to either side
    at small counts. Reference: miettinen1985.

    >>> result = miettinen_nurminen(1250, 5000, 4, 30)
    >>> round(result.p_value, 3), round(result.effect.interval.low, 3)
    (0.141, -0.047)
    """
    x1, n1, x2, n2 = two_counts(x1, n1, x2, n2)
    centre, null = null_of(difference)
    alternative = direction(alternative)
    if centre == 0:
        pooled, total = (x1 + x2) / (n1 + n2), n1 + n2
        se = sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2) * total / (total - 1))
    else:
        se = float(score_error(x1, n1, x2, n2, centre))
    return score_result(
        "score test of two proportions (Miettinen-Nurminen)",
        null,
        x1 / n1 - x2 / n2,
        se,
        interval(x1, n1, x2, n2, level, side=SIDES[alternative]),
        n=n1 + n2,
        centre=centre,
        alternative=alternative,
        evidence=Score(lambda z: score_limits(x1, n1, x2, n2, z)),
        errs="It errs slightly to either side of its level when counts are small.",
    )
