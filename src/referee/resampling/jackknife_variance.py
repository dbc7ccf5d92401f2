"""The jackknife variance of a statistic."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _check
from referee.core.types import Floats
from referee.data.column import numbers_column


def jackknife_variance(estimates: Any) -> float:
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


def leave_one_out_means(losses: Any) -> Floats:
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
