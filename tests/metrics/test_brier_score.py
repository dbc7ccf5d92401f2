from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import brier_score_loss

from adapters import data
from referee.metrics import brier_score
from referee.metrics.brier_score import _extremes


@given(st.integers(0, 2**32), st.integers(2, 5), st.booleans())
def test_equals_scikit_learn(seed, k, weighted):
    rng = np.random.default_rng(seed)
    y, p = rng.integers(k, size=30), rng.dirichlet(np.ones(k), size=30)
    w = rng.random(30) if weighted else None
    expected = brier_score_loss(y, p, labels=list(range(k)), sample_weight=w)
    assert brier_score(y, p, labels=range(k), weights=w) == pytest.approx(expected, abs=1e-10)


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=1, max_size=20))
def test_is_the_mean_square(pairs):
    y, p = zip(*pairs, strict=True)
    expected = sum((b - a) ** 2 for a, b in pairs) / len(pairs)
    assert brier_score(list(y), list(p), labels=[False, True]) == pytest.approx(expected, abs=1e-12)


def test_rmse_of_rocr():
    columns = data("data/prob50.json")
    assert brier_score(columns["y"], columns["p"]) ** 0.5 == pytest.approx(0.377418203058623, abs=1e-9)


def test_two_columns_are_one_probability():
    y, p = [1, 0, 0], [0.5, 0.25, 0.125]
    assert brier_score(y, p) == brier_score(y, [[1 - x, x] for x in p])


def test_one_class_is_defined():
    assert brier_score([1, 1], [1.0, 0.5], positive=1) == 0.125


def test_the_least_and_the_most_that_a_case_can_lose():
    assert _extremes(np.array([[0.3, 0.7], [0.4, 0.6]])) == pytest.approx((0.3**2, 0.7**2))
    assert _extremes(np.array([[0.2, 0.3, 0.5]])) == pytest.approx((0.04 + 0.09 + 0.25, 0.64 + 0.09 + 0.25))
