"""Boschloo's exact test of two independent proportions."""

from __future__ import annotations

from math import nan
from typing import Any

from referee.core import Estimate, TestResult
from referee.core.test_result import Alternative
from referee.inference._result import Words, direction
from referee.inference.samples import table_2x2

MOST_TABLES = 1_000_000
_WORDS = Words(
    "Boschloo's exact test",
    "the two proportions are equal",
    "Fisher p",
    "It errs towards keeping the null, less than Fisher's test.",
)


def boschloo(table: Any, *, alternative: Alternative = "two-sided") -> TestResult:
    """Test that two independent proportions are equal: Fisher's p as a statistic, exact over the unknown rate.

    `table` is [[successes, failures] of the first group, the same of the second], the group sizes fixed. The
    two-sided p is twice the smaller one-sided p. Inapplicable above a million possible tables. It has no
    interval. It errs towards keeping the null, less than Fisher's test. Reference: boschloo1970.

    >>> round(boschloo([[9, 1], [2, 8]]).p_value, 4)
    0.0026
    """
    counts, alternative = table_2x2(table), direction(alternative)
    n1, n2 = (int(size) for size in counts.sum(axis=1))
    d = counts[0, 0] / n1 - counts[1, 0] / n2
    effect = Estimate("difference of proportions", d, n1 + n2, note="no interval belongs to Boschloo's test")
    if (n1 + 1) * (n2 + 1) > MOST_TABLES:
        reason = f"groups of {n1} and {n2} have too many tables; the score test is right at this size"
        return _WORDS.result(nan, effect, alternative=alternative, inapplicable=reason)
    if (counts.sum(axis=0) == 0).any():
        note = "p is 1 because all cases have the same outcome."
        return _WORDS.result(1.0, effect, alternative=alternative, warnings=[note])
    from scipy.stats import boschloo_exact

    result = boschloo_exact(counts.T, alternative=alternative)
    p, said = min(1.0, float(result.pvalue)), "two-sided p is twice the smaller one-sided p"
    return _WORDS.result(p, effect, float(result.statistic), alternative=alternative, convention=said)
