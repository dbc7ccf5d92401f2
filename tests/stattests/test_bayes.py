from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from referee.errors import InputError
from referee.stattests import bayes_correlated_t, bayes_signed_rank

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


@pytest.mark.parametrize(
    "test",
    [
        lambda a, b: bayes_correlated_t(a, b, rho=0.1, rope=0.01),
        lambda a, b: bayes_signed_rank(a, b, rope=0.01, resamples=20_000, rng=1),
    ],
)
def test_swapping_exchanges_the_sides(test):
    one, two = test(A, B), test(B, A)
    assert_allclose(shares(one), shares(two)[::-1], atol=0.01)
    assert_allclose(sum(shares(one)), 1)
    assert one.effect.value == pytest.approx(-two.effect.value)


def test_signed_rank_against_the_double_sum():
    d = np.subtract(A, B)
    z = np.append(0.0, d)
    rng = np.random.default_rng(3)
    w = rng.dirichlet(np.append(0.5, np.ones(6)), size=20_000)
    mean = (z[:, None] + z[None, :]) / 2
    above, below = (np.einsum("ri,rj,ij->r", w, w, part) for part in (mean > 0.01 + 1e-12, mean < -0.01 - 1e-12))
    table = np.stack([above, 1 - above - below, below], axis=1)
    expected = np.bincount(table.argmax(axis=1), minlength=3) / 20_000
    assert_allclose(shares(bayes_signed_rank(A, B, rope=0.01, resamples=20_000, rng=1)), expected, atol=0.02)


def test_identical_learners():
    assert shares(bayes_signed_rank(A, A, rope=0.01, resamples=200, rng=1)) == [0, 1, 0]
    assert shares(bayes_signed_rank(A, A, resamples=200, rng=1)) == [0.5, 0, 0.5]
    result = bayes_correlated_t(A, A, rho=0.1)
    assert "variance is 0" in result.inapplicable


def test_bad_input():
    with pytest.raises(InputError, match="`rho` must be at least 0 and below 1"):
        bayes_correlated_t(A, B, rho=1)
    with pytest.raises(InputError, match="`rope` must be at least 0"):
        bayes_signed_rank(A, B, rope=-0.1)
    with pytest.raises(InputError, match="6 values and 5 values"):
        bayes_signed_rank(A, B[:5])
    with pytest.raises(InputError, match="one score"):
        bayes_correlated_t([1], [2], rho=0.1)
