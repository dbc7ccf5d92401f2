"""Validation curves."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from referee.errors import InputError
from referee.learners import CrossValidation, validation_curve

Y = np.arange(120) % 2
X = np.random.default_rng(8).normal(size=(120, 4)) + 0.9 * Y[:, None]
TREE = DecisionTreeClassifier(random_state=0)


def test_by_hand():
    depths = [1, 2, 4, 12]
    curve = validation_curve(TREE, X, Y, grid={"max_depth": depths}, splits=CrossValidation(5), rng=4)
    folds = CrossValidation(5).make(Y, rng=4)
    held, train = np.zeros((5, 4)), np.zeros((5, 4))
    for i, (rows, test) in enumerate(folds):
        for j, depth in enumerate(depths):
            model = DecisionTreeClassifier(max_depth=depth, random_state=0).fit(X[rows], Y[rows])
            held[i, j] = (model.predict(X[test]) == Y[test]).mean()
            train[i, j] = (model.predict(X[rows]) == Y[rows]).mean()
    assert curve.held_out.value.tolist() == pytest.approx(held.mean(axis=0).tolist())
    assert curve.training.value.tolist() == pytest.approx(train.mean(axis=0).tolist())
    best = held.mean(axis=0).argmax()
    limit = held[:, best].mean() - held[:, best].std(ddof=1) / np.sqrt(5)
    assert curve.choice == depths[int(np.flatnonzero(held.mean(axis=0) >= limit)[0])]
    optimism = (held.max(axis=1) - held[:, best]).mean()
    assert curve.facts["optimism"] == pytest.approx(optimism)
    assert [e.value for e in curve.estimates] == pytest.approx(
        [held[:, best].mean(), held[:, best].mean() - optimism]
    )
    assert "optimistic" in curve.advice[0]
    assert curve.training.value[-1] == 1.0


def test_it_sees_overfitting_and_words():
    values = ["balanced", None]
    curve = validation_curve(TREE, X, Y, grid={"class_weight": values}, splits=CrossValidation(4), rng=0)
    assert curve.held_out.x.tolist() == [0.0, 1.0]
    deep = validation_curve(TREE, X[:, :1], Y, grid={"max_depth": [1, 3, 20]}, rng=0)
    assert any("goes on rising" in words for words in deep.advice)


@pytest.mark.parametrize(
    ("learner", "grid", "sentence"),
    [
        (GaussianNB(), {"depth": [1, 2]}, "`grid` must have a parameter of GaussianNB; got 'depth'"),
        (TREE, {"max_depth": [1]}, "`grid` must have at least 2 values"),
        (
            TREE,
            {"max_depth": [1, 2], "min_samples_leaf": [1, 2]},
            "`grid` must have one parameter with its values",
        ),
        (TREE, ["max_depth"], "`grid` must be a dictionary"),
    ],
)
def test_bad_input(learner, grid, sentence):
    with pytest.raises(InputError, match=sentence):
        validation_curve(learner, X, Y, grid=grid)
