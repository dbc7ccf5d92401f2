"""Tango's score test of two paired proportions."""

from __future__ import annotations

from typing import Any

from referee.core import TestResult
from referee.core.evidence import Score
from referee.core.test_result import Alternative
from referee.intervals.tango import tango as interval
from referee.intervals.tango import tango_error, tango_limits
from referee.intervals.two_by_two import paired_counts
from referee.stattests.pivot import null_of, score_result
from referee.stattests.samples import SIDES, direction


def tango(
    table: Any, *, difference: float = 0.0, alternative: Alternative = "two-sided", level: float = 0.95
) -> TestResult:
    """Test that two accuracies on the same cases differ by `difference` (0 unless given), by Tango's score.

    `table` is [[both right, only A right], [only B right, both wrong]]; the effect is A minus B. For a
    difference of 0 z = (b - c) / sqrt(b + c), McNemar's without correction; p is 1 when no case is discordant.
    The interval holds exactly the differences that this test does not reject. It errs slightly to either side
    at small counts. Reference: tango1998.

    >>> result = tango([[40, 6], [15, 39]])
    >>> round(result.p_value, 4), result.effect.interval.high < 0
    (0.0495, True)
    """
    a, b, c, d = paired_counts(table)
    n = a + b + c + d
    centre, null = null_of(difference, "A's", "B's")
    alternative = direction(alternative)
    note = ("p is 1 because A and B are right and wrong on the same cases.",) if b + c == 0 and centre == 0 else ()
    return score_result(
        "Tango's score test of paired proportions",
        null,
        (b - c) / n,
        float(tango_error(b, c, n, centre)) / n,
        interval(table, level, side=SIDES[alternative]),
        n=n,
        centre=centre,
        alternative=alternative,
        details={"b": float(b), "c": float(c)},
        warnings=note,
        evidence=Score(lambda z: tango_limits(b, c, n, z)),
        errs="It errs slightly to either side of its level when few cases are discordant.",
    )
