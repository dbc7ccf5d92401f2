from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from referee.errors import InputError
from referee.inference.paired_randomization import paired_randomization

differences = st.lists(st.integers(-9, 9), min_size=1, max_size=7)


def brute(d, alternative="two-sided", two_sided="absolute"):
    d = np.asarray(d, dtype=float)
    sums = np.array([d @ np.array(s) for s in itertools.product((1, -1), repeat=len(d))])
    above, below = (sums >= d.sum() - 1e-9).mean(), (sums <= d.sum() + 1e-9).mean()
    if alternative != "two-sided":
        return above if alternative == "greater" else below
    if two_sided == "doubled":
        return min(1.0, 2 * min(above, below))
    return (abs(sums) >= abs(d.sum()) - 1e-9).mean()


def test_before_and_after():
    x, y = [10, 0, 60, 27], [11, 3, 65, 31]
    assert paired_randomization(x, y).p_value == 0.125
    assert paired_randomization(x, y, alternative="less").p_value == 0.0625
    result = paired_randomization(x, y, resamples=10_000)
    assert result.p_value == 0.125
    assert "only 16 distinct" in result.warnings[0]
    assert list(result.effect.interval) == [-math.inf, math.inf]


@settings(max_examples=60, deadline=None)
@given(differences, st.sampled_from(["two-sided", "greater", "less"]), st.sampled_from(["absolute", "doubled"]))
def test_exact_equals_enumeration(d, alternative, two_sided):
    options = {"alternative": alternative, "two_sided": two_sided}
    zero = [0] * len(d)
    assert_allclose(paired_randomization(d, zero, **options).p_value, brute(d, **options), rtol=1e-9)
    off = [v * math.sqrt(3) for v in d]
    assert_allclose(paired_randomization(off, zero, **options).p_value, brute(d, **options), rtol=1e-9)


@settings(max_examples=50, deadline=None)
@given(
    differences,
    st.sampled_from([0.5, 0.8, 0.95]),
    st.sampled_from([1.0, math.pi]),
    st.sampled_from(["mean", "median"]),
    st.sampled_from([None, 60]),
)
def test_interval_excludes_0_exactly_when_p_is_small(d, level, stretch, statistic, resamples):
    for alternative in ("two-sided", "greater", "less"):
        result = paired_randomization(
            [v * stretch for v in d],
            [0.0] * len(d),
            level=level,
            statistic=statistic,
            alternative=alternative,
            resamples=resamples,
            rng=2,
        )
        assert (0 in result.effect.interval) == (not result.p_value < 1 - level)


@settings(max_examples=25, deadline=None)
@given(differences, st.floats(-10, 10))
def test_interval_is_the_set_of_shifts_not_rejected(d, shift):
    d = np.array(d) + 1 / math.e  # off the grid of whole steps, so that limits stay fractions
    low, high = paired_randomization(d, 0 * d, level=0.8).effect.interval
    if min(abs(shift - low), abs(shift - high)) > 1e-6:
        assert (brute(d - shift) >= 1 - 0.8) == (low < shift < high)


def test_sixty_pairs_on_a_grid():
    d = np.arange(1, 61) / 1000
    result = paired_randomization(d, 0 * d)
    assert result.details["exact"] == 1
    assert_allclose(result.p_value, 2 / 2**60, rtol=1e-9)
    rng = np.random.default_rng(1)
    d = np.round(rng.normal(0.01, 0.04, 60), 3)
    exact, drawn = paired_randomization(d, 0 * d), paired_randomization(d, 0 * d, resamples=20_000, rng=1)
    assert abs(exact.p_value - drawn.p_value) < 5 * drawn.details["monte_carlo_error"]
    assert_allclose(list(exact.effect.interval), list(drawn.effect.interval), atol=0.002)


def test_thirty_real_pairs_are_exact():
    rng = np.random.default_rng(4)
    x, y = rng.normal(0.4, 1, 26), rng.normal(0, 1, 26)
    exact, drawn = paired_randomization(x, y), paired_randomization(x, y, resamples=20_000, rng=1)
    assert exact.details["exact"] == 1
    assert abs(exact.p_value - drawn.p_value) < 5 * drawn.details["monte_carlo_error"]
    assert_allclose(list(exact.effect.interval), list(drawn.effect.interval), atol=0.03)


@settings(max_examples=30, deadline=None)
@given(differences, st.sampled_from([None, 30]))
def test_swapping_flips_the_sign_and_keeps_p(d, resamples):
    zero = [0] * len(d)
    one = paired_randomization(d, zero, resamples=resamples, rng=1)
    other = paired_randomization(zero, d, resamples=resamples, rng=1)
    assert one.effect.value == -other.effect.value
    assert_allclose(one.p_value, other.p_value)
    assert one.p_value > 0


@pytest.mark.parametrize("statistic", ["mean", "median", np.mean])
@pytest.mark.parametrize("resamples", [None, 20])
def test_identical_columns_give_one(statistic, resamples):
    x = [0.3, 0.7, 0.9, 1.1, 1.3, 0.1]
    assert paired_randomization(x, x, statistic=statistic, resamples=resamples, rng=0).p_value == 1


def test_same_seed_same_numbers():
    x = np.random.default_rng(0).normal(size=50)
    one, two = (paired_randomization(x, 0 * x, resamples=99, rng=7) for _ in range(2))
    assert one == two


def test_unequal_lengths_are_refused():
    with pytest.raises(
        InputError, match="`y` must pair with `x` row by row, on the same folds or cases; got 10 and 9 values"
    ):
        paired_randomization(range(10), range(9))
    with pytest.raises(InputError, match="`resamples` must be at least 1"):
        paired_randomization([1, 2], [3, 5], resamples=0)


def test_the_interval_of_a_median_moves_with_the_differences():
    d = np.array([0.1, 0.4, 0.5, 0.9, 1.3, 1.4, 1.8, 2.0, 2.1, 2.9])
    near, far = (paired_randomization(d + by, 0 * d, statistic="median").effect.interval for by in (0, 10))
    assert_allclose([far.low - 10, far.high - 10], [near.low, near.high], atol=1e-3)
    assert near.width < 3
