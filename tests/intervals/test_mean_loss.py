from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from referee.intervals.mean_loss import beta_limits, mean_loss_limits

UNIT, OPEN = (0.0, 1.0), (0.0, math.inf)


def test_beta_limits_are_clopper_pearson():
    found = stats.binomtest(3, 17).proportion_ci(0.9, "exact")
    assert beta_limits(3 / 17, 17, 0.05) == pytest.approx((found.low, found.high))
    assert beta_limits(0.0, 10, 0.025) == pytest.approx((0, 1 - 0.025**0.1))
    assert beta_limits(1.0, 10, 0.025) == pytest.approx((0.025**0.1, 1))


def test_a_bounded_mean_by_hand():
    ratio = stats.norm.ppf(0.975) / stats.t.ppf(0.975, 11)
    n = 0.3 * 0.7 / 0.1**2 * ratio**2
    expected = stats.beta.ppf(0.025, 0.3 * n, 0.7 * n + 1), stats.beta.ppf(0.975, 0.3 * n + 1, 0.7 * n)
    assert mean_loss_limits(0.3, 0.1, 11, 0.95, UNIT) == (*map(pytest.approx, expected), "beta")
    twice = mean_loss_limits(0.6, 0.2, 11, 0.95, (0.0, 2.0))
    assert twice[:2] == pytest.approx([2 * x for x in expected])


def test_an_unbounded_mean_by_hand():
    """Poisson limits when each loss is 0 or 1 of many cases: variance equal to the mean."""
    k = (1.2 / 0.4 * stats.norm.ppf(0.975) / stats.t.ppf(0.975, 7)) ** 2
    gamma = 1.2 * stats.gamma.ppf(0.025, k) / k, 1.2 * stats.gamma.ppf(0.975, k + 1) / k
    t = stats.t.interval(0.95, 7, 1.2, 0.4)
    low, high, name = mean_loss_limits(1.2, 0.4, 7, 0.95, OPEN)
    assert (low, high) == pytest.approx((min(gamma[0], t[0]), max(gamma[1], t[1])))
    assert name == "wider of Student's t and gamma"
    events = mean_loss_limits(9.0, 3.0, 1e9, 0.95, OPEN)
    assert events[1] == pytest.approx(stats.gamma.ppf(0.975, 10), rel=1e-6)  # Garwood: 9 events


def test_without_a_low_end_it_is_students_t():
    low, high, name = mean_loss_limits(-1.0, 0.5, 9, 0.9, (-math.inf, math.inf))
    assert (low, high) == pytest.approx(stats.t.interval(0.9, 9, -1.0, 0.5))
    assert name == "Student's t"


@given(
    st.floats(0.001, 0.999),
    st.floats(1e-4, 3.0),
    st.floats(1, 1e6),
    st.floats(0.5, 0.99),
    st.sampled_from([UNIT, OPEN]),
)
@settings(max_examples=200, deadline=None)
def test_limits_hold_the_mean_stay_in_range_and_widen(value, relative, freedom, level, ends):
    error = relative * value * (1 - value)
    low, high, _ = mean_loss_limits(value, error, freedom, level, ends)
    assert ends[0] <= low <= value <= high <= ends[1]
    wider = mean_loss_limits(value, error, freedom, (1 + level) / 2, ends)
    assert wider[0] <= low + 1e-12
    assert wider[1] >= high - 1e-12
    if ends is OPEN:
        scaled = mean_loss_limits(7 * value, 7 * error, freedom, level, ends)
        assert scaled[:2] == pytest.approx((7 * low, 7 * high), rel=1e-6, abs=1e-12)
    else:
        turned = mean_loss_limits(1 - value, error, freedom, level, ends)
        assert turned[:2] == pytest.approx((1 - high, 1 - low), rel=1e-6, abs=1e-9)


def test_with_many_cases_all_are_the_normal_limits():
    for ends in (UNIT, OPEN):
        low, high, _ = mean_loss_limits(0.2, 1e-4, 1e7, 0.95, ends)
        assert (low, high) == pytest.approx((0.2 - 1.96e-4, 0.2 + 1.96e-4), abs=1e-6)


@pytest.mark.parametrize("ends", [UNIT, OPEN])
def test_students_t_misses_skewed_losses_that_these_limits_hold(ends):
    """About 4 of 40 cases carry the loss."""
    rng = np.random.default_rng(3)
    rare = rng.random((3000, 40)) < 0.1
    losses = np.where(rare, 0.5 + 0.5 * rng.random(rare.shape), 0.05 * rng.random(rare.shape))
    truth = 0.1 * 0.75 + 0.9 * 0.025
    mean, error = losses.mean(axis=1), stats.sem(losses, axis=1)
    ours = [mean_loss_limits(m, e, 39, 0.95, ends)[:2] for m, e in zip(mean, error, strict=True)]
    assert np.mean(np.abs(mean - truth) <= stats.t.ppf(0.975, 39) * error) < 0.915
    assert np.mean([low <= truth <= high for low, high in ours]) > 0.935
