"""Jackknife variance of a statistic, and two classifiers compared by it (figure 9.11)."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import Any

from referee.core.testresult import TestResult
from referee.stattests.samples import sample
from referee.stattests.z_two_estimates import z_two_estimates


def jackknife_variance(estimates: Any) -> float:
    """The variance of a statistic from its n values with one case left out each: (n - 1)/n sum (m_i - mean)^2.

    The values are of the statistic on the other n - 1 cases, not losses of single cases, of which this would be
    (n - 1)^2 times too much. It errs for statistics that jump, such as a median. Reference: duda2001.

    >>> round(jackknife_variance([0.8, 0.75, 0.9, 0.85, 0.7]), 3)
    0.02
    """
    values = sample("estimates", estimates)
    return (len(values) - 1) / len(values) * float(((values - values.mean()) ** 2).sum())


def jackknife(a: Any, b: Any, *, value_a: float, value_b: float, level: float = 0.95) -> TestResult:
    """Test that two classifiers score alike, from their scores with one case left out each.

    z = (value_a - value_b) / sqrt(v_a + v_b), v the jackknife variances of `a` and `b`. The bars of figure 9.11 are
    value -+ sqrt(v). Inapplicable when neither varies and the values differ; p is 1 when they agree. It errs as
    everything that takes two results on the same cases for independent, and takes predictions of one
    cross-validation for those of one model. Reference: duda2001.

    >>> right_a, right_b = np.arange(20) < 16, np.arange(20) % 20 < 12
    >>> left_out = [[np.delete(right, i).mean() for i in range(20)] for right in (right_a, right_b)]
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
