"""Exact tests of two independent proportions: Fisher's, and Boschloo's."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan
from typing import Any

import numpy as np

from referee import _check
from referee.core import Estimate, TestResult
from referee.core.types import Alternative, Table
from referee.inference._result import Terms, Wording, direction, of_tails
from referee.inference.binomial import CONVENTIONS, ERRS, Convention, with_dual
from referee.inference.samples import table_2x2

_FISHER = Wording("Fisher's exact test", "the odds are the same in both rows", "odds ratio of the table", ERRS)


def fisher(
    table: Table,
    *,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    convention: Convention = "doubling",
) -> TestResult:
    """Test that rows and columns of a 2 x 2 table are independent, given its margins.

    `table` is [[successes, failures] of the first group, the same of the second]. The effect is the odds ratio
    of greatest conditional likelihood with its exact central interval, which excludes 1 exactly when twice the
    smaller tail is below 1 - level. convention="likelihood" sums the tables no likelier than the one seen, as R
    and SciPy do; it has no such interval, and none is shown. The other p stands in `details`. It errs towards
    keeping the null. Reference: fisher1935.

    >>> result = fisher([[9, 1], [2, 8]])
    >>> round(result.p_value, 5), round(result.effect.value, 2)
    (0.00548, 27.33)
    """
    from scipy.stats import fisher_exact
    from scipy.stats.contingency import odds_ratio

    counts, terms = table_2x2(table), Terms(alternative, level)
    _check.choice("convention", convention, CONVENTIONS)
    above, below = (float(fisher_exact(counts, alternative=side).pvalue) for side in ("greater", "less"))
    likelihood, doubling = float(fisher_exact(counts).pvalue), of_tails(above, below, "two-sided")
    p = of_tails(above, below, alternative)
    if convention == "likelihood" and alternative == "two-sided":
        p = likelihood
    details = {"p_greater": above, "p_less": below, "p_doubling": doubling, "p_likelihood": likelihood}
    n = int(counts.sum())
    effect = Estimate("odds ratio", nan, n, undefined="a column of the table is empty")
    if counts.sum(axis=0).all():
        ratio = odds_ratio(counts)
        limits = ratio.confidence_interval(level, alternative=alternative)
        interval = terms.interval(limits.low, limits.high, "exact conditional", (0.0, inf))
        effect = with_dual("odds ratio", ratio.statistic, n, interval, convention, alternative)
    words = replace(_FISHER, convention=CONVENTIONS[convention])
    return words.result(min(1.0, p), effect, _sample_ratio(counts), alternative, details=details)


def _sample_ratio(counts: np.ndarray[Any, Any]) -> float | None:
    (a, b), (c, d) = counts.tolist()
    if b * c == 0:
        return None if a * d == 0 else inf
    return a * d / (b * c)


MOST_TABLES = 1_000_000
_BOSCHLOO = Wording(
    "Boschloo's exact test",
    "the two proportions are equal",
    "Fisher p",
    "It errs towards keeping the null, less than Fisher's test.",
    convention="two-sided p is twice the smaller one-sided p",
)


def boschloo(table: Table, *, alternative: Alternative = "two-sided") -> TestResult:
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
        return _BOSCHLOO.result(nan, effect, alternative=alternative, inapplicable=reason)
    if (counts.sum(axis=0) == 0).any():
        note = "p is 1 because all cases have the same outcome."
        return _BOSCHLOO.result(1.0, effect, alternative=alternative, warnings=[note])
    from scipy.stats import boschloo_exact

    result = boschloo_exact(counts.T, alternative=alternative)
    return _BOSCHLOO.result(min(1.0, float(result.pvalue)), effect, float(result.statistic), alternative)
