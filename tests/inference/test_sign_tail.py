from __future__ import annotations

import importlib
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from referee.inference._subset_sums import signed_sums
from referee.inference.permutation_auc import permutation_auc
from referee.inference.sign_tail import sign_tail


def exact(values, s):
    least, shares = signed_sums(values)
    sums = least + 2 * np.arange(len(shares))
    return sums, shares, math.fsum(shares[sums >= s])


@settings(max_examples=15, deadline=None)
@given(
    st.integers(0, 2**32 - 1),
    st.integers(300, 700),
    st.sampled_from([1, 3, 4]),
    st.floats(0, 9),
    st.sampled_from(["even", "skew", "one large"]),
)
def test_the_tail_is_that_of_adding_one_value_after_the_other(seed, n, step, far, kind):
    rng = np.random.default_rng(seed)
    values = rng.integers(1, 200, n) if kind == "even" else np.ceil(rng.exponential(40, n)).astype(int)
    if kind == "one large":
        values[0] = 8 * values.max()
    values = step * values
    total, spread = int(values.sum()), math.sqrt((values.astype(float) ** 2).sum())
    s = total - 2 * step * int((total - far * spread) // (2 * step))
    found = sign_tail(values, s)
    if found is None:
        assert far > 3 or kind != "even"
        return
    sums, shares, p = exact(values, s)
    assert_allclose(found.above(s), p, rtol=1e-11)
    assert_allclose(found.above(s - step / 2), p, rtol=1e-11)
    if far < 4:
        for share in (0.3, 0.025, 0.005):
            assert found.largest(share) == sums[np.flatnonzero(np.cumsum(shares[::-1])[::-1] >= share)[-1]]
        assert_allclose(found.above(-s), math.fsum(shares[sums >= -s]), atol=1e-12)


@pytest.mark.parametrize(
    "values",
    [np.arange(1, 9), np.full(2000, 7) * np.r_[1:3].repeat(1000), np.append(np.full(3000, 2), [3, 5])],
    ids=["few values", "two values", "nearly all even"],
)
def test_what_other_frequencies_carry_is_not_guessed(values):
    found = sign_tail(values, 0)
    if found is not None:  # true of the grid that the values span
        assert_allclose(found.above(0), exact(values, 0)[2], rtol=1e-11)
    assert len(values) > 100 or found is None


def test_a_sum_near_its_end_is_left_to_others():
    values = np.arange(1, 800)
    assert sign_tail(values, int(values.sum())) is None


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_the_permutation_test_has_the_same_answer_by_either_way(alternative, monkeypatch):
    rng = np.random.default_rng(8)
    y = rng.integers(0, 2, 450)
    a, b = rng.normal(y, 1.0), np.round(rng.normal(0.8 * y, 1.0), 1)
    options = {"alternative": alternative, "level": 0.9}
    quick = permutation_auc(y, a, b, **options)
    monkeypatch.setattr(importlib.import_module(permutation_auc.__module__), "sign_tail", lambda *_: None)
    added = permutation_auc(y, a, b, **options)
    assert quick.details == added.details
    assert quick.details["exact"] == 1
    assert_allclose(quick.p_value, added.p_value, rtol=1e-11)
    assert_allclose(list(quick.effect.interval), list(added.effect.interval), rtol=1e-12)


def test_a_tail_of_1e_31_has_twelve_digits():
    values = np.arange(1, 400)
    s = int(values.sum()) - 2 * 14_570
    assert_allclose(sign_tail(values, s).above(s), exact(values, s)[2], rtol=1e-12)
