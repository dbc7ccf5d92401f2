"""Quadratic discriminant analysis, left out one by one."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.resampling.loo.cases import Cases, Folds, one_of, probabilities, refuse, require, rules, uncertain
from referee.resampling.loo.lda import FLAT

RULES = rules(
    free="reg_param store_covariance tol", unset="shrinkage priors covariance_estimator", solver=one_of("svd")
)


def folds(learner: Any, cases: Cases) -> Folds:
    """The covariance of the case's own class downdated; scores are log prior - (log det + Mahalanobis) / 2.

    In the axes of a class of m cases, with r = `reg_param`, variances D = (1 - r) s^2 / (m - 1) + r, q = m / (m -
    1), b = (1 - r) q / (m - 1) and h the sum of u^2 / D for the case at distance u from the mean, the fold has log
    det = sum log D + log(1 - b h) and the case the distance q^2 h / (1 - b h). Refused when a class has no more
    than d + 1 cases or is all but flat (the learner's `tol`); doubtful when a fold could be.

    >>> from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
    >>> X = np.array([[0.0], [1.0], [2.0], [5.0], [6.0], [7.5]])
    >>> cases = Cases(X, np.array([0, 0, 0, 1, 1, 1]), np.array(["a", "b"]))
    >>> folds(QuadraticDiscriminantAnalysis(), cases).values.argmax(axis=1).tolist()
    [0, 0, 0, 1, 1, 1]
    """
    given = require(learner, RULES)
    tol, r = float(given["tol"]), float(given["reg_param"])
    if cases.scale is not None and r > 0:
        refuse("QuadraticDiscriminantAnalysis with `reg_param` after a scaler has no shortcut")
    if cases.counts.min() - 1 <= cases.X.shape[1]:
        refuse("a class has too few cases for its own covariance")
    stretched = 1.0 if cases.scale is None else (cases.scale**2).max(axis=1)
    X = cases.X - cases.X.mean(axis=0)
    centres = cases.means(X)
    values, doubtful = np.array(cases.log_priors), np.zeros(cases.n, dtype=bool)
    for c, size in enumerate(cases.counts):
        own = cases.own[:, c]
        _, s, turn = np.linalg.svd(X[own] - centres[c], full_matrices=False)
        u2 = ((X - centres[c]) @ turn.T) ** 2
        variances = (1 - r) * s**2 / size + r
        if variances.min() <= max(tol, 1e-12 * variances.max()):
            refuse("features are collinear within a class")
        far, log_det = (u2 / variances).sum(axis=1), np.full(cases.n, np.log(variances).sum())
        q, less = size / (size - 1), (1 - r) * s**2 / (size - 1) + r
        h = (u2[own] / less).sum(axis=1)
        kept = 1 - (1 - r) * q / (size - 1) * h
        smallest = np.full(cases.n, variances.min())
        smallest[own] = less.min() * kept
        doubtful |= smallest / stretched <= 1.01 * tol
        doubtful[own] |= kept < FLAT
        kept = np.maximum(kept, FLAT)
        far[own], log_det[own] = q**2 * h / kept, np.log(less).sum() + np.log(kept)
        values[:, c] -= 0.5 * (far + log_det)
    return Folds(values, probabilities(values), doubtful | uncertain(values))
