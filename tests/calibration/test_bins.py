from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import poisson_binom

from referee import Ranking, read
from referee.calibration.bins import Stated, count_distribution, draw_frequencies, place, sum_bins
from referee.errors import InputError


def _stated(p, y, **reading):
    return Stated.of(read(y, y_score=p, positive=1, labels=[0, 1], **reading))


@pytest.mark.parametrize("weighted", [False, True])
def test_draws_have_the_moments_that_the_bins_state(weighted):
    rng = np.random.default_rng(1)
    p = np.concatenate([rng.random(200) * 0.5, 0.5 + rng.random(3000) * 0.5])
    stated = _stated(p, rng.integers(2, size=3200), weights=rng.random(3200) + 0.1 if weighted else None)
    starts = place(stated, 2, "width")
    table = sum_bins(stated, starts)
    drawn = draw_frequencies(stated, starts, table, np.random.default_rng(2), 4000)
    assert drawn.shape == (4000, 2)
    error = np.sqrt(table.variance) / table.weight
    assert drawn.mean(axis=0) == pytest.approx(table.predicted, abs=4 * error.max() / 4000**0.5)
    assert drawn.std(axis=0) == pytest.approx(error, rel=0.05)


def test_the_sums_are_those_of_the_cases_in_each_bin():
    rng = np.random.default_rng(3)
    p, y, w = np.round(rng.random(300), 2), rng.integers(2, size=300), rng.random(300) + 0.1
    for weights in (None, w):
        stated, mass = _stated(p, y, weights=weights), np.ones(300) if weights is None else w
        table = sum_bins(stated, place(stated, 10, "width"))
        code = np.searchsorted(np.linspace(0, 1, 11)[1:-1], p)
        for found, values in (
            (table.weight, mass),
            (table.square, mass**2),
            (table.probability, mass * p),
            (table.events, mass * y),
            (table.variance, mass**2 * p * (1 - p)),
            (table.cases, np.ones(300)),
        ):
            assert found == pytest.approx(np.bincount(code, weights=values), rel=1e-12)


def test_the_order_of_rows_changes_no_draw():
    rng = np.random.default_rng(4)
    p, y, mixed = rng.random(60), rng.integers(2, size=60), rng.permutation(60)
    drawn = []
    for rows in (np.arange(60), mixed):
        stated = _stated(p[rows], y[rows])
        starts = place(stated, 5, "mass")
        drawn.append(draw_frequencies(stated, starts, sum_bins(stated, starts), np.random.default_rng(0), 9))
    assert np.array_equal(*drawn)


def test_a_bin_without_weight_is_left_out():
    stated = Stated(np.array([0.1, 0.9]), np.array([0.0, 1.0]), *(np.array([0, 1]),) * 3, 1.0, (0, 1))
    starts = place(stated, 2, "width")
    table = sum_bins(stated, starts)
    assert len(table.weight) == 1
    assert draw_frequencies(stated, starts, table, np.random.default_rng(0), 5).shape == (5, 1)


def test_arguments():
    stated = _stated([0.5, 0.2], [1, 0])
    with pytest.raises(InputError, match="`strategy` must be one of 'width', 'mass'"):
        place(stated, 2, "quantile")
    with pytest.raises(InputError, match="`bins` must be at least 1"):
        place(stated, 0, "width")
    with pytest.raises(InputError, match="a ranking of cases by probabilities from 0 to 1; got -1 to 2"):
        Stated.of(Ranking([2.0, -1.0], [1, 0], [0, 1]))


@pytest.mark.parametrize("n", [1, 2, 3, 50, 400])
def test_the_distribution_of_a_number_of_events_equals_scipy(n):
    p = np.random.default_rng(n).random(n)
    p[: n // 3] = np.round(p[: n // 3])  # sure ones too
    wanted = poisson_binom.pmf(np.arange(n + 1), p)
    assert count_distribution(p) == pytest.approx(wanted, abs=1e-14)
