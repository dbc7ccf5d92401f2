from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from referee.inference import t_pooled, t_pooled_summary, t_welch, t_welch_summary

X, Y = [54, 66, 64, 61], [23, 28, 27, 31, 51, 32]


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize(("test", "equal"), [(t_pooled, True), (t_welch, False)])
def test_agrees_with_scipy(test, equal, alternative):
    ours, theirs = (
        test(X, Y, alternative=alternative),
        stats.ttest_ind(X, Y, equal_var=equal, alternative=alternative),
    )
    assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-9)
    assert tuple(ours.effect.interval) == pytest.approx(tuple(theirs.confidence_interval(0.95)), rel=1e-9)


@pytest.mark.parametrize(("data", "summary"), [(t_pooled, t_pooled_summary), (t_welch, t_welch_summary)])
def test_summary(data, summary):
    numbers = (np.mean(X), np.std(X, ddof=1), 4, np.mean(Y), np.std(Y, ddof=1), 6)
    assert summary(*numbers).p_value == pytest.approx(data(X, Y).p_value)


@pytest.mark.parametrize("test", [t_pooled, t_welch])
def test_constant_samples(test):
    assert test([0.1 + 0.2] * 3, [0.3] * 4).p_value == 1
    result = test([2.0] * 3, [3.0] * 4)
    assert math.isnan(result.p_value)
    assert "neither sample varies" in result.inapplicable


def test_welch_with_one_constant_sample_and_tiny_scales():
    assert t_welch([1.0, 1.0, 1.0], [1.0, 2.0, 4.0]).details["df"] == pytest.approx(2)
    tiny = t_welch(np.array(X) * 1e-100, np.array(Y) * 1e-100)
    assert tiny.p_value == pytest.approx(t_welch(X, Y).p_value, rel=1e-9)
