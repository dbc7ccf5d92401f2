from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from referee.errors import InputError
from referee.inference import Normal, bootstrap_probability, monte_carlo
from referee.views.pages import pictures_of


def test_the_mean_of_a_normal_population_is_the_z_test():
    x = np.random.default_rng(0).normal(103, 10, 25)
    z = (x.mean() - 100) / 2
    got = monte_carlo(x, Normal(100, sd=10), alternative="greater", resamples=20_000, rng=1)
    assert_allclose(got.p_value, stats.norm.sf(z), atol=5 * got.details["monte_carlo_error"])
    two = monte_carlo(x, Normal(100, variance=100), resamples=20_000, rng=1)
    assert_allclose(two.p_value, min(1, 2 * got.p_value))


def test_the_interquartile_range_of_25_students():
    wide = 100 + 2.5 * 10 * stats.norm.ppf((np.arange(25) + 0.5) / 25)
    result = monte_carlo(wide, Normal(100, sd=10), statistic="iqr", alternative="greater", rng=1)
    assert result.p_value == 1 / 10_000
    assert abs(result.details["expected"] - 13.2) < 0.6
    assert "standard deviation 10" in result.null
    usual = 100 + 10 * stats.norm.ppf((np.arange(25) + 0.5) / 25)
    assert monte_carlo(usual, Normal(100, sd=10), statistic="iqr", rng=1).p_value > 0.3


def test_any_population():
    flat = monte_carlo([0.1, 0.5, 0.9], lambda rng, shape: rng.random(shape), statistic=np.max, rng=1)
    assert flat.p_value > 0.5


def test_sd_or_variance_must_be_said():
    with pytest.raises(InputError, match="may mean either; got neither"):
        Normal(100)
    with pytest.raises(InputError, match="may mean either; got both"):
        Normal(100, sd=10, variance=100)
    with pytest.raises(InputError, match="`population` must be a Normal"):
        monte_carlo([1, 2], (100, 10))
    with pytest.raises(InputError, match="shape"):
        monte_carlo([1, 2], lambda rng, shape: rng.random(3))


def test_bootstrap_probability():
    assert bootstrap_probability([1, 2, 5, 1, 3, 1], 1) == (0.5, 1 / 64)
    assert bootstrap_probability([1, 2], 7) == (0, 0)


def test_the_values_under_the_null_are_kept_and_drawn():
    x = [88, 131, 104, 72, 119, 95, 142, 101, 83, 127, 110, 99, 64]
    result = monte_carlo(x, Normal(100, sd=10), statistic="iqr", alternative="greater", resamples=499, rng=1)
    assert len(result.null_values) == 499
    assert result.p_value == ((result.null_values >= result.statistic).sum() + 1) / 500
    (spread, *_) = pictures_of(result)
    assert list(spread.values) == result.null_values.tolist()
    assert spread.marks[0][0] == result.statistic
