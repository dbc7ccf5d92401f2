import numpy as np
import pytest
from sklearn.neighbors import NearestCentroid

from helpers.loo_brute import check, data, scaler
from referee.learners.loo import loo_attempt


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(20, 1, 2), (40, 3, 4), (50, 20, 3)])
@pytest.mark.parametrize("kind", ["plain", "duplicates", "whole"])
def test_equals_brute_force(shape, kind):
    check(NearestCentroid(), *data(1, *shape, kind=kind), refits=2)
    check(scaler(NearestCentroid()), *data(2, *shape, kind=kind), refits=2)


def test_a_class_with_one_case_disappears():
    check(NearestCentroid(), *data(1, 40, 3, 4, kind="single"))
    assert "one class remains" in loo_attempt(NearestCentroid(), *data(1, 40, 3, 2, kind="single")).reason


def test_exact_ties_are_fitted():
    X = np.array([[-1.0], [1.0], [0.0], [0.0], [-2.0], [2.0], [-3.0], [3.0]])
    check(NearestCentroid(), X, np.array([0, 1, 0, 1, 0, 1, 0, 1]))


def test_parameters_and_flat_features():
    X, y = data(1, 40, 3, 2)
    assert loo_attempt(NearestCentroid(metric="manhattan"), X, y).predictions is None
    assert loo_attempt(NearestCentroid(shrink_threshold=0.2), X, y).predictions is None
    assert "does not vary" in loo_attempt(NearestCentroid(), np.c_[X, np.ones(40)], y).reason
