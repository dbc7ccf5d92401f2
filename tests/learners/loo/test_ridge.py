import pytest
from sklearn.linear_model import RidgeClassifier

from helpers.loo_brute import check, data, scaler
from referee.learners.loo import loo_attempt, loo_predictions

SHAPES = [(20, 1, 2), (30, 3, 4), (25, 40, 2)]


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", ["plain", "imbalanced", "duplicates", "whole"])
def test_equals_brute_force(shape, kind):
    check(RidgeClassifier(), *data(1, *shape, kind=kind), refits=2)
    check(scaler(RidgeClassifier(0.3)), *data(2, *shape, kind=kind), refits=2)


@pytest.mark.slow
def test_many_cases():
    check(RidgeClassifier(), *data(1, 200, 20, 3, kind="noise"))


def test_without_intercept_and_other_solvers():
    X, y = data(3, 40, 3, 3)
    check(RidgeClassifier(fit_intercept=False), X, y)
    check(RidgeClassifier(10, solver="svd"), X, y)
    assert "without an intercept" in loo_attempt(scaler(RidgeClassifier(fit_intercept=False)), X, y).reason


def test_a_class_with_one_case_disappears():
    X, y = data(1, 40, 3, 3, kind="single")  # two classes remain, and one score instead of three
    assert check(RidgeClassifier(), X, y, scores=False).refitted == 1
    assert "the scores change their shape" in loo_attempt(RidgeClassifier(), X, y, scores=True).reason


def test_scores_are_decisions():
    X, y = data(3, 40, 3, 2)
    found = loo_predictions(RidgeClassifier(), X, y, scores=True)
    assert (found.kind, found.scores.shape) == ("decision", (40,))
    assert ((found.scores > 0) == (found.labels == found.classes[1])).all()


@pytest.mark.parametrize(
    "wrong", [{"alpha": 0.0}, {"class_weight": "balanced"}, {"solver": "sag"}, {"positive": True}], ids=str
)
def test_parameters(wrong):
    assert "has no shortcut" in loo_attempt(RidgeClassifier(**wrong), *data(3, 40, 3, 2)).reason
