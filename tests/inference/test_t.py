from __future__ import annotations

import math

import pytest
from scipy import stats

from referee.errors import InputError
from referee.inference import t, t_standard_error, t_summary

X = [11.54, 10.09, 9.38, 10.67, 9.88, 7.89]


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_agrees_with_scipy(alternative):
    ours, theirs = t(X, mu=9, alternative=alternative, level=0.9), stats.ttest_1samp(X, 9, alternative=alternative)
    assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-12)
    assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-10)
    assert tuple(ours.effect.interval) == pytest.approx(tuple(theirs.confidence_interval(0.9)), rel=1e-10)


def test_three_doors_agree():
    data = t(X, mu=9)
    summary = t_summary(data.effect.value, data.details["sd"], 6, mu=9)
    error = t_standard_error(data.effect.value, data.details["se"], 5, mu=9)
    assert data.p_value == pytest.approx(summary.p_value) == pytest.approx(error.p_value)


def test_constant_values():
    same, other = t([0.1] * 5, mu=0.1), t([0.1] * 5)
    assert same.p_value == 1
    assert same.effect.interval is None
    assert math.isnan(other.p_value)
    assert "do not vary" in other.inapplicable
    assert other.effect.value == 0.1


def test_one_value_is_refused():
    with pytest.raises(InputError, match="`x` must hold at least 2 values; got 1"):
        t([1.0])
    with pytest.raises(InputError, match="`n` must be at least 2; got 1"):
        t_summary(1, 2, 1)
    with pytest.raises(InputError, match="`sd` must be at least 0; got -2"):
        t_summary(1, -2, 5)


def test_rounding_is_no_spread():
    result = t([0.1 + 0.2, 0.3, 0.3, 0.3])
    assert math.isnan(result.p_value)
    assert result.details["sd"] == 0
