"""The inverse power law of a learning curve."""

from __future__ import annotations

import numpy as np
import pytest

from referee.errors import InputError
from referee.learners.learning_curve import power_law, power_laws

SIZES = np.array([10, 20, 40, 80, 160])


@pytest.mark.parametrize("rate", [0.25, 0.5, 1.0, 1.5])
@pytest.mark.parametrize("floor", [0.0, 0.2])
def test_an_exact_law_is_found(rate, floor):
    fit = power_law(SIZES, floor + 0.9 * SIZES**-rate)
    assert (fit.floor, fit.scale, fit.rate) == pytest.approx((floor, 0.9, rate), abs=1e-9)
    assert fit.at(1000) == pytest.approx(floor + 0.9 * 1000**-rate, abs=1e-9)


def test_a_flat_and_a_rising_curve_promise_nothing():
    for losses in (np.full(5, 0.3), np.linspace(0.2, 0.4, 5)):
        fit = power_law(SIZES, losses)
        assert fit.scale == 0
        assert fit.at(10**6) == pytest.approx(losses.mean())


def test_it_is_the_best_of_the_grid():
    """No other rate of the grid with free least squares under the same limits fits better."""
    from scipy.optimize import nnls

    rng = np.random.default_rng(3)
    losses = np.clip(0.3 + 2.0 / SIZES + rng.normal(0, 0.02, size=(20, 5)), 0, 1)
    floor, scale, rate = power_laws(SIZES, losses)
    for row, a, b, c in zip(losses, floor, scale, rate, strict=True):
        ours = ((row - a - b * SIZES**-c) ** 2).sum()
        for other in np.linspace(0.05, 2.0, 14):
            design = np.stack([np.ones(5), (SIZES / 160) ** -other], axis=1)
            assert ours <= nnls(design, row)[1] ** 2 + 1e-12


def test_two_sizes_are_too_few():
    with pytest.raises(InputError, match="`sizes` must hold at least 3 different sizes above 0"):
        power_law([10, 20], [0.3, 0.2])
