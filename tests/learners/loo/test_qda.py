import numpy as np
import pytest
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis

from helpers.loo_brute import check, data, older, scaler
from referee.learners.loo import loo_attempt

pytestmark = older
QDA = QuadraticDiscriminantAnalysis


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(20, 1, 2), (50, 2, 3), (60, 6, 2)])
@pytest.mark.parametrize("kind", ["plain", "duplicates"])
def test_equals_brute_force(shape, kind):
    check(QDA(), *data(1, *shape, kind=kind))
    check(QDA(reg_param=0.2), *data(1, *shape, kind=kind))
    check(scaler(QDA()), *data(1, *shape, kind=kind))


def test_imbalanced():
    check(QDA(), *data(3, 200, 3, 2, kind="imbalanced"))


def test_what_the_learner_refuses_in_a_fold_is_refused():
    X, y = data(1, 40, 3, 2, kind="single")
    assert loo_attempt(QDA(), X, y).reason == "a class has too few cases for its own covariance"
    X, y = data(1, 60, 3, 2)
    assert loo_attempt(QDA(), X * 1e-3, y).reason == "features are collinear within a class"
    flat = np.c_[X, np.zeros(60)]
    flat[np.flatnonzero(y == y[0])[0], 3] = 9.0  # one case gives its class all the variance of a feature
    flat[y != y[0], 3] = np.random.default_rng(1).normal(size=np.sum(y != y[0]))
    assert "cannot be fitted without case" in loo_attempt(QDA(), flat, y).reason


def test_parameters():
    X, y = data(1, 60, 3, 2)
    assert "after a scaler has no shortcut" in loo_attempt(scaler(QDA(reg_param=0.1)), X, y).reason
    assert loo_attempt(QDA(priors=[0.5, 0.5]), X, y).predictions is None
