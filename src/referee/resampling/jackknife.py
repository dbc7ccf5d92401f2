"""Two classifiers compared by jackknife variances (figure 9.11)."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import Any

from referee.core.test_result import TestResult
from referee.resampling.jackknife_variance import jackknife_variance
from referee.stattests.z_two_estimates import z_two_estimates


def jackknife(a: Any, b: Any, *, value_a: float, value_b: float, level: float = 0.95) -> TestResult:
    """Test that two classifiers score alike, from their scores with one case left out each.

    z = (value_a - value_b) / sqrt(v_a + v_b), v the jackknife variances of `a` and `b`. The bars of figure 9.11 are
    value -+ sqrt(v). Inapplicable when neither varies and the values differ; p is 1 when they agree. It errs as
    everything that takes two results on the same cases for independent, and takes predictions of one
    cross-validation for those of one model. Reference: duda2001.

    >>> from referee.resampling.jackknife_variance import leave_one_out_means
    >>> left_out = [leave_one_out_means([1] * right + [0] * (20 - right)) for right in (16, 12)]
    >>> result = jackknife(*left_out, value_a=0.8, value_b=0.6)
    >>> round(result.statistic, 3), round(result.p_value, 3)
    (1.378, 0.168)
    """
    se = [sqrt(jackknife_variance(values)) for values in (a, b)]
    result = z_two_estimates(value_a, se[0], value_b, se[1], level=level)
    return replace(
        result,
        name="z test on jackknife variances",
        null="the two classifiers score alike",
        errs="It takes two results on the same cases for independent ones.",
    )
