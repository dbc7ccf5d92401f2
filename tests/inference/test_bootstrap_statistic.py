from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from referee.errors import InputError
from referee.inference.bootstrap_statistic import batch, bootstrap_standard_error, bootstrap_statistic

X = [11.54, 10.09, 9.38, 10.67, 9.88, 7.89, 8.99, 10.08, 11.36, 8.23, 8.87, 7.9]


@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
@pytest.mark.parametrize(
    ("statistic", "own"), [("mean", np.mean), ("variance", lambda v, axis: v.var(axis, ddof=1))]
)
def test_agrees_with_scipy(method, statistic, own):
    ours = bootstrap_statistic(X, statistic=statistic, method=method, resamples=40_000, rng=1).interval
    peer = stats.bootstrap(
        (np.array(X),), own, n_resamples=40_000, method="BCa" if method == "bca" else method, rng=2, batch=4000
    ).confidence_interval
    spread = peer.high - peer.low
    assert_allclose([ours.low, ours.high], [peer.low, peer.high], atol=0.02 * spread)


def test_standard_error():
    expected = np.std(X) / np.sqrt(len(X))
    assert_allclose(bootstrap_standard_error(X, rng=1), expected, rtol=0.03)


@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
def test_all_correct_falls_back_to_the_exact_binomial_interval(method):
    result = bootstrap_statistic([1] * 20, method=method)
    assert_allclose(list(result.interval), [0.025 ** (1 / 20), 1])
    assert abs(result.interval.low - 0.832) < 0.001
    assert "exact binomial" in result.note
    wrong = bootstrap_statistic([0] * 20, method=method)
    assert_allclose(list(wrong.interval), [0, 1 - 0.025 ** (1 / 20)])


def test_other_constants_have_no_interval_and_say_why():
    result = bootstrap_statistic([3.5] * 6, method="bca")
    assert result.value == 3.5
    assert result.interval is None
    assert "all observations are equal" in result.note
    median = bootstrap_statistic([1, 1, 1], statistic="median")
    assert median.interval is None


def test_one_observation_is_an_error():
    with pytest.raises(InputError, match="`x` must hold at least 2 values; got 1"):
        bootstrap_statistic([1])


def test_own_statistic_and_seed():
    one, two = (bootstrap_statistic(X, statistic=np.max, method="bca", resamples=300, rng=1) for _ in range(2))
    assert one == two
    assert one.interval.high <= max(X)


def test_bad_options():
    with pytest.raises(InputError, match="`method` must be one of"):
        bootstrap_statistic(X, method="BCA")
    with pytest.raises(InputError, match="`resamples` must be at least 1"):
        bootstrap_statistic(X, resamples=0)
    with pytest.raises(InputError, match="`statistic` must be one of"):
        bootstrap_statistic(X, statistic="mode")


def test_a_function_is_taken_along_the_last_axis_of_any_number():
    rows = np.arange(24.0).reshape(2, 3, 4)
    assert batch(np.ptp)(rows).tolist() == [[3.0] * 3] * 2
    assert batch(lambda row: row.sum())(rows[0, 0]) == 6
