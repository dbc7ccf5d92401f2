import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from helpers.loo_brute import check, data, older, scaler
from referee.learners.loo import loo_attempt

pytestmark = older
LDA = LinearDiscriminantAnalysis
SHAPES = [(20, 1, 2), (40, 3, 4), (60, 20, 3)]


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", ["plain", "imbalanced", "duplicates", "whole"])
def test_equals_brute_force(shape, kind):
    check(LDA(), *data(1, *shape, kind=kind), refits=2)
    check(scaler(LDA()), *data(2, *shape, kind=kind), refits=2)


def test_many_cases():
    check(LDA(), *data(1, 200, 20, 4, kind="noise"), refits=0)


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["lsqr", "eigen"])
def test_other_solvers(solver):
    for shape in SHAPES:
        check(LDA(solver=solver), *data(3, *shape), refits=0)


def test_a_class_with_one_case_disappears():
    assert check(LDA(), *data(1, 40, 3, 4, kind="single")).refitted == 1
    reason = loo_attempt(LDA(), *data(1, 40, 3, 2, kind="single")).reason
    assert reason == "the learner cannot be fitted without case 20 (one class remains)"


def test_class_means_on_a_line_are_fitted():
    rng = np.random.default_rng(2)
    y = np.repeat([0, 1, 2], 20)
    X = np.c_[rng.normal(size=(60, 1)) + 3 * y[:, None], rng.normal(size=(60, 1)) * 1e-3]
    check(LDA(tol=0.01), X, y)
    noise = rng.normal(size=(60, 2))
    noise -= np.array([noise[y == c].mean(axis=0) for c in range(3)])[y]
    found = loo_attempt(LDA(tol=0.01), noise + np.c_[y, 2.0 * y], y)  # means exactly on a line
    assert found.predictions is None
    assert "only fitting settles" in found.reason


def test_collinear_features_and_unknown_parameters_are_refused():
    X, y = data(1, 40, 3, 2)
    assert loo_attempt(LDA(), np.c_[X, X[:, 0]], y).reason == "features are collinear within classes"
    assert loo_attempt(LDA(), np.c_[X, np.ones(40)], y).reason == "a feature does not vary within classes"
    assert loo_attempt(LDA(), data(1, 20, 1, 2)[0].repeat(30, axis=1), data(1, 20, 1, 2)[1]).predictions is None
    for wrong in (LDA(priors=[0.5, 0.5]), LDA(solver="lsqr", shrinkage=0.1), LDA(n_components=1)):
        assert "has no shortcut" in loo_attempt(wrong, X, y).reason


def test_a_class_for_nearly_every_case_is_refused():
    X = np.random.default_rng(1).normal(size=(5, 2))
    assert (
        loo_attempt(LDA(), X, np.arange(5)[[0, 1, 2, 3, 3]]).reason == "as many classes as cases have no shortcut"
    )


def test_a_fold_that_is_nearly_singular_is_fitted():
    rng = np.random.default_rng(9)
    X = rng.normal(size=(30, 2))
    X[:, 1] = X[:, 0] + 1e-4 * rng.normal(size=30)
    X[4, 1] += 5  # without it the features are all but the same
    check(LDA(), X, np.arange(30) % 2)
