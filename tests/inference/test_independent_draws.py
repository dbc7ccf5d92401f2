from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from referee import ConfusionMatrix
from referee.errors import InputError
from referee.inference import independent_draws
from referee.metrics import get


def matrix(tp, fn, fp, tn):
    return ConfusionMatrix.from_counts(tp=tp, fn=fn, fp=fp, tn=tn)


A, B = matrix(45, 5, 12, 88), matrix(60, 30, 10, 100)


def shape_of(m):
    return (m.counts.ravel() + 0.5) * (m.n - 2) / (m.n + 2)


def test_against_draws_by_hand():
    result = independent_draws(A, B, metric="mcc", rng=1)
    rng = np.random.default_rng(0)
    one, two = (get("mcc").formula(rng.dirichlet(shape_of(m), 20_000).reshape(-1, 2, 2)) for m in (A, B))
    d = one - two
    assert_allclose(list(result.effect.interval), np.quantile(d, [0.025, 0.975]), atol=0.012)
    assert_allclose(result.p_value, 2 * np.mean(d <= 0), atol=0.008)
    assert_allclose(
        independent_draws(A, B, metric="mcc", rng=1, alternative="greater").p_value, result.p_value / 2
    )


cell = st.integers(0, 8)
tables = st.tuples(cell, cell, cell, cell).filter(lambda t: t[0] + t[1] > 0 and t[2] + t[3] > 0)


@settings(max_examples=50, deadline=None)
@given(
    tables,
    tables,
    st.sampled_from(["f1", "mcc", "balanced_accuracy", "false_discovery_rate"]),
    st.sampled_from([0.8, 0.95, 0.99]),
    st.sampled_from(["two-sided", "greater", "less"]),
)
def test_dual_and_exchange(a, b, metric, level, alternative):
    one, two = matrix(*a), matrix(*b)
    result = independent_draws(one, two, metric=metric, level=level, alternative=alternative, rng=1)
    if result.inapplicable:
        assert math.isnan(result.p_value)
        return
    interval = result.effect.interval
    assert (0 not in interval) == (result.p_value < 1 - level)
    assert result.effect.value in interval
    other = {"two-sided": "two-sided", "greater": "less", "less": "greater"}[alternative]
    back = independent_draws(two, one, metric=metric, level=level, alternative=other, rng=1)
    assert back.effect.value == -result.effect.value
    if a != b:
        assert_allclose(back.p_value, result.p_value, atol=1e-12)


def test_two_perfect_models_on_sets_of_unlike_size_are_not_different():
    """The prior pulls the small set down; draws on the other side of 0 than the observed 0 are no evidence."""
    result = independent_draws(matrix(2, 0, 0, 2), matrix(500, 0, 0, 500), metric="mcc", rng=1)
    assert result.effect.value == 0
    assert result.p_value == 1


def test_the_same_table_twice():
    result = independent_draws(A, A, metric="f1", rng=1)
    assert result.p_value > 0.9
    assert 0 in result.effect.interval


def test_undefined_and_bad_input():
    none = ConfusionMatrix([[3, 1], [0, 0]], (0, 1), 1)
    assert math.isnan(independent_draws(A, none, metric="mcc").p_value)
    with pytest.raises(InputError, match="`metric` must be the name"):
        independent_draws(A, B, metric="mmc")
    with pytest.raises(InputError, match="`alternative` must be one of"):
        independent_draws(A, B, metric="mcc", alternative="more")
