"""Gamma variables of many shapes at once, of which the small ones are made only where they are something."""

import numpy as np
import pytest
from scipy import stats

from referee.inference.sampler import NOTHING, SMALL, draw_gammas


@pytest.mark.parametrize("shape", [0.0009, 0.02, SMALL * 0.99, SMALL, 0.7, 30.0])
def test_the_draws_have_the_distribution_of_their_shape(shape):
    drawn = draw_gammas(np.random.default_rng(11), np.full((2, 2), shape), 50_000).ravel()
    above = drawn[drawn > 10 * NOTHING]
    gamma = stats.gamma(shape)
    share = gamma.sf(10 * NOTHING)
    assert len(above) == pytest.approx(len(drawn) * share, abs=5 * np.sqrt(len(drawn) * share * (1 - share)) + 1)
    uniform = (gamma.cdf(above) - (1 - share)) / share  # given that they are something
    assert stats.kstest(uniform, "uniform").pvalue > 1e-4


def test_small_and_large_shapes_keep_their_places():
    shape = np.array([[0.01, 40.0], [0.03, 0.01]])
    means = draw_gammas(np.random.default_rng(5), shape, 40_000).mean(axis=0)
    assert means == pytest.approx(shape, rel=0.25)


def test_the_order_of_the_places_is_that_of_the_draws():
    shape, order = np.array([[0.01, 40.0, 0.02], [0.02, 0.01, 3.0], [9.0, 0.01, 0.04]]), np.array([2, 0, 1])
    moved = draw_gammas(np.random.default_rng(8), shape[np.ix_(order, order)], 50)
    drawn = draw_gammas(np.random.default_rng(8), shape, 50, order)
    assert np.array_equal(moved, drawn[:, order][:, :, order])


def test_cells_lie_draw_beside_draw_in_memory():
    assert draw_gammas(np.random.default_rng(1), np.full((3, 3), 0.5), 10).strides[0] == 8
