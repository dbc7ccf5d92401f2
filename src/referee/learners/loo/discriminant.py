"""Linear and quadratic discriminant analysis, left out one by one."""

from __future__ import annotations

import numpy as np

from referee.core.types import Bools, Floats, Learner
from referee.learners.loo.cases import Folds, LeftOut, one_of, probabilities, refuse, require, uncertain

FLAT = 1e-4
"""A fold that keeps less than this share of the scatter in the case's direction is fitted."""


def lda(learner: Learner, cases: LeftOut) -> Folds:
    """The pooled scatter downdated by one case (Sherman and Morrison); scores are log prior - Mahalanobis / 2.

    With S the scatter within classes, u the distance of a case from the mean of its class of m cases, q = m / (m -
    1) and a = u' S^-1 u, the fold's scatter is S - q u u', and v' (S - q u u')^-1 v = v' S^-1 v + q (u' S^-1 v)^2 /
    (1 - q a). Rescaling features changes nothing, so a scaler before it changes nothing. Refused when features are
    collinear within classes; doubtful when a fold could be, or when the class means of a fold nearly are.

    >>> from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    >>> X = np.array([[0.0], [1.0], [2.0], [5.0], [6.0], [7.5]])
    >>> cases = LeftOut(X, np.array([0, 0, 0, 1, 1, 1]), np.array(["a", "b"]))
    >>> lda(LinearDiscriminantAnalysis(), cases).values.argmax(axis=1).tolist()
    [0, 0, 0, 1, 1, 1]
    """
    given = require(
        learner,
        free="store_covariance tol",
        unset="shrinkage priors n_components covariance_estimator",
        solver=one_of("svd", "lsqr", "eigen"),
    )
    tol = max(float(given["tol"]), 1e-5)
    n, k = cases.n, len(cases.classes)
    if n - 1 <= k:
        refuse("as many classes as cases have no shortcut")
    X, centres, u = cases.centre()
    std = np.sqrt(np.mean(u**2, axis=0))
    if np.any(std <= 1e-12 * np.abs(cases.X).max(axis=0)):
        refuse("a feature does not vary within classes")
    _, s, turn = np.linalg.svd(u / std / np.sqrt(n), full_matrices=False)
    if len(s) < X.shape[1] or s[-1] <= 2 * tol:
        refuse("features are collinear within classes")
    white = (turn / std).T / (s * np.sqrt(n))
    z, points, centres = u @ white, X @ white, centres @ white
    grown = cases.grown
    kept = 1 - grown * (z**2).sum(axis=1)
    doubtful = (kept < FLAT) | (s[-1] * np.sqrt(np.maximum(kept, 0.0)) <= 1.01 * tol)
    kept = np.maximum(kept, FLAT)
    values = np.empty((n, k))
    for c in range(k):
        v = np.where(cases.own[:, c : c + 1], grown[:, None] * z, points - centres[c])
        far = (v**2).sum(axis=1) + grown * (z * v).sum(axis=1) ** 2 / kept
        values[:, c] = cases.log_priors[:, c] - 0.5 * (n - 1) * far
    if k > 2 and given["solver"] == "svd":
        doubtful |= _flat(cases, centres, z, kept, 2 * float(given["tol"]))
    scores = probabilities(values)
    return Folds(values, scores, np.asarray(doubtful | uncertain(values)))


def _flat(cases: LeftOut, centres: Floats, z: Floats, kept: Floats, tol: float) -> Bools:
    """Folds whose class means nearly lie in fewer dimensions, which the learner then drops."""
    n, k = cases.n, len(cases.classes)
    shares = (cases.counts - cases.own) / (n - 1)
    moved = np.where(cases.counts > 1, 1 / np.maximum(cases.counts - 1, 1), 0.0) * cases.own
    means = centres[None] - moved[:, :, None] * z[:, None, :]
    means = (means - np.einsum("ik,ikd->id", shares, means)[:, None, :]) * np.sqrt(shares)[:, :, None]
    along = np.einsum("ikd,id->ik", means, z)
    inner = means @ means.transpose(0, 2, 1)
    inner += (cases.grown / kept)[:, None, None] * along[:, :, None] * along[:, None, :]
    spread = np.linalg.eigvalsh(inner)
    rank = min(k - 1, centres.shape[1])
    return np.asarray(spread[:, -rank] <= tol**2 * spread[:, -1])


def qda(learner: Learner, cases: LeftOut) -> Folds:
    """The covariance of the case's own class downdated; scores are log prior - (log det + Mahalanobis) / 2.

    In the axes of a class of m cases, with r = `reg_param`, variances D = (1 - r) s^2 / (m - 1) + r, q = m / (m -
    1), b = (1 - r) q / (m - 1) and h the sum of u^2 / D for the case at distance u from the mean, the fold has log
    det = sum log D + log(1 - b h) and the case the distance q^2 h / (1 - b h). Refused when a class has no more
    than d + 1 cases or is all but flat (the learner's `tol`); doubtful when a fold could be.

    >>> from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
    >>> X = np.array([[0.0], [1.0], [2.0], [5.0], [6.0], [7.5]])
    >>> cases = LeftOut(X, np.array([0, 0, 0, 1, 1, 1]), np.array(["a", "b"]))
    >>> qda(QuadraticDiscriminantAnalysis(), cases).values.argmax(axis=1).tolist()
    [0, 0, 0, 1, 1, 1]
    """
    given = require(
        learner,
        free="reg_param store_covariance tol",
        unset="shrinkage priors covariance_estimator",
        solver=one_of("svd"),
    )
    tol, r = float(given["tol"]), float(given["reg_param"])
    if cases.scale is not None and r > 0:
        refuse("QuadraticDiscriminantAnalysis with `reg_param` after a scaler has no shortcut")
    if cases.counts.min() - 1 <= cases.X.shape[1]:
        refuse("a class has too few cases for its own covariance")
    stretched = 1.0 if cases.scale is None else (cases.scale**2).max(axis=1)
    X, centres, _ = cases.centre()
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
