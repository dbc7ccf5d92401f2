from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from referee.errors import InputError
from referee.inference import miettinen_nurminen
from referee.planning import cases_for_independent, power_of_independent


@pytest.mark.parametrize(("a", "b", "n"), [(0.85, 0.75, 250), (0.9, 0.8, 100), (0.6, 0.5, 300)])
def test_power_equals_statsmodels(a, b, n):
    from statsmodels.stats.proportion import power_proportions_2indep

    expected = power_proportions_2indep(a - b, b, n, return_results=False)
    assert_allclose(power_of_independent(n, n, a, b), expected, atol=1e-3)
    assert_allclose(power_of_independent(n, n, b, a), power_of_independent(n, n, a, b))


@pytest.mark.parametrize("ratio", [1.0, 2.0, 0.5])
def test_cases_reach_the_power(ratio):
    n = cases_for_independent(0.85, 0.75, ratio=ratio)
    assert_allclose(power_of_independent(n, round(ratio * n), 0.85, 0.75), 0.8, atol=0.005)


def test_power_against_the_test_that_compare_runs():
    rng = np.random.default_rng(0)
    shown = 0
    for _ in range(150):
        x, y = rng.binomial(250, 0.85), rng.binomial(250, 0.75)
        shown += miettinen_nurminen(x, 250, y, 250).p_value < 0.05
    assert abs(shown / 150 - power_of_independent(250, 250, 0.85, 0.75)) < 0.1


def test_bad_input():
    with pytest.raises(InputError, match="`b` must differ from `a`"):
        cases_for_independent(0.8, 0.8)
    with pytest.raises(InputError, match="`ratio` must be greater than 0"):
        cases_for_independent(0.8, 0.7, ratio=0)
    with pytest.raises(InputError, match="`n_b` must be at least 1"):
        power_of_independent(10, 0, 0.8, 0.7)
