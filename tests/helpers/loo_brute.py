"""Leave-one-out by brute force, and the data sets on which shortcuts must equal it."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from sklearn import config_context
from sklearn.base import clone
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler

from referee.learners.loo import loo_attempt
from referee.learners.loo.shortcut import _sklearn_version

older = pytest.mark.skipif(
    _sklearn_version() < (1, 9), reason="fitted another way before scikit-learn 1.9: no shortcut"
)


def data(seed, n, d, k, *, kind="plain"):
    """Random classes around random centres, with correlated features."""
    rng = np.random.default_rng([seed, n, d, k])
    shares = np.full(k, 1 / k)
    if kind == "imbalanced":
        shares = np.r_[0.8, np.full(k - 1, 0.2 / (k - 1))]
    y = np.r_[np.repeat(np.arange(k), 3), rng.choice(k, n - 3 * k, p=shares)]
    rng.shuffle(y)
    X = rng.normal(size=(n, d)) @ rng.normal(size=(d, d)) / np.sqrt(d) + rng.normal(0, 1.0, (k, d))[y]
    X = X * rng.uniform(0.3, 3, d) + rng.normal(0, 2, d)
    if kind == "single":
        y[y == k - 1] = 0
        y[n // 2] = k - 1
    if kind == "duplicates":
        X[n // 2 :] = X[: n - n // 2]
    if kind == "whole":
        X = np.round(X)
    if kind == "noise":
        y = rng.permutation(y)
    return X, np.array(["ash", "birch", "cedar", "dogwood"])[y]


def scaler(learner):
    return Pipeline([("scale", StandardScaler()), ("learner", learner)])


def by_hand(learner, X, y):
    """Labels and scores of n fits, and the margin of each."""
    classes = np.unique(y)
    method = "predict_proba" if hasattr(learner, "predict_proba") else "decision_function"
    labels, scores, margins = [], [], []
    for i in range(len(y)):
        rest = np.arange(len(y)) != i
        with warnings.catch_warnings(), config_context(assume_finite=True, skip_parameter_validation=True):
            warnings.simplefilter("ignore")
            model = clone(learner).fit(X[rest], y[rest])
            labels.append(model.predict(X[i : i + 1])[0])
            score = np.asarray(getattr(model, method)(X[i : i + 1])[0])
        if method == "predict_proba":
            full = np.zeros(len(classes))
            full[np.isin(classes, model.classes_)] = score
            score = full
        top = np.sort(score.ravel())
        scores.append(score)
        margins.append(abs(float(score)) if score.ndim == 0 else float(top[-1] - top[-2]))
    return np.array(labels), scores, np.array(margins)


def check(learner, X, y, *, scores=True, tolerance=1e-8, refits=None):
    """The shortcut exists and equals brute force, prediction by prediction."""
    attempt = loo_attempt(learner, X, y, scores=scores)
    assert attempt.predictions is not None, attempt.reason
    found = attempt.predictions
    labels, theirs, margins = by_hand(learner, X, y)
    wrong = (found.labels != labels) & (margins >= 1e-9)
    assert not wrong.any(), np.flatnonzero(wrong)
    if scores:
        worst = max(np.abs(np.asarray(a) - b).max() for a, b in zip(found.scores, theirs, strict=True))
        assert worst <= tolerance, worst
    if refits is not None:
        assert found.refitted <= refits, found.refitted
    return found
