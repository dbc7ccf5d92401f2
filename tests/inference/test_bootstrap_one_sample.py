"""The one-sample test, and what it shares with the paired and the two-sample bootstrap."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import stats

from referee.errors import InputError
from referee.inference import bootstrap_one_sample, bootstrap_paired, bootstrap_two_sample

values = st.lists(st.integers(-6, 6), min_size=2, max_size=7)
ALTERNATIVES = ("two-sided", "greater", "less")


def assert_dual(result, level, null=0.0):
    if result.effect is None or result.effect.interval is None:
        assert result.inapplicable or result.effect.undefined or result.effect.note
        return
    low, high = result.effect.interval
    if min(abs(low - null), abs(high - null)) > 1e-9:
        assert (low < null < high) == (not result.p_value < 1 - level)


@settings(max_examples=40, deadline=None)
@given(values, values, st.sampled_from([0.6, 0.9, 0.95]))
def test_interval_excludes_the_null_exactly_when_p_is_small(x, y, level):
    for alternative in ALTERNATIVES:
        options = {"alternative": alternative, "level": level, "resamples": 99, "rng": 1}
        for method in ("shift", "normal"):
            assert_dual(bootstrap_one_sample(x, null=1.0, method=method, **options), level, 1.0)
        assert_dual(bootstrap_two_sample(x, y, **options), level)
        n = min(len(x), len(y))
        for null in ("swap", "shift"):
            assert_dual(bootstrap_paired(x[:n], y[:n], null=null, **options), level)


@settings(max_examples=25, deadline=None)
@given(values)
def test_identical_columns_give_one(x):
    for null in ("swap", "shift"):
        assert bootstrap_paired(x, x, null=null, resamples=30, rng=1).p_value == 1
    if len(x) > 1:
        assert bootstrap_two_sample(x, x, resamples=30, rng=1).p_value == 1
    assert bootstrap_one_sample(x, null=float(np.mean(x)), resamples=30, rng=1).p_value == 1


def test_swapped_arguments_flip_the_sign_and_keep_p():
    rng = np.random.default_rng(0)
    x, y = rng.normal(0.5, 1, 20), rng.normal(0, 1, 20)
    for null in ("swap", "shift"):
        one, two = bootstrap_paired(x, y, null=null, rng=1), bootstrap_paired(y, x, null=null, rng=1)
        assert_allclose(one.effect.value, -two.effect.value)
        assert_allclose(one.p_value, two.p_value)
    one, two = bootstrap_two_sample(x, y, rng=1), bootstrap_two_sample(y, x, rng=1)
    assert_allclose(one.effect.value, -two.effect.value)
    assert abs(one.p_value - two.p_value) < 5 * one.details["monte_carlo_error"] * 1.5


def test_all_are_near_the_t_tests_on_plenty_of_data():
    rng = np.random.default_rng(4)
    x, y = rng.normal(0.2, 1, 120), rng.normal(0.0, 1, 120)
    expected = stats.ttest_1samp(x, 0).pvalue
    for method in ("shift", "normal"):
        assert_allclose(bootstrap_one_sample(x, method=method, rng=1).p_value, expected, atol=0.015)
    expected = stats.ttest_rel(x, y)
    for null in ("swap", "shift"):
        got = bootstrap_paired(x, y, null=null, rng=1)
        assert_allclose(got.p_value, expected.pvalue, atol=0.03)
        assert_allclose(list(got.effect.interval), expected.confidence_interval(), atol=0.04)
    expected = stats.ttest_ind(x, y)
    got = bootstrap_two_sample(x, y, rng=1)
    assert_allclose(got.p_value, expected.pvalue, atol=0.03)
    assert_allclose(list(got.effect.interval), expected.confidence_interval(), atol=0.04)


def test_normal_form_is_the_z_test():
    x = [5.1, 4.9, 6.2, 5.8, 5.5, 6.0]
    result = bootstrap_one_sample(x, null=5.0, method="normal", rng=1)
    z = (np.mean(x) - 5) / result.details["se"]
    assert_allclose(result.p_value, 2 * stats.norm.sf(z))
    assert_allclose(result.details["se"], np.std(x) / math.sqrt(6), rtol=0.03)


def test_other_statistics():
    rng = np.random.default_rng(1)
    x, y = rng.normal(0, 3, 30), rng.normal(0, 1, 30)
    assert bootstrap_two_sample(x, y, statistic="iqr", rng=1).p_value < 0.05
    assert bootstrap_two_sample(x, y, statistic=np.std, rng=1).effect.interval is None
    assert bootstrap_paired(x, x - 2, null="swap", statistic="median", rng=1).effect.interval is None
    assert bootstrap_one_sample(x, statistic="median", null=0.0, rng=1).effect.interval is not None


def test_no_spread():
    result = bootstrap_one_sample([2, 2, 2], null=1.0)
    assert math.isnan(result.p_value)
    assert "no spread" in result.inapplicable
    assert bootstrap_one_sample([2, 2, 2], null=2.0).p_value == 1
    assert bootstrap_paired([3, 4], [1, 2]).inapplicable


def test_seeds_and_few_resamples():
    x = [1.0, 2.5, 3.0, 0.5]
    for test in (
        lambda **k: bootstrap_one_sample(x, **k),
        lambda **k: bootstrap_two_sample(x, [0.1, 0.2, 4], **k),
    ):
        assert test(rng=3, resamples=50) == test(rng=3, resamples=50)
        assert "1/11" in test(rng=3, resamples=10).warnings[0]
        with pytest.raises(InputError, match="`resamples` must be at least 1"):
            test(resamples=0)
    with pytest.raises(InputError, match="at least 2 values; got 1"):
        bootstrap_one_sample([1.0])
    with pytest.raises(InputError, match="at least 2 values; got 1"):
        bootstrap_paired([1.0], [2.0])
    with pytest.raises(InputError, match="`method` must be one of 'shift', 'normal'"):
        bootstrap_one_sample(x, method="t")


def test_the_values_under_the_null_are_kept():
    x, y = [23, 28, 27, 31, 51, 32], [54, 66, 64, 61]
    one = bootstrap_one_sample(x, null=25, alternative="greater", resamples=999, rng=1)
    assert_allclose(one.null_values.mean(), 25)
    assert one.p_value == ((one.null_values >= 32 - 1e-9).sum() + 1) / 1000
    two = bootstrap_two_sample(y, x, alternative="greater", resamples=999, rng=1)
    assert two.p_value == ((two.null_values >= 29.25 - 1e-9).sum() + 1) / 1000
    swapped = bootstrap_paired(x[:4], y, null="swap", resamples=99, rng=1)
    assert len(swapped.null_values) == 99


def test_a_statistic_is_a_function_of_one_sample():
    for call in (
        lambda: bootstrap_one_sample([1, 2, 3], statistic=lambda a, b: 0.0, rng=1),
        lambda: bootstrap_two_sample([1, 2, 3], [4, 5], statistic=lambda values: values, rng=1),
        lambda: bootstrap_paired([1, 2, 3], [4, 5, 7], statistic=lambda values: "many", rng=1),
    ):
        with pytest.raises(InputError, match="`statistic` must be a function of one sample that gives a number"):
            call()
