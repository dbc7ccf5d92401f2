"""Two to five cases: every estimator has an interval with a width, or says why there is none."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.neighbors import KNeighborsClassifier

from referee import InputError, estimate_error
from referee.verbs.estimate_methods import METHODS

WIDTH = 1e-9


class Nearest(ClassifierMixin, BaseEstimator):
    """The class of the nearest case, or of every case the first, with shares that are never 0."""

    def __init__(self, looks=True):
        self.looks = looks

    def fit(self, X, y):
        self.classes_, self.X, self.y = np.unique(y), X[:, 0], y
        return self

    def predict(self, X):
        return self.classes_[self.predict_proba(X).argmax(axis=1)]

    def predict_proba(self, X):
        nearest = np.abs(X[:, :1] - self.X).argmin(axis=1) * self.looks
        said = self.y[nearest][:, None] == self.classes_
        return np.where(said, 0.9, 0.1) / np.where(said, 0.9, 0.1).sum(axis=1, keepdims=True)


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["error_rate", "log_loss"])
@pytest.mark.parametrize("method", ["632", *(m for m in METHODS if m != "632")])
def test_an_interval_has_a_width_or_there_is_none_and_why(method, metric):
    answers = 0
    for n, looks in ((2, True), (3, True), (5, False)):
        X, y = np.arange(n, dtype=float)[:, None], [0, 1, 0, 1, 0][:n]
        try:
            made = estimate_error(Nearest(looks), X, y, method=method, metric=metric, rng=0).estimate
        except InputError:
            continue
        answers += 1
        if made.interval is not None:
            assert made.interval.high - made.interval.low > WIDTH, made
        elif made.defined:
            assert "no interval" in made.note, made
        else:
            assert made.undefined
    assert answers or (method, metric) != ("632", "error_rate")


def test_two_cases_that_are_always_wrong_have_no_interval():
    made = estimate_error(KNeighborsClassifier(1), [[0.0], [1.0]], [0, 1], method="632", rng=0).estimate
    assert made.value == pytest.approx(0.632)
    assert made.interval is None
    assert made.note.endswith("no case differs from another, which says nothing of new ones")
