"""Order effects."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import Perceptron
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from referee.errors import InputError
from referee.learners import CrossValidation, TrainingOrders, order_effects
from referee.learners.run import Run

Y = np.arange(80) % 2
X = np.random.default_rng(3).normal(size=(80, 4)) + 0.6 * Y[:, None]


class LastWins(ClassifierMixin, BaseEstimator):
    """Nearest of the last ten cases presented: order is everything."""

    def fit(self, X, y):
        self.classes_, self.x, self.y = np.unique(y), X[-10:], y[-10:]
        return self

    def predict(self, X):
        return self.y[((X[:, None, :] - self.x) ** 2).sum(axis=2).argmin(axis=1)]


class Noisy(ClassifierMixin, BaseEstimator):
    """Guesses at random: refit noise is everything."""

    def __init__(self, random_state=None):
        self.random_state = random_state

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return self.classes_[np.random.default_rng(self.random_state).integers(2, size=len(X))]


def test_order_matters():
    found = order_effects(LastWins(), X, Y, rng=0)
    assert found.p_value == 1 / 1000
    assert found.effect.value > 0.02
    assert found.details["refit_sd"] == 0
    assert any("Refits of one order agree exactly" in w for w in found.warnings)


def test_a_shuffled_perceptron_has_no_more_than_refit_noise():
    learner = Perceptron(max_iter=5, tol=None, shuffle=False)
    assert order_effects(learner, X, Y, rng=0).p_value < 0.01
    assert order_effects(GaussianNB(), X, Y, rng=0).details["range"] == 0
    assert order_effects(DecisionTreeClassifier(max_features=1), X, Y, rng=0).details["refit_sd"] > 0


@pytest.mark.slow
def test_the_level_is_kept_under_refit_noise():
    p = [
        order_effects(Noisy(), X, Y, resamples=99, rng=i, splits=TrainingOrders(orders=4, refits=3)).p_value
        for i in range(120)
    ]
    assert np.mean(np.array(p) <= 0.1) <= 0.1 + 3 * np.sqrt(0.09 / 120)
    assert 0.35 < np.mean(p) < 0.65


def test_by_hand():
    found = order_effects(
        Noisy(), X, Y, resamples=19, rng=1, splits=TrainingOrders(orders=3, refits=4, splits=CrossValidation(2))
    )
    assert found.details["fits"] == 24
    assert found.statistic >= 0
    again = order_effects(
        Noisy(),
        X,
        Y,
        resamples=19,
        rng=1,
        run=Run(2),
        splits=TrainingOrders(orders=3, refits=4, splits=CrossValidation(2)),
    )
    assert again == found


def test_bad_input():
    with pytest.raises(InputError, match="`orders` must be at least 2"):
        order_effects(GaussianNB(), X, Y, splits=TrainingOrders(orders=1))
    broken = order_effects(
        GaussianNB(), X, Y, metric="precision", rng=0, splits=TrainingOrders(orders=2, refits=2)
    )
    assert broken.p_value == 1.0
