from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.special import ndtr, ndtri

from referee.core import TestResult
from referee.errors import InputError
from referee.inference._result import Terms, Wording
from referee.inference._trial import Trial
from referee.inference.paired_randomization import paired_randomization
from referee.inference.randomization import randomization

SQUIRRELS, CHIPMUNKS = [54, 66, 64, 61], [23, 28, 27, 31, 51, 32]
numbers = st.lists(st.integers(-9, 9), min_size=1, max_size=5)


def brute(x, y, shift=0, alternative="two-sided", two_sided="absolute"):
    """All divisions, in rational arithmetic."""
    x = [Fraction(v) - Fraction(shift) for v in x]
    z, m = x + [Fraction(v) for v in y], len(x)
    total = sum(z)

    def diff(chosen):
        part = sum(z[i] for i in chosen)
        return part / m - (total - part) / len(y)

    observed = diff(range(m))
    values = [diff(c) for c in itertools.combinations(range(len(z)), m)]
    above = sum(v >= observed for v in values)
    below = sum(v <= observed for v in values)
    if alternative != "two-sided":
        return Fraction(above if alternative == "greater" else below, len(values))
    if two_sided == "doubled":
        return min(Fraction(1), Fraction(2 * min(above, below), len(values)))
    return Fraction(sum(abs(v) >= abs(observed) for v in values), len(values))


def test_squirrels():
    result = randomization(SQUIRRELS, CHIPMUNKS)
    assert_allclose(result.p_value, 1 / 210, rtol=1e-12)
    assert list(result.effect.interval) == [16, 40]
    assert result.convention.startswith("two-sided by absolute value")
    doubled = randomization(SQUIRRELS, CHIPMUNKS, two_sided="doubled")
    assert_allclose(doubled.p_value, 2 / 210, rtol=1e-12)
    assert list(doubled.effect.interval) == [16, 39]
    assert "doubling" in doubled.convention


def test_squirrel_limits_are_the_outermost_whole_shifts_not_rejected():
    # between whole numbers the test goes on accepting up to 362/9 = 40.22; whole scores shift by whole numbers
    for shift, inside in [(15, False), (16, True), (40, True), (41, False)]:
        assert (brute(SQUIRRELS, CHIPMUNKS, shift) >= Fraction(1, 20)) == inside
    assert brute(SQUIRRELS, CHIPMUNKS, Fraction(362, 9)) >= Fraction(1, 20)


@settings(max_examples=60, deadline=None)
@given(
    numbers, numbers, st.sampled_from(["two-sided", "greater", "less"]), st.sampled_from(["absolute", "doubled"])
)
def test_exact_equals_enumeration_on_a_grid_and_off_it(x, y, alternative, two_sided):
    options = {"alternative": alternative, "two_sided": two_sided}
    expected = float(brute(x, y, 0, **options))
    assert_allclose(randomization(x, y, **options).p_value, expected, rtol=1e-9)
    stretch = math.sqrt(2)
    off = randomization([v * stretch for v in x], [v * stretch for v in y], **options)
    assert_allclose(off.p_value, expected, rtol=1e-9)


@settings(max_examples=60, deadline=None)
@given(
    numbers,
    numbers,
    st.sampled_from([0.5, 0.8, 0.95]),
    st.sampled_from(["absolute", "doubled"]),
    st.sampled_from([1.0, math.pi]),
    st.sampled_from([None, 60]),
)
def test_interval_excludes_no_shift_exactly_when_p_is_small(x, y, level, two_sided, stretch, resamples):
    x, y = [v * stretch for v in x], [v * stretch for v in y]
    for alternative in ("two-sided", "greater", "less"):
        result = randomization(
            x, y, level=level, two_sided=two_sided, alternative=alternative, resamples=resamples, rng=3
        )
        assert (0 in result.effect.interval) == (not result.p_value < 1 - level), (x, y)


@settings(max_examples=25, deadline=None)
@given(numbers, numbers, st.floats(-12, 12), st.sampled_from(["absolute", "doubled"]))
def test_interval_is_the_set_of_shifts_not_rejected(x, y, shift, two_sided):
    result = randomization(x, y, level=0.8, two_sided=two_sided)
    low, high = result.effect.interval
    if min(abs(shift - low), abs(shift - high)) < 1e-6:
        return
    accepted = float(brute(x, y, Fraction(shift), two_sided=two_sided)) >= 1 - 0.8
    if low < shift < high:
        assert accepted
    elif accepted:  # only between a far limit, which is a whole step, and the next whole step
        limit = low if shift < low else high
        assert limit == round(limit)
        assert abs(limit - result.effect.value) > 4
        assert abs(shift - limit) < 1


