"""The majority rule, the nearest class mean and Gaussian naive Bayes, left out one by one."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.core.types import Bools, Floats, Learner
from referee.learners.loo.cases import EPS, Folds, LeftOut, one_of, probabilities, refuse, require, uncertain


def dummy(learner: Learner, cases: LeftOut) -> Folds:
    """Class counts less one of the case's own class; the first of the most frequent classes is predicted.

    Counts are whole numbers, so nothing is doubtful. On two classes of equal size every prediction is wrong.

    >>> from sklearn.dummy import DummyClassifier
    >>> cases = LeftOut(np.zeros((4, 1)), np.array([0, 0, 1, 1]), np.array(["a", "b"]))
    >>> dummy(DummyClassifier(), cases).values.argmax(axis=1).tolist()
    [1, 1, 0, 0]
    """
    given = require(learner, free="random_state constant", strategy=one_of("most_frequent", "prior"))
    shares = (cases.counts - cases.own) / (cases.n - 1)
    first = np.arange(len(cases.classes)) == shares.argmax(axis=1)[:, None]
    scores = shares if given["strategy"] == "prior" else first.astype(np.float64)
    return Folds(shares, scores, np.zeros(cases.n, dtype=bool))


def nearest_centroid(learner: Learner, cases: LeftOut) -> Folds:
    """The mean of the case's own class downdated: its distance u from the mean of m cases becomes u m / (m - 1).

    The prediction is the class with the nearest mean. The learner's probabilities measure distances in units of the
    standard deviation within classes, which is downdated too, so the two can disagree, as they do in the learner.

    >>> from sklearn.neighbors import NearestCentroid
    >>> X = np.array([[0.0], [1.0], [2.0], [5.0], [6.0], [7.5]])
    >>> cases = LeftOut(X, np.array([0, 0, 0, 1, 1, 1]), np.array(["a", "b"]))
    >>> nearest_centroid(NearestCentroid(), cases).values.argmax(axis=1).tolist()
    [0, 0, 0, 1, 1, 1]
    """
    require(learner, unset="shrink_threshold", metric=one_of("euclidean"), priors=one_of("uniform"))
    n, k = cases.n, len(cases.classes)
    if n - 1 <= k:
        refuse("as many classes as cases have no shortcut")
    X, centres, u = cases.centre()
    unit = 1.0 if cases.scale is None else cases.scale**2
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


def gaussian_nb(learner: Learner, cases: LeftOut) -> Folds:
    """Class means and variances downdated; the smoothing is a share of the fold's own largest variance.

    With u the distance of a case from the mean of its class of m cases and Q the class's sum of squares, the fold
    has the variance (Q - u^2 m / (m - 1)) / (m - 1) and the case the distance u m / (m - 1). A fold is doubtful when
    the rounding of these differences could move a score by 1e-9.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> X = np.array([[0.0], [1.0], [2.0], [5.0], [6.0], [7.5]])
    >>> cases = LeftOut(X, np.array([0, 0, 0, 1, 1, 1]), np.array(["a", "b"]))
    >>> gaussian_nb(GaussianNB(), cases).values.argmax(axis=1).tolist()
    [0, 0, 0, 1, 1, 1]
    """
    given = require(learner, free="priors var_smoothing")
    n, (X, centres, _) = cases.n, cases.centre()
    unit = 1.0 if cases.scale is None else cases.scale**2
    total = (X**2).sum(axis=0)
    spread = (total - X**2 * (n / (n - 1))) / (n - 1) / unit
    smoothing = float(given["var_smoothing"]) * spread.max(axis=1, keepdims=True)
    blur = EPS * float(given["var_smoothing"]) * float((total / n).max())
    shift = 4 * EPS * np.abs(cases.X).max(axis=0) / np.sqrt(unit)
    log_priors = cases.log_priors
    if given["priors"] is not None:
        log_priors = np.broadcast_to(_logs(given["priors"], len(cases.classes)), log_priors.shape)
    values, error = np.empty_like(log_priors), np.empty_like(log_priors)
    for c, size in enumerate(cases.counts):
        own = cases.own[:, c : c + 1]
        u = X - centres[c]
        squares = (u[own[:, 0]] ** 2).sum(axis=0)
        grown = size / max(size - 1, 1.0)
        less = np.maximum(squares - u**2 * grown, 0.0) / max(size - 1, 1.0)
        var = np.where(own, less, squares / size) / unit + smoothing
        var = np.maximum(var, np.finfo(np.float64).tiny)
        dev2 = np.where(own, grown**2, 1.0) * u**2 / unit
        log_likelihood = -0.5 * (np.log(2 * np.pi * var) + dev2 / var).sum(axis=1)
        values[:, c] = log_priors[:, c] + log_likelihood
        wrong = (4 * EPS * squares / size / unit + blur) / var
        error[:, c] = (0.5 * wrong * (1 + dev2 / var) + np.sqrt(dev2) * shift / var).sum(axis=1)
    return Folds(values, probabilities(values), uncertain(values) | _blurred_rows(values, error))


def _logs(priors: Any, k: int) -> Floats:
    """The logs of stated priors; wrong ones are left for the learner's own fit to refuse."""
    given = np.asarray(priors, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(given) if given.shape == (k,) else np.zeros(k)


def _blurred_rows(values: Floats, error: Floats) -> Bools:
    """Rows in which more than one class counts and one of them is blurred by rounding."""
    counts = values + error > values.max(axis=1, keepdims=True) - 60
    return np.asarray((counts.sum(axis=1) > 1) & (np.where(counts, error, 0.0).max(axis=1) > 1e-9))
