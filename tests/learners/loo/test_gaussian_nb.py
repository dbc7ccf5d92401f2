import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from helpers.loo_brute import check, data, scaler
from referee.learners.loo import loo_attempt

SHAPES = [(20, 1, 2), (40, 3, 4), (50, 20, 3)]


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", ["plain", "imbalanced", "single", "duplicates", "whole"])
def test_equals_brute_force(shape, kind):
    check(GaussianNB(), *data(1, *shape, kind=kind), refits=3)
    check(scaler(GaussianNB()), *data(2, *shape, kind=kind), refits=3)


def test_many_cases():
    check(GaussianNB(), *data(1, 200, 20, 4, kind="noise"), refits=0)


@pytest.mark.parametrize("smoothing", [1e-3, 0.5])
def test_smoothing_is_that_of_the_fold(smoothing):
    X, y = data(3, 40, 3, 2)
    X[7, 0] += 200  # this case alone makes the largest variance
    check(GaussianNB(var_smoothing=smoothing), X, y)
    check(scaler(GaussianNB(var_smoothing=smoothing)), X, y)


def test_stated_priors():
    X, y = data(4, 40, 2, 3)
    check(GaussianNB(priors=[0.7, 0.2, 0.1]), X, y)
    X, y = data(4, 40, 2, 3, kind="single")
    reason = loo_attempt(GaussianNB(priors=[0.7, 0.2, 0.1]), X, y).reason
    assert "cannot be fitted without case 20" in reason


def test_wrong_priors_are_left_to_the_learner():
    X, y = data(4, 40, 2, 3)
    assert "Number of priors" in loo_attempt(GaussianNB(priors=[0.5, 0.5]), X, y).reason


def test_a_class_of_two_and_a_feature_without_variance():
    rng = np.random.default_rng(5)
    X = np.c_[rng.normal(size=(30, 2)), np.full(30, 7.0)]
    y = np.r_[np.zeros(28, int), 1, 1]
    found = check(GaussianNB(), X, y)
    assert found.refitted <= 2


def test_one_class_remains():
    X, y = data(1, 20, 1, 2, kind="single")
    assert check(GaussianNB(), X, y).refitted == 1


def test_the_variance_that_is_left_without_an_outlier_is_not_trusted():
    """Most digits of its class's sum of squares are its own, and both classes are as far from it: each counts."""
    others = np.random.default_rng(6).normal(size=12)
    X, y = np.r_[others, others, others, 300][:, None], np.r_[np.zeros(12, int), np.ones(24, int), 0]
    assert loo_attempt(GaussianNB(var_smoothing=0), X, y).predictions.refitted == 1
    X[-1] = 3
    assert loo_attempt(GaussianNB(var_smoothing=0), X, y).predictions.refitted == 0