@settings(max_examples=40, deadline=None)
@given(numbers, numbers, st.sampled_from(["mean", "median", "iqr", "variance_ratio"]), st.sampled_from([None, 40]))
def test_swapping_flips_the_sign_and_keeps_p(x, y, statistic, resamples):
    one, other = (
        randomization(*pair, statistic=statistic, resamples=resamples, rng=1) for pair in [(x, y), (y, x)]
    )
    if one.inapplicable:
        assert other.inapplicable
        return
    if statistic == "variance_ratio":
        assert_allclose(one.effect.value * other.effect.value, 1, rtol=1e-9)
    else:
        assert_allclose(one.effect.value, -other.effect.value, atol=1e-12)
    if one.details["exact"]:
        assert_allclose(one.p_value, other.p_value, rtol=1e-9)


@pytest.mark.parametrize("statistic", ["mean", "median", "iqr"])
@pytest.mark.parametrize("resamples", [None, 50])
@pytest.mark.parametrize("two_sided", ["absolute", "doubled"])
def test_identical_samples_give_one(statistic, resamples, two_sided):
    x = [3.1, 4.7, 4.7, 9.2]
    assert randomization(x, x, statistic=statistic, resamples=resamples, two_sided=two_sided, rng=0).p_value == 1
    assert randomization([5, 5], [5, 5], statistic=statistic, two_sided=two_sided).p_value == 1


def test_fifty_and_fifty():
    x, y = np.arange(50), np.arange(50) + 100
    result = randomization(x, y)
    assert_allclose(result.p_value, 2 / math.comb(100, 50), rtol=1e-9)
    assert result.details["exact"] == 1
    rng = np.random.default_rng(5)
    x, y = rng.integers(0, 100, 50), rng.integers(5, 110, 50)
    exact = randomization(x, y)
    drawn = randomization(x, y, resamples=20_000, rng=8)
    assert drawn.details["exact"] == 0
    assert abs(exact.p_value - drawn.p_value) < 5 * drawn.details["monte_carlo_error"]
    assert np.abs(np.subtract(list(exact.effect.interval), list(drawn.effect.interval))).max() < 1.5


def test_three_decimals_and_thirds_lie_on_a_grid():
    x, y = [0.123, 0.5, 0.75, 0.002], [0.25, 0.301, 0.999]
    assert_allclose(randomization(x, y).p_value, float(brute(x, y)), rtol=1e-9)
    x, y = [1 / 3, 2 / 3, 1, 1], [0, 1 / 3, 0, 2 / 3]
    whole = randomization([1, 2, 3, 3], [0, 1, 0, 2])
    assert_allclose(randomization(x, y).p_value, whole.p_value, rtol=1e-12)


def test_meeting_in_the_middle_is_near_monte_carlo():
    rng = np.random.default_rng(2)
    x, y = rng.normal(0, 1, 14), rng.normal(0.8, 1, 15)
    exact, drawn = randomization(x, y), randomization(x, y, resamples=20_000, rng=1)
    assert exact.details["exact"] == 1
    assert abs(exact.p_value - drawn.p_value) < 5 * drawn.details["monte_carlo_error"] + 1e-4
    assert_allclose(list(exact.effect.interval), list(drawn.effect.interval), atol=0.05)


def test_other_statistics_by_enumeration():
    x, y = [1.0, 9.0, 4.0], [2.0, 3.0, 2.5, 7.0]
    observed = abs(np.median(x) - np.median(y))
    z = np.array(x + y)
    values = []
    for chosen in itertools.combinations(range(7), 3):
        rest = [i for i in range(7) if i not in chosen]
        values.append(abs(np.median(z[list(chosen)]) - np.median(z[rest])))
    expected = np.mean(np.array(values) >= observed - 1e-12)
    assert_allclose(randomization(x, y, statistic="median").p_value, expected)
    own = randomization(x, y, statistic=lambda values: float(np.median(values)))
    assert_allclose(own.p_value, expected)
    assert own.effect.interval is None
    assert "no interval" in own.effect.note


