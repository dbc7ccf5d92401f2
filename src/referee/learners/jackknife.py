"""The jackknife variance of a statistic, and two classifiers compared by it (figure 9.11)."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import Any

import numpy as np

from referee import _check
from referee.core import TestResult
from referee.core.types import Column, Floats
from referee.data.column import numbers_column
from referee.inference.z import z_two_estimates


def jackknife(a: Column, b: Column, *, value_a: float, value_b: float, level: float = 0.95) -> TestResult:
    """Test that two classifiers score alike, from their scores with one case left out each.

    z = (value_a - value_b) / sqrt(v_a + v_b), v the jackknife variances of `a` and `b`. The bars of figure 9.11 are
    value -+ sqrt(v). Inapplicable when neither varies and the values differ; p is 1 when they agree. It errs as
    everything that takes two results on the same cases for independent, and takes predictions of one
    cross-validation for those of one model. Reference: duda2001.

    >>> from referee.learners.jackknife import leave_one_out_means
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


def jackknife_variance(estimates: Column) -> float:
    """(n - 1)/n times the sum of squares of the leave-one-out values of a statistic about their mean.

    `estimates` are n values of the statistic, each computed without one case: not the losses of the cases, which
    would give a variance (n - 1)^2 times too large; `leave_one_out_means` turns those into statistics. NaN below 2
    values. It errs for statistics that are not smooth, such as medians. Reference: efron1993.

    >>> round(jackknife_variance([0.8, 0.75, 0.9, 0.85, 0.7]), 12)
    0.02
    """
    values = _sizable("estimates", estimates)
    n = len(values)
    if n < 2:
        return float("nan")
    if n > 2 and set(np.unique(values).tolist()) == {0.0, 1.0}:
        hint = "Write jackknife_variance(leave_one_out_means(losses))."
        _check.fail("estimates", "be values of a statistic without one case each", "the losses 0 and 1", hint)
    return float((n - 1) / n * ((values - values.mean()) ** 2).sum())


def leave_one_out_means(losses: Column) -> Floats:
    """The mean of all losses but one, for each: the statistics that the jackknife of an accuracy needs.

    >>> leave_one_out_means([0, 1, 1]).tolist()
    [1.0, 0.5, 0.5]
    """
    values = _sizable("losses", losses)
    if len(values) < 2:
        _check.fail("losses", "be of at least 2 cases", len(values))
    return (values.sum() - values) / (len(values) - 1)


def _sizable(arg: str, values: Any) -> Floats:
    column = numbers_column(arg, values).astype(float)
    _check.sizable(arg, column)
    return column
