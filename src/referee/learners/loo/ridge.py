"""The ridge classifier, left out one by one."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.core.types import Floats, Learner
from referee.learners.loo.cases import Folds, LeftOut, one_of, positive, refuse, require, uncertain

BLOCK = 2_000_000
"""Numbers held at once when every fold has its own penalty."""


def folds(learner: Learner, cases: LeftOut) -> Folds:
    """Targets are 1 and -1, and the held-out prediction is t - (t - fit) / (1 - h), h the leverage of the case.

    With the intercept unpenalised, h = 1 / n + x' (X'X + alpha I)^-1 x on centred features. After a scaler the
    penalty of each fold is alpha times its own variances: one small system a fold is solved. Two classes have one
    target, more have one each. Doubtful when 1 - h is under 1e-6.

    >>> from sklearn.linear_model import RidgeClassifier
    >>> X = np.array([[0.0], [1.0], [2.0], [5.0], [6.0], [7.5]])
    >>> cases = LeftOut(X, np.array([0, 0, 0, 1, 1, 1]), np.array(["a", "b"]))
    >>> folds(RidgeClassifier(), cases).values.argmax(axis=1).tolist()
    [0, 0, 0, 1, 1, 1]
    """
    given = require(
        learner,
        free="copy_X max_iter tol random_state",
        unset="class_weight",
        alpha=positive,
        fit_intercept=one_of(True, False),
        solver=one_of("auto", "cholesky", "svd"),
        positive=one_of(False),
    )
    if cases.scale is not None and not given["fit_intercept"]:
        refuse("RidgeClassifier without an intercept after a scaler has no shortcut")
    binary = len(cases.classes) == 2
    t = 2 * cases.own.astype(np.float64) - 1
    t = t[:, 1:] if binary else t
    alpha = float(given["alpha"])
    if cases.scale is None:
        held, doubtful = _plain(cases.X, t, alpha, given["fit_intercept"])
    else:
        held, doubtful = _predict_scaled(cases.X, t, alpha, cases.scale), np.zeros(cases.n, dtype=bool)
    values = np.hstack([np.zeros_like(held), held]) if binary else held
    return Folds(values, held[:, 0] if binary else held, doubtful | uncertain(values))


def _plain(X: Floats, t: Floats, alpha: float, intercept: bool) -> tuple[Floats, Any]:
    """Held-out predictions by leverage, and the folds where it is too near 1."""
    n = len(X)
    X, mean = (X - X.mean(axis=0), t.mean(axis=0)) if intercept else (X, np.zeros(t.shape[1]))
    left, s, _ = np.linalg.svd(X, full_matrices=False)
    shrunk = left * (s**2 / (s**2 + alpha))
    kept = 1 - (shrunk * left).sum(axis=1) - (1 / n if intercept else 0.0)
    fit = mean + shrunk @ (left.T @ (t - mean))
    return t - (t - fit) / np.maximum(kept, 1e-6)[:, None], kept < 1e-6


def _predict_scaled(X: Floats, t: Floats, alpha: float, scale: Floats) -> Floats:
    """Held-out predictions when each fold has its own penalty."""
    n, d = X.shape
    u, e = X - X.mean(axis=0), t - t.mean(axis=0)
    grown = n / (n - 1)
    gram, cross, out = u.T @ u, u.T @ e, np.empty_like(t)
    step = max(1, BLOCK // (d * d))
    for start in range(0, n, step):
        part = slice(start, start + step)
        v = u[part]
        system = gram - grown * v[:, :, None] * v[:, None, :]
        system[:, np.arange(d), np.arange(d)] += alpha * scale[part] ** 2
        right = cross - grown * v[:, :, None] * e[part][:, None, :]
        slope = np.linalg.solve(system, right)
        out[part] = grown * np.einsum("id,idk->ik", v, slope) - e[part] / (n - 1)
    return np.asarray(out + t.mean(axis=0))