def test_variance_of_zero_is_inapplicable():
    result = randomization([5, 5, 5], [1, 2, 3], statistic="variance_ratio")
    assert math.isnan(result.p_value)
    assert result.inapplicable


def test_same_seed_same_numbers():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=40), rng.normal(size=40)
    one, two = (randomization(x, y, resamples=200, rng=7) for _ in range(2))
    assert one == two
    assert one.p_value != randomization(x, y, resamples=200, rng=8).p_value


def test_more_draws_than_divisions_is_exact_and_said():
    result = randomization(SQUIRRELS, CHIPMUNKS, resamples=10_000)
    assert result.details == {"rearrangements": 210.0, "exact": 1.0}
    assert "only 210 distinct" in result.warnings[0]


def test_few_draws_are_said():
    result = randomization(SQUIRRELS, CHIPMUNKS, resamples=10, rng=1)
    assert "cannot be below 1/11" in result.warnings[0]
    assert result.p_value >= 1 / 11


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"resamples": 0}, "`resamples` must be at least 1; got 0"),
        ({"alternative": "bigger"}, "`alternative` must be one of"),
        ({"two_sided": "both"}, "`two_sided` must be one of 'absolute', 'doubled'"),
        ({"level": 95}, "Did you mean 0.95"),
        ({"statistic": "mode"}, "`statistic` must be one of"),
    ],
)
def test_bad_options(options, sentence):
    with pytest.raises(InputError, match=sentence):
        randomization(SQUIRRELS, CHIPMUNKS, **options)


def test_bad_samples():
    with pytest.raises(InputError, match="`x` must"):
        randomization([], [1.0])
    with pytest.raises(InputError, match="`y` must"):
        randomization([1.0], [float("nan")])


def test_a_statistic_is_a_function_of_one_sample():
    with pytest.raises(InputError, match=r"`statistic` must be a function of one sample that gives a number"):
        randomization([1, 2, 3], [4, 5], statistic=lambda a, b: a.mean() - b.mean())
    with pytest.raises(InputError, match=r"function of one sample that gives a number"):
        paired_randomization([1, 2, 3], [4, 5, 7], statistic=lambda values: values)
    spread = randomization(
        [54, 66, 64, 61], [23, 28, 27, 31, 51, 32], statistic=lambda v: float(np.std(v, ddof=1))
    )
    assert spread.p_value == randomization([54, 66, 64, 61], [23, 28, 27, 31, 51, 32], statistic="sd").p_value


def test_the_values_under_the_null_are_kept():
    x, y = [54, 66, 64, 61], [23, 28, 27, 31, 51, 32]
    result = randomization(x, y)
    assert len(result.null_values) == 210
    assert (np.abs(result.null_values) >= 29.25 - 1e-9).mean() == result.p_value
    assert len(randomization(x, y, statistic="iqr").null_values) == 210
    assert len(randomization(x, y, resamples=99, rng=1).null_values) == 99
    pairs = paired_randomization([10, 0, 60, 27], [11, 3, 65, 31])
    assert sorted(pairs.null_values) == sorted(-pairs.null_values)
    assert (np.abs(pairs.null_values) >= 3.25 - 1e-9).mean() == pairs.p_value == 0.125
    back = TestResult.from_dict(result.to_dict())
    assert_allclose(back.null_values, result.null_values)
    assert randomization(list(range(30)), list(range(5, 35))).null_values is None


@pytest.mark.parametrize("test", [randomization, paired_randomization])
def test_a_one_sided_interval_is_open_on_the_other_side(test):
    less, greater = (
        test([5, 3, 4, 8, 6, 9], [2, 4, 1, 3, 5, 2], alternative=side).effect.interval
        for side in ("less", "greater")
    )
    assert (less.low, greater.high) == (-math.inf, math.inf)
    assert -math.inf < greater.low < 19 / 6 < less.high < math.inf


def test_limits_are_found_with_few_looks_at_p():
    looked = []

    def p(shift):
        looked.append(shift)
        return float(2 * ndtr(-abs(shift - 3)))

    trial = Trial(Wording("z", "null", "z", "not"), Terms("two-sided", 0.95))
    found = trial.interval((p, p), 3.0, p(0.0), 1000.0)
    assert_allclose([found.low, found.high], [3 + ndtri(0.025), 3 - ndtri(0.025)], atol=1e-9)
    assert len(looked) < 60
