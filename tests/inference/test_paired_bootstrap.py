from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from referee import read
from referee.core import JointConfusion
from referee.core.evidence import Draws
from referee.core.pair import Pair
from referee.errors import InputError
from referee.inference.paired_bootstrap import paired_bootstrap
from referee.metrics import get


def example(n=250, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    a = np.where(rng.random(n) < 0.85, y, 1 - y)
    b = np.where(rng.random(n) < 0.78, y, 1 - y)
    return y, a, b


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["accuracy", "f1", "mcc", "balanced_accuracy"])
def test_agrees_with_resampling_records(metric):
    y, a, b = example()
    result = paired_bootstrap(y, a, b, metric=metric, rng=1)
    rng = np.random.default_rng(2)
    value = get(metric)
    drawn = []
    for _ in range(600):
        i = rng.integers(0, len(y), len(y))
        drawn.append(value(y[i], a[i]) - value(y[i], b[i]))
    low, high = np.quantile(drawn, [0.025, 0.975])
    spread = np.std(drawn)
    assert abs(result.effect.interval.low - low) < 0.35 * spread
    assert abs(result.effect.interval.high - high) < 0.35 * spread


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.integers(-5, 5), min_size=1, max_size=60),
    st.sampled_from([0.5, 0.9, 0.95]),
    st.sampled_from(["two-sided", "greater", "less"]),
)
def test_the_interval_excludes_0_exactly_when_p_is_small(values, level, alternative):
    drawn = np.sort(np.array(values, dtype=float))
    evidence, tail = Draws(float(drawn.mean()), (drawn,)), (1 - level) / (2 if alternative == "two-sided" else 1)
    low, high = evidence.limits(tail)
    inside = {"two-sided": low <= 0 <= high, "greater": low <= 0, "less": high >= 0}[alternative]
    p = evidence.p_value(alternative)
    assert inside == (not p < 1 - level)
    assert p > 0


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.integers(0, 4), min_size=8, max_size=8).filter(sum),
    st.sampled_from(["accuracy", "f1", "mcc"]),
)
def test_on_small_tables_too(cells, metric):
    joint = JointConfusion(np.array(cells).reshape(2, 2, 2), (0, 1), 1)
    result = paired_bootstrap(joint, metric=metric, resamples=199, rng=0)
    if result.inapplicable:
        assert np.isnan(result.p_value)
        return
    if result.effect.interval is None:
        assert result.p_value == 1
    else:
        assert (0 in result.effect.interval) == (not result.p_value < 1 - 0.95)
    other = paired_bootstrap(joint.swap(), metric=metric, resamples=199, rng=0)
    assert_allclose(other.effect.value, -result.effect.value)
    assert other.p_value == result.p_value


@pytest.mark.parametrize("metric", ["accuracy", "sensitivity", "f1", "mcc", "precision"])
def test_agreement_on_every_case_is_no_proof_of_equality(metric):
    """The bound is that of Tango for accuracy, and lies beyond what a bootstrap of a few changed cases shows."""
    y, said = [1] * 20 + [0] * 80, [1] * 18 + [0] * 2 + [0] * 77 + [1] * 3
    result = paired_bootstrap(y, said, said, metric=metric, rng=1)
    interval = result.effect.interval
    assert result.p_value == 1
    assert interval.low == -interval.high
    if metric == "accuracy":
        assert_allclose(interval.high, 1.959964**2 / (100 + 1.959964**2), rtol=1e-6)
    changed = [0, *said[1:]]
    one_case = paired_bootstrap(y, changed, said, metric=metric, rng=1)
    assert interval.high > abs(one_case.effect.value)
    for side, end in (("greater", "high"), ("less", "low")):
        assert np.isinf(
            getattr(paired_bootstrap(y, said, said, metric=metric, alternative=side).effect.interval, end)
        )


def test_one_difference_in_every_resample_is_no_test():
    result = paired_bootstrap([1, 1, 1], [1, 1, 1], [0, 0, 0], metric="accuracy", rng=1)
    assert "no spread" in result.inapplicable
    assert np.isnan(result.p_value)
    assert result.effect.value == 1


def test_identical_models_give_one_and_say_so():
    y, a, _ = example()
    result = paired_bootstrap(y, a, a, metric="f1", resamples=99, rng=1)
    assert result.p_value == 1
    assert any("agree on every case" in w for w in result.warnings)
    assert any("1/100" in w for w in result.warnings)


def test_undefined_resamples_are_counted():
    result = paired_bootstrap([1, 0, 0, 0], [1, 0, 0, 1], [1, 1, 0, 0], metric="sensitivity", resamples=999, rng=1)
    assert result.details["undefined_resamples"] > 0
    assert "left out" in result.effect.note
    none = paired_bootstrap([0, 0], [0, 1], [1, 1], labels=[0, 1], positive=1, metric="sensitivity")
    assert none.inapplicable


def test_bad_options():
    y, a, b = example(20)
    with pytest.raises(InputError, match="`resamples` must be at least 1"):
        paired_bootstrap(y, a, b, resamples=0)
    with pytest.raises(InputError, match="`alternative` must be one of"):
        paired_bootstrap(y, a, b, alternative="more")
    assert paired_bootstrap(y, a, b, rng=3) == paired_bootstrap(y, a, b, rng=3)


def test_whole_clusters_are_drawn():
    rng = np.random.default_rng(0)
    groups = 40
    g = np.repeat(np.arange(groups), 6)
    y = rng.integers(0, 2, len(g))
    a, b = (np.where((rng.random(groups) < share)[g], y, 1 - y) for share in (0.8, 0.7))  # all alike in a cluster
    loose = Pair(read(y, a), read(y, b))
    tight = Pair(read(y, a, groups=g), read(y, b, groups=g))
    one, two = (paired_bootstrap(pair, metric="accuracy", rng=1) for pair in (loose, tight))
    assert one.effect.value == two.effect.value
    # cases of a cluster count as one: the interval is sqrt(6) times as wide
    assert_allclose(two.effect.interval.width / one.effect.interval.width, np.sqrt(6), rtol=0.12)
    few = Pair(read(y[:30], a[:30], groups=g[:30]), read(y[:30], b[:30], groups=g[:30]))
    assert "6 are needed" in paired_bootstrap(few).inapplicable


def test_a_metric_that_is_undefined_for_one_model_is_so_for_the_difference():
    pair = Pair(read([0, 1, 1, 0], [0, 1, 1, 1], positive=1), read([0, 1, 1, 0], [0, 0, 0, 0], positive=1))
    made = paired_bootstrap(pair, metric="precision", rng=1)
    assert made.inapplicable == made.effect.undefined
    assert "predicted" in made.inapplicable
