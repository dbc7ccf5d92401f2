from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from referee.errors import InputError
from referee.inference import bayes_correlated_t

A = [0.81, 0.79, 0.83, 0.80, 0.82, 0.78]
B = [0.78, 0.77, 0.79, 0.80, 0.78, 0.79]


def shares(result):
    return [result.details[key] for key in ("p_a_better", "p_rope", "p_b_better")]


@pytest.mark.parametrize("rope", [0.0, 0.01])
def test_correlated_t_is_a_scaled_t(rope):
    result = bayes_correlated_t(A, B, rho=0.1, rope=rope)
    d = np.subtract(A, B)
    posterior = stats.t(5, d.mean(), d.std(ddof=1) * math.sqrt(1 / 6 + 1 / 9))
    expected = [posterior.sf(rope), posterior.cdf(rope) - posterior.cdf(-rope), posterior.cdf(-rope)]
    assert_allclose(shares(result), expected, atol=1e-12)
    assert_allclose(list(result.effect.interval), posterior.interval(0.95))
    assert math.isnan(result.p_value)
    assert result.inapplicable is None


def test_without_correlation_it_is_the_paired_t():
    result = bayes_correlated_t(A, B, rho=0)
    assert_allclose(result.details["p_b_better"], stats.ttest_rel(A, B, alternative="greater").pvalue)


def test_swapping_exchanges_the_sides():
    one, two = (bayes_correlated_t(*pair, rho=0.1, rope=0.01) for pair in [(A, B), (B, A)])
    assert_allclose(shares(one), shares(two)[::-1], atol=1e-12)
    assert_allclose(sum(shares(one)), 1)
    assert one.effect.value == pytest.approx(-two.effect.value)


def test_identical_learners():
    result = bayes_correlated_t(A, A, rho=0.1)
    assert "variance is 0" in result.inapplicable


def test_bad_input():
    with pytest.raises(InputError, match="`rho` must be at least 0 and below 1"):
        bayes_correlated_t(A, B, rho=1)
    with pytest.raises(InputError, match="`a` must hold at least 2 values; got 1"):
        bayes_correlated_t([1], [2], rho=0.1)
