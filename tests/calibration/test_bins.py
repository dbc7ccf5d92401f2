from __future__ import annotations

import numpy as np
import pytest

from referee.calibration.bins import draw_events, place, sum_bins
from referee.errors import InputError


def test_draws_have_the_moments_that_the_bins_state():
    rng = np.random.default_rng(1)
    p = np.concatenate([rng.random(200) * 0.5, 0.5 + rng.random(3000) * 0.5])
    w = rng.random(3200)
    places = place(p, 2, "width")
    table = sum_bins(p, np.zeros(3200), w, places)
    drawn = draw_events(p, w, places, np.random.default_rng(2), 4000)
    assert drawn.shape == (4000, 2)
    error = np.sqrt(table.variance)
    assert drawn.mean(axis=0) == pytest.approx(table.probability, abs=4 * error.max() / 4000**0.5)
    assert drawn.std(axis=0) == pytest.approx(error, rel=0.05)


def test_a_bin_without_weight_is_left_out():
    p, w = np.array([0.1, 0.9]), np.array([0.0, 1.0])
    places = place(p, 2, "width")
    assert len(sum_bins(p, np.ones(2), w, places).weight) == 1
    assert draw_events(p, w, places, np.random.default_rng(0), 5).shape == (5, 1)


def test_arguments():
    with pytest.raises(InputError, match="`strategy` must be one of 'width', 'mass'"):
        place(np.array([0.5]), 2, "quantile")
    with pytest.raises(InputError, match="`bins` must be at least 1"):
        place(np.array([0.5]), 0, "width")
