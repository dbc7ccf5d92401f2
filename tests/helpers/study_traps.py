"""Learners that trip a run in ways of their own, importable by worker processes."""

from __future__ import annotations

import numpy as np
from sklearn.feature_selection import SelectKBest
from sklearn.model_selection import cross_val_predict
from sklearn.naive_bayes import GaussianNB

from helpers.study_learners import First


class FailsOn(First):
    """Cannot be fitted when a certain case is in its training part."""

    def __init__(self, value=0.0):
        self.value = value

    def fit(self, X, y):
        if self.value in X[:, 0]:
            raise ValueError("boom")
        return super().fit(X, y)


class SomeNaN(First):
    """Predicts nothing for one case."""

    def predict(self, X):
        said = super().predict(X).astype(float)
        said[2] = np.nan
        return said


class Short(First):
    """Predicts one case too few."""

    def predict(self, X):
        return super().predict(X)[:-1]


class Unseen(First):
    """Predicts a class that nobody has."""

    def predict(self, X):
        return np.full(len(X), 9)


class Stays(First):
    """Cannot travel to another process."""

    def __copy__(self):
        return Stays()

    def __reduce__(self):
        raise TypeError("it stays here")


class Global(First):
    """Draws from the generator of the whole process, whatever its seed."""

    def predict(self, X):
        return np.random.default_rng().integers(0, 2, len(X))


def leaky(X, y):
    """Selects features on all cases before cross-validation."""
    return cross_val_predict(GaussianNB(), SelectKBest(k=5).fit_transform(X, y), y, cv=5)


def sound(X, y):
    """Cross-validation and nothing before it."""
    return cross_val_predict(GaussianNB(), X, y, cv=5)
