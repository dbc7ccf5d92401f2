from __future__ import annotations

import math

import numpy as np
import pytest

from referee.errors import InputError
from referee.inference import five_by_two_f, five_by_two_t

A, B = np.full((5, 2), 0.8), np.full((5, 2), 0.7)


@pytest.mark.parametrize("test", [five_by_two_t, five_by_two_f])
def test_zero_variance_has_no_p(test):
    result = test(A, B)
    assert math.isnan(result.p_value)
    assert "variance is 0" in result.inapplicable
    assert "exact p of the 10 is 0.001953" in result.inapplicable


@pytest.mark.parametrize("test", [five_by_two_t, five_by_two_f])
def test_identical(test):
    assert (test(A, A).statistic, test(A, A).p_value) == (0, 1)


@pytest.mark.parametrize("test", [five_by_two_t, five_by_two_f])
def test_swapping(test):
    rng = np.random.default_rng(3)
    a, b = rng.random((5, 2)), rng.random((5, 2))
    one, two = test(a, b), test(b, a)
    assert one.p_value == pytest.approx(two.p_value)
    assert one.effect.value == pytest.approx(-two.effect.value)


def test_replications_that_agree_within_have_no_p():
    shifted = A + np.arange(5)[:, None] / 100
    assert "the two folds of each replication agree" in five_by_two_t(shifted, B).inapplicable


def test_t_interval_is_dual():
    rng = np.random.default_rng(0)
    for _ in range(50):
        a, b = rng.random((5, 2)) + 0.5 * rng.random(), rng.random((5, 2))
        result = five_by_two_t(a, b)
        assert (0 not in result.effect.interval) == (result.p_value < 0.05)


def test_shape():
    with pytest.raises(
        InputError, match=r"`b` must have 5 rows \(replications\) and 2 columns \(folds\); got shape \(10,\)"
    ):
        five_by_two_t(A, np.zeros(10))
