import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from helpers.loo_brute import check, data, scaler
from referee.learners.loo import loo_attempt, loo_predictions
from referee.learners.loo.cases import LeftOut
from referee.learners.loo.logistic import folds

EXACT = {"solver": "newton-cholesky", "tol": 1e-12}


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(20, 1, 2), (30, 3, 4), (40, 20, 2)])
@pytest.mark.parametrize("kind", ["plain", "imbalanced", "duplicates"])
def test_equals_brute_force_at_the_optimum(shape, kind):
    check(LogisticRegression(**EXACT), *data(1, *shape, kind=kind), refits=2)
    check(scaler(LogisticRegression(**EXACT)), *data(2, *shape, kind=kind), refits=2)


@pytest.mark.slow
@pytest.mark.parametrize("C", [0.01, 100.0])
def test_weak_and_strong_penalties(C):
    check(LogisticRegression(C=C, **EXACT), *data(3, 50, 4, 2))
    check(scaler(LogisticRegression(C=C, **EXACT)), *data(3, 40, 3, 3))


def test_logits_are_those_of_the_optimum():
    X, y = data(5, 60, 4, 2)
    found = folds(LogisticRegression(), LeftOut(X, (y == "birch").astype(np.intp), np.array(["ash", "birch"])))
    for i in range(0, 60, 7):
        rest = np.arange(60) != i
        logit = LogisticRegression(**EXACT).fit(X[rest], y[rest]).decision_function(X[i : i + 1])[0]
        assert found.values[i, 1] == pytest.approx(logit, abs=1e-8)


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(40, 2, 2), (40, 2, 3), (100, 5, 2)])
def test_labels_equal_those_of_the_default_solver(shape):
    """The default solver stops early: where that could change a label, the fold is fitted."""
    check(LogisticRegression(max_iter=1000), *data(6, *shape, kind="noise"), scores=False)
    check(scaler(LogisticRegression()), *data(6, *shape), scores=True, tolerance=1e-2)


def test_a_class_with_one_case_disappears():
    check(LogisticRegression(**EXACT), *data(1, 40, 3, 4, kind="single"))
    assert "fewer than two classes" in loo_attempt(LogisticRegression(), *data(1, 40, 3, 2, kind="single")).reason


def test_an_outlier_is_fitted_to_its_own_optimum():
    X, y = data(7, 40, 2, 2)
    X[3] *= 60
    check(LogisticRegression(C=1e4, solver="newton-cholesky", tol=1e-12, max_iter=1000), X, y)


def test_a_solver_that_does_not_converge_is_not_stood_in_for():
    X, y = data(8, 60, 8, 2)
    attempt = loo_attempt(LogisticRegression(max_iter=2, tol=1e-10), X, y)
    assert attempt.predictions is None
    assert "did not converge" in attempt.reason


@pytest.mark.parametrize(
    "wrong",
    [{"solver": "saga"}, {"C": np.inf}, {"l1_ratio": 0.5}, {"class_weight": "balanced"}, {"fit_intercept": False}],
    ids=str,
)
def test_parameters(wrong):
    assert loo_predictions(LogisticRegression(**wrong), *data(1, 30, 2, 2)) is None
