"""Paired t test of two fixed models on disjoint test sets."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _check
from referee.core import TestResult
from referee.core.test_result import Alternative
from referee.inference._result import Words
from referee.inference.samples import pairs, rounding, sample
from referee.inference.t_paired import paired_pivot

_WORDS = Words(
    "paired t test on disjoint test sets",
    "the two fixed models score alike",
    "t",
    "It errs when the models were trained anew for each set, because training sets overlap.",
)


def t_disjoint_sets(
    scores_a: Any,
    scores_b: Any,
    *,
    sizes: Any = None,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
) -> TestResult:
    """Test that two fixed models score alike, from their scores on k disjoint test sets.

    t = mean / sqrt(sum (d - mean)^2 / (k (k - 1))) with k - 1 degrees of freedom. Sets under 30 cases are
    warned of when `sizes` are given. Inapplicable when all differences are equal and not 0; p is 1 when all are
    0. It errs when the models were trained anew for each set, as in cross-validation, because training sets
    overlap. Reference: mitchell1997.

    >>> result = t_disjoint_sets([0.81, 0.79, 0.83, 0.80], [0.78, 0.79, 0.80, 0.79], sizes=[25, 25, 25, 25])
    >>> round(result.statistic, 2), result.warnings
    (2.33, ('4 of 4 test sets have under 30 cases.',))
    """
    a, b = pairs(scores_a, scores_b, names=("scores_a", "scores_b"))
    warnings: tuple[str, ...] = ()
    if sizes is not None:
        cases = sample("sizes", sizes)
        if len(cases) != len(a):
            _check.fail("sizes", f"give the size of all {len(a)} test sets", f"{len(cases)}")
        small = int((cases < 30).sum())
        if small:
            warnings += (f"{small} of {len(a)} test sets have under 30 cases.",)
        if np.ptp(cases):
            warnings += ("the test sets differ in size, and the mean of the differences counts them alike.",)
    noise, gap = rounding(a, b), a - b
    d = np.where(np.abs(gap) <= noise, 0.0, gap)
    return paired_pivot(_WORDS, d, noise, 1 / len(a), alternative, level, warnings)
