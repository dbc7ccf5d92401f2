"""A learner that writes into what it is given changes neither the caller's data nor a number, in any verb."""

from __future__ import annotations

import tempfile

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

import referee
from referee import Dataset, learners

DRAW = np.random.default_rng(3)
Y = np.repeat([0, 1], 20)
FEATURES = DRAW.normal(size=(40, 2)) + Y[:, None]


class Means(ClassifierMixin, BaseEstimator):
    """The class whose mean is nearer in the first feature; it leaves nothing of what it was given, if it `writes`."""

    writes = False

    def __init__(self, shift=0.0):
        self.shift = shift

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.means_ = np.array([np.asarray(X)[np.asarray(y) == c, 0].mean() for c in self.classes_])
        if self.writes:
            X[:], y[:] = 0, y[0]
        return self

    def predict(self, X):
        first = np.asarray(X)[:, :1] - self.shift
        said = self.classes_[np.abs(first - self.means_).argmin(axis=1)]
        if self.writes:
            X[:] = -1
        return said


def study(learner, X, y):
    asked = referee.Experiment({"it": learner, "other": Means(0.5)}, {"d": (X, y)}, rng=0)
    with tempfile.TemporaryDirectory() as folder:
        return asked.run(f"{folder}/s.db").mean("accuracy", "d", "it")


VERBS = {
    "estimate_error": lambda m, X, y: referee.estimate_error(m, X, y, rng=0).estimate,
    "estimate_error, .632": lambda m, X, y: referee.estimate_error(m, X, y, method="632", rng=0).estimate,
    "estimate_error, all": lambda m, X, y: referee.estimate_error(m, X, y, method="all", rng=0).estimators,
    "estimate_error, dataset": lambda m, X, y: referee.estimate_error(m, Dataset("d", X, y), rng=0).estimate,
    "compare_learners": lambda m, X, y: str(referee.compare_learners({"it": m, "other": Means(0.5)}, X, y, rng=0)),
    "experiment": study,
    "against_chance": lambda m, X, y: learners.against_chance(m, X, y, resamples=19, rng=0).test.p_value,
    "learning_curve": lambda m, X, y: str(
        learners.learning_curve(m, X, y, rng=0, splits=learners.TrainingSizes(repeats=3))
    ),
    "validation_curve": lambda m, X, y: str(learners.validation_curve(m, X, y, grid={"shift": [0.0, 0.5]}, rng=0)),
    "validation_fraction": lambda m, X, y: str(
        learners.validation_fraction(m, X, y, rng=0, splits=learners.ValidationFractions(repeats=3))
    ),
    "variance_sources": lambda m, X, y: str(learners.variance_sources(m, X, y, repeats=5, rng=0)),
    "order_effects": lambda m, X, y: (
        learners.order_effects(
            m, X, y, resamples=19, rng=0, splits=learners.TrainingOrders(orders=3, refits=2)
        ).p_value
    ),
    "select_learner": lambda m, X, y: str(learners.select_learner({"it": m, "other": Means(0.5)}, X, y, rng=0)),
    "audit": lambda m, X, y: str(referee.audit((X, y), learner=m, rng=0)),
    "validate": lambda m, X, y: str(referee.validate(m, X, y, runs=10, rng=0)),
}


@pytest.mark.parametrize("verb", VERBS)
def test_what_a_learner_writes_changes_nothing(monkeypatch, verb):
    X, y = FEATURES.copy(), Y.copy()
    right = VERBS[verb](Means(), X.copy(), y.copy())
    monkeypatch.setattr(Means, "writes", True)
    assert VERBS[verb](Means(), X, y) == right
    np.testing.assert_array_equal(X, FEATURES)
    np.testing.assert_array_equal(y, Y)
    assert X.flags.writeable
    assert y.flags.writeable


@pytest.mark.parametrize("verb", ["estimate_error", "compare_learners", "select_learner"])
def test_nor_into_a_dataframe(monkeypatch, verb):
    pandas = pytest.importorskip("pandas")
    X, y = pandas.DataFrame(FEATURES, columns=["a", "b"]), pandas.Series(Y)
    monkeypatch.setattr(Means, "writes", True)
    VERBS[verb](Means(), X, y)
    np.testing.assert_array_equal(X.to_numpy(), FEATURES)
    np.testing.assert_array_equal(y.to_numpy(), Y)
