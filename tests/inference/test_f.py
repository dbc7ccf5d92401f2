from __future__ import annotations

import math

import pytest
from scipy import stats

from referee.errors import InputError
from referee.inference import f, f_summary

X, Y = [54, 66, 64, 61], [23, 28, 27, 31, 51, 32]


def test_against_the_distribution():
    result = f(X, Y)
    expected = 2 * stats.f.cdf(result.statistic, 3, 5)
    assert result.p_value == pytest.approx(expected, rel=1e-12)
    low, high = result.effect.interval
    assert 2 * stats.f.sf(result.statistic / low, 3, 5) == pytest.approx(0.05)
    assert 2 * stats.f.cdf(result.statistic / high, 3, 5) == pytest.approx(0.05)


def test_summary_and_direction():
    assert f_summary(3, 10, 1, 10, alternative="greater").p_value == pytest.approx(stats.f.sf(9, 9, 9))
    assert f_summary(3, 10, 1, 10, alternative="less").effect.interval.low == 0


def test_no_variance():
    result = f([1, 1, 1], [1, 2, 3])
    assert math.isnan(result.p_value)
    assert (
        result.effect.undefined
        == result.inapplicable
        == "a sample does not vary, so there is no ratio of variances"
    )
    with pytest.raises(InputError, match="`sd1` must be at least 0"):
        f_summary(-1, 3, 1, 3)
