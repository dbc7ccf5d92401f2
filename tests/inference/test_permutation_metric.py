from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from referee import read
from referee.core import JointConfusion
from referee.core.pair import Pair
from referee.errors import InputError
from referee.inference.permutation_metric import permutation_metric
from referee.metrics import get

cases = st.lists(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=7)


def brute(y, a, b, metric, alternative="two-sided"):
    """Every pattern of swaps, on records."""
    metric = get(metric)
    y, a, b = map(np.asarray, (y, a, b))

    def value(said):
        return metric.value(read(y, said, labels=[0, 1, 2], positive=1))

    observed = value(a) - value(b)
    values = []
    for swap in itertools.product((False, True), repeat=len(y)):
        one, two = np.where(swap, b, a), np.where(swap, a, b)
        values.append(value(one) - value(two))
    values = np.array(values)
    if np.isnan(observed):
        return np.nan
    if alternative == "greater":
        return np.mean(~(values < observed - 1e-12))
    return np.mean(~(abs(values) < abs(observed) - 1e-12))


@settings(max_examples=20, deadline=None)
@given(cases, st.sampled_from(["accuracy", "error_rate", "f1", "mcc", "kappa", "precision"]))
def test_exact_equals_enumeration_of_records(rows, metric):
    y, a, b = zip(*rows, strict=True)
    for alternative in ("two-sided", "greater"):
        got = permutation_metric(
            list(y), list(a), list(b), metric=metric, labels=[0, 1, 2], positive=1, alternative=alternative
        )
        assert_allclose(got.p_value, brute(y, a, b, metric, alternative), rtol=1e-9)
        assert bool(got.inapplicable) == np.isnan(got.p_value)


def example(n=300, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, n)
    a = np.where(rng.random(n) < 0.75, y, rng.integers(0, 3, n))
    b = np.where(rng.random(n) < 0.68, y, rng.integers(0, 3, n))
    return JointConfusion.from_labels(y, a, b, positive=1)


@pytest.mark.parametrize("metric", ["accuracy", "f1", "f1_macro", "mcc", "balanced_accuracy"])
def test_swapping_models_flips_the_sign_and_keeps_p(metric):
    joint = example()
    one = permutation_metric(joint, metric=metric, rng=1, resamples=4000)
    other = permutation_metric(joint.swap(), metric=metric, rng=1, resamples=4000)
    assert one.effect.value == pytest.approx(-other.effect.value)
    assert abs(one.p_value - other.p_value) <= 5 * one.details.get("monte_carlo_error", 0) * 1.5
    up = permutation_metric(joint, metric=metric, rng=1, alternative="greater")
    down = permutation_metric(joint.swap(), metric=metric, rng=1, alternative="less")
    assert up.p_value == pytest.approx(down.p_value, abs=0.03)


def test_binomial_draws_agree_with_the_exact_distribution():
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, 400)
    a = np.where(rng.random(400) < 0.85, y, 1 - y)
    b = np.where(rng.random(400) < 0.80, y, 1 - y)
    exact = permutation_metric(y, a, b, metric="f1")
    drawn = permutation_metric(y, a, b, metric="f1", resamples=2000, rng=4)
    assert exact.details["exact"] == 1
    assert drawn.details["exact"] == 0
    assert abs(exact.p_value - drawn.p_value) < 5 * drawn.details["monte_carlo_error"]


@pytest.mark.parametrize("metric", ["accuracy", "f1", "mcc"])
def test_identical_models(metric):
    y, p = [1, 0, 1, 0, 1, 1], [1, 0, 0, 0, 1, 0]
    result = permutation_metric(y, p, p, metric=metric)
    assert result.p_value == 1
    assert "agree on every case" in result.warnings[0]


def test_p_is_never_0():
    y = np.ones(5000, dtype=int)
    y[:2500] = 0
    assert permutation_metric(y, y, 1 - y).p_value > 0
    result = permutation_metric(y, y, 1 - y, metric="f1", resamples=99, rng=1)
    assert result.p_value == 0.01


def test_pairs_and_seeds():
    y, a, b = [1, 0, 1, 1, 0, 0], [1, 0, 1, 0, 1, 0], [0, 0, 1, 1, 1, 1]
    pair = Pair(read(y, a), read(y, b))
    assert permutation_metric(pair, metric="f1") == permutation_metric(y, a, b, metric="f1")
    joint = example()
    one, two = (permutation_metric(joint, metric="mcc", resamples=50, rng=9) for _ in range(2))
    assert one == two
    assert "1/51" in one.warnings[0]


def test_bad_input():
    with pytest.raises(InputError, match="one model"):
        permutation_metric([1, 0], [1, 0])
    with pytest.raises(InputError, match="Did you mean 'accuracy'"):
        permutation_metric(example(), metric="acuracy")
    with pytest.raises(InputError, match="`resamples` must be at least 1"):
        permutation_metric(example(), resamples=0)
    with pytest.raises(InputError, match="`positive` must"):
        permutation_metric(list("aab"), list("abb"), list("bbb"), metric="f1")


def clusters(groups, size=4, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, groups * size)
    a = np.where(rng.random(len(y)) < 0.85, y, 1 - y)
    b = np.where(rng.random(len(y)) < 0.7, y, 1 - y)
    return y, a, b, np.repeat(np.arange(groups), size)


@pytest.mark.parametrize("metric", ["accuracy", "f1"])
def test_whole_clusters_are_swapped(metric):
    y, a, b, g = clusters(7)
    pair = Pair(read(y, a, groups=g), read(y, b, groups=g))
    value = get(metric)
    values = []
    for pattern in itertools.product((False, True), repeat=7):
        swap = np.array(pattern)[g]
        values.append(value(y, np.where(swap, b, a)) - value(y, np.where(swap, a, b)))
    expected = np.mean(np.abs(values) >= abs(value(y, a) - value(y, b)) - 1e-12)
    result = permutation_metric(pair, metric=metric)
    assert_allclose(result.p_value, expected)
    assert "cluster" in result.null
    drawn = permutation_metric(pair, metric=metric, resamples=100, rng=1)
    assert abs(drawn.p_value - expected) < 0.2


def test_too_few_clusters():
    y, a, b, g = clusters(5)
    pair = Pair(read(y, a, groups=g), read(y, b, groups=g))
    assert "6 are needed" in permutation_metric(pair).inapplicable
