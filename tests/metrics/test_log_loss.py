from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import log_loss as theirs

from referee.errors import InputError
from referee.metrics import log_loss


@given(st.integers(0, 2**32), st.integers(2, 5), st.booleans())
def test_equals_scikit_learn(seed, k, weighted):
    rng = np.random.default_rng(seed)
    y, p = rng.integers(k, size=30), rng.dirichlet(np.ones(k), size=30)
    w = rng.random(30) if weighted else None
    expected = theirs(y, p, labels=list(range(k)), sample_weight=w)
    assert log_loss(y, p, labels=range(k), weights=w) == pytest.approx(expected, abs=1e-10)


def test_zero_for_the_true_class_is_infinite_unless_eps_is_stated():
    y, p = [1, 0, 1], [0.0, 0.25, 0.5]
    assert log_loss(y, p) == math.inf
    eps = float(np.finfo(float).eps)
    assert log_loss(y, p, eps=eps) == pytest.approx(theirs(y, p), abs=1e-10)
    assert log_loss([1, 0], [1.0, 0.0]) == 0.0


def test_a_case_without_weight_does_not_make_it_infinite():
    assert log_loss([1, 0], [0.0, 0.5], weights=[0, 1]) == pytest.approx(math.log(2))


def test_eps_is_checked():
    for eps, rule in ((0.0, "strictly between 0 and 1"), (0.6, "be below 0.5")):
        with pytest.raises(InputError, match=rule):
            log_loss([1, 0], [0.3, 0.5], eps=eps)


def test_a_stated_bound_moves_sure_answers_at_both_ends():
    assert log_loss([1, 0], [1.0, 0.0], eps=0.1) == pytest.approx(-np.log(0.9))
    assert log_loss([1, 0], [0.0, 1.0], eps=0.1) == pytest.approx(-np.log(0.1))
