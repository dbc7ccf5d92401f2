"""The nearest class mean, left out one by one."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.resampling.loo.cases import EPS, Cases, Folds, one_of, probabilities, refuse, require, uncertain

RULES = {"metric": one_of("euclidean"), "shrink_threshold": one_of(None), "priors": one_of("uniform")}


def folds(learner: Any, cases: Cases) -> Folds:
    """The mean of the case's own class downdated: its distance u from the mean of m cases becomes u m / (m - 1).

    The prediction is the class with the nearest mean. The learner's probabilities measure distances in units of the
    standard deviation within classes, which is downdated too, so the two can disagree, as they do in the learner.

    >>> from sklearn.neighbors import NearestCentroid
    >>> X = np.array([[0.0], [1.0], [2.0], [5.0], [6.0], [7.5]])
    >>> cases = Cases(X, np.array([0, 0, 0, 1, 1, 1]), np.array(["a", "b"]))
    >>> folds(NearestCentroid(), cases).values.argmax(axis=1).tolist()
    [0, 0, 0, 1, 1, 1]
    """
    require(learner, RULES)
    n, k = cases.n, len(cases.classes)
    if n - 1 <= k:
        refuse("as many classes as cases have no shortcut")
    X = cases.X - cases.X.mean(axis=0)
    unit = 1.0 if cases.scale is None else cases.scale**2
    centres = cases.means(X)
    u = X - centres[cases.codes]
    squares = (u**2).sum(axis=0)
    if np.any(squares <= n * (1e-12 * np.abs(cases.X).max(axis=0)) ** 2):
        refuse("a feature does not vary within classes")
    var = (squares - cases.grown[:, None] * u**2) / (n - 1 - k)
    doubtful = (var <= 1e-8 * squares / n).any(axis=1)
    var = np.maximum(var, 1e-8 * squares / n)
    near, scores = np.empty((n, k)), np.empty((n, k))
    for c in range(k):
        v2 = np.where(cases.own[:, c : c + 1], cases.grown[:, None] ** 2, 1.0) * (X - centres[c]) ** 2
        near[:, c] = -(v2 / unit).sum(axis=1)
        scores[:, c] = -(v2 / var).sum(axis=1)
    rounding = 64 * EPS * float((cases.X**2).sum(axis=1).max())
    return Folds(near, probabilities(scores), np.asarray(doubtful | uncertain(near, rounding)))
