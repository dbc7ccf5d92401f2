"""A learner that is asked once for classes and scores says what it says when asked twice."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

from referee.learners import CrossValidation, run_learner
from referee.learners.data import LearnerCases
from referee.learners.fitting import BY_ARGMAX, codes_of, predicts_by_argmax

KNN = [{"n_neighbors": k, "algorithm": way} for k in (2, 4, 6) for way in ("brute", "kd_tree", "ball_tree")]


def learners():
    for path in BY_ARGMAX:
        module, name = path.rsplit(".", 1)
        kind = getattr(importlib.import_module(module), name)
        options = (
            KNN if kind is KNeighborsClassifier else [{"random_state": 0}, {"random_state": 1, "max_depth": 2}]
        )
        for choice in options:
            small = {"n_estimators": 6} if "Forest" in name or "Trees" in name else {}
            yield pytest.param(kind(**choice, **small), id=f"{name} {choice}")


@pytest.mark.parametrize("learner", list(learners()))
@pytest.mark.parametrize("labels", [("a", "b"), ("a", "b", "c")])
def test_asked_once_equals_asked_twice_where_ties_are_common(learner, labels):
    rng = np.random.default_rng(3)
    X = rng.integers(0, 3, (90, 2)).astype(float)
    y = rng.choice(labels, 90)
    splits = CrossValidation(3).make(y, rng=1)
    assert predicts_by_argmax(learner)
    once = run_learner(learner, X, y, splits, keep=["scores"], rng=1)
    twice = run_learner(learner, X, y, splits, rng=1)
    assert once.complete
    assert all(np.array_equal(a, b) for a, b in zip(once.predicted, twice.predicted, strict=True))


def test_others_are_asked_twice():
    class Own(KNeighborsClassifier):
        pass

    assert not predicts_by_argmax(Own())
    assert not predicts_by_argmax(KNeighborsClassifier(weights="distance"))


@pytest.mark.parametrize("y", [["a", "a"], ["b", "a"], [1, 2], [True, False]])
def test_classes_are_an_array_of_their_type_be_it_one_class(y):
    assert LearnerCases(np.zeros((2, 1)), y).levels.tolist() == sorted(set(y))


@pytest.mark.parametrize(
    ("said", "why"), [([1, 2], ""), ([1, None], "predict gave None, which is no label of `y`")]
)
def test_predictions_as_objects_are_looked_up(said, why):
    codes, found = codes_of(np.array(said, dtype=object), np.array([1, 2]), 2)
    assert found == why
    assert why or codes.tolist() == [0, 1]
