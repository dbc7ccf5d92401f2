"""Gamma variables of many shapes at once, of which the small ones are made only where they are something."""

import numpy as np
import pytest
from scipy import stats

from referee.core import ConfusionMatrix
from referee.inference.sampler import LARGE, NOTHING, SMALL, Sampler, _to_gamma, draw_gammas


@pytest.mark.parametrize("shape", [0.0009, 0.02, SMALL * 0.99, SMALL, 0.7, 30.0, LARGE, 5e4])
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


@pytest.mark.parametrize("shape", [LARGE, 3 * LARGE, 1e4])
def test_large_gammas_made_of_normal_ones_are_within_a_tenth_of_the_monte_carlo_error(shape):
    shares = np.array([0.0005, 0.005, 0.025, 0.05, 0.5, 0.95, 0.975, 0.995, 0.9995])
    made = stats.norm.ppf(shares)
    _to_gamma(made, shape)
    errors = np.sqrt(shares * (1 - shares) / 10_000) / stats.norm.pdf(stats.norm.ppf(shares))
    assert np.all(np.abs(made - stats.gamma.ppf(shares, shape)) / np.sqrt(shape) < errors / 10)


def test_draws_of_classes_are_independent_and_do_not_hang_on_names():
    counts = np.array([[30, 2, 3], [4, 20, 1], [5, 2, 40]])
    sampler = Sampler(ConfusionMatrix.from_matrix(counts, rows="truth", labels=list("abc")), 7)
    order = [2, 0, 1]
    moved = Sampler(ConfusionMatrix.from_matrix(counts[np.ix_(order, order)], rows="truth", labels=list("abc")), 7)
    drawn = sampler.draw_classes(np.arange(3))
    assert np.array_equal(drawn[:, order], moved.draw_classes(np.arange(3)))
    assert drawn[:, 0, 1, 1].mean() / drawn[:, 0].sum(axis=(1, 2)).mean() == pytest.approx(30.5 / 109, rel=0.02)
    assert abs(np.corrcoef(drawn[:, 0, 1, 1], drawn[:, 1, 1, 1])[0, 1]) < 0.1
