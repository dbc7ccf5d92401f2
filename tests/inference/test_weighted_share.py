"""Limits of a share of weights: mid-P where all weights are equal, and a heavy case that was not drawn."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import poisson

from referee import evaluate, read
from referee.inference.proportion import midp_limits
from referee.inference.weighted_share import Weights, weighted_limits


@pytest.mark.parametrize(("k", "n"), [(0, 10), (3, 10), (10, 10), (50, 200), (1, 1000)])
@pytest.mark.parametrize("tail", [0.025, 0.1])
@pytest.mark.parametrize("unit", [1.0, 7.5])
def test_limits_of_equal_weights_are_mid_p(k, n, tail, unit):
    own, rest = (Weights(unit * cases, unit**2 * cases, unit) for cases in (k, n - k))
    assert weighted_limits(own, rest, tail) == pytest.approx(midp_limits(k, n, tail), abs=1e-12)


def test_the_two_sides_mirror_each_other():
    own, rest = Weights(30.0, 80.0, 9.0), Weights(4.0, 4.0, 9.0)
    low, high = weighted_limits(own, rest, 0.025)
    assert weighted_limits(rest, own, 0.025) == pytest.approx((1 - high, 1 - low), abs=1e-12)


@pytest.mark.parametrize("weight", [13.0, 50.0])
def test_few_heavy_cases_are_held_at_every_mean(weight):
    """Light hits that hardly vary, and heavy misses, a Poisson number of them: the exact coverage of mid-P."""
    count = np.arange(60)
    hits = Weights(20_000.0, 20_000.0, 1.0)
    limits = [weighted_limits(hits, Weights(weight * k, weight**2 * k, weight), 0.025) for k in count.tolist()]
    low, high = np.array(limits).T
    means = np.linspace(0.2, 12, 237)
    truth = 20_000 / (20_000 + weight * means)
    held = (low <= truth[:, None]) & (truth[:, None] <= high)
    assert (poisson.pmf(count, means[:, None]) * held).sum(axis=1).min() > 0.915


def test_a_sensitivity_without_a_miss_has_room_for_heavy_ones():
    """All alerts are checked and one of 13 of the rest: three misses on average are none in 5% of samples."""
    cells = [(1, 1, 555, 1.0), (0, 1, 310, 1.0), (0, 0, 360, 13.0)]
    truth, answer, weights = (
        np.repeat([cell[i] for cell in cells], [cell[2] for cell in cells]) for i in (0, 1, 3)
    )
    answers = read(truth, answer, positive=1, weights=weights)
    found = evaluate(answers, metrics=["sensitivity", "negative_likelihood_ratio"])
    expected = 555 / (555 + 2.9 * 13)
    assert found["sensitivity"].interval.low < expected
    assert found["negative_likelihood_ratio"].interval.high > (1 - expected) / (360 * 13 / (310 + 360 * 13))


def test_weights_whose_squares_are_lost_count_as_none():
    weights = [1.0] + [1e-12] * 9
    answers = read([0, 1] * 5, [0, 1, 0, 0, 0, 1, 0, 1, 1, 0], weights=weights, positive=1)
    found = evaluate(answers, metrics="accuracy")["accuracy"]
    assert found.value == pytest.approx(1)
    assert 0 < found.interval.low < 0.1
