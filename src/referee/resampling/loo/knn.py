"""k nearest neighbours, left out one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.core.types import Floats
from referee.resampling.loo.cases import EPS, NEAR, Cases, Folds, refuse, uncertain
from referee.resampling.loo.parameters import anything, one_of, require

RULES = {
    "n_neighbors": anything,
    "weights": one_of("uniform", "distance"),
    "algorithm": one_of("auto", "ball_tree", "kd_tree", "brute"),
    "leaf_size": anything,
    "p": one_of(2, 2.0),
    "metric": one_of("minkowski", "euclidean"),
    "metric_params": one_of(None),
    "n_jobs": anything,
}
BLOCK = 1_000_000
"""Distances held at once."""


def folds(learner: Any, cases: Cases) -> Folds:
    """Distances from each case to all others, and the vote of the k nearest; the first of equal classes wins.

    A fold is doubtful when neighbours of different classes tie at the k-th distance (nearer to it than rounding
    and a share of 1e-9 can tell), because which of them the learner takes depends on its search tree.

    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> X = np.array([[0.0], [1.0], [2.0], [5.0], [6.0], [7.5]])
    >>> cases = Cases(X, np.array([0, 0, 0, 1, 1, 1]), np.array(["a", "b"]))
    >>> folds(KNeighborsClassifier(1), cases).values.argmax(axis=1).tolist()
    [0, 0, 0, 1, 1, 1]
    """
    given = require(learner, RULES)
    k, n = int(given["n_neighbors"]), cases.n
    if not 1 <= k <= n - 1:
        refuse(f"{k} neighbours among {n - 1} cases have no shortcut")
    by_distance = given["weights"] == "distance"
    X = cases.X - cases.X.mean(axis=0)
    # Its brute-force search expands the square of the difference, and so rounds short distances.
    expanded = given["algorithm"] == "brute" or (
        given["algorithm"] == "auto" and (X.shape[1] > 15 or k >= (n - 1) // 2)
    )
    rounding = 64 * EPS * (cases.X**2).sum(axis=1)
    votes, doubtful = np.zeros((n, len(cases.classes))), np.zeros(n, dtype=bool)
    step = max(1, BLOCK // n)
    for start in range(0, n, step):
        rows = np.arange(start, min(start + step, n))
        far = _squared(X, cases.scale, rows)
        nearest = np.argpartition(far, k - 1, axis=1)[:, :k]
        reach = np.take_along_axis(far, nearest, axis=1).max(axis=1)
        unsure = NEAR * reach + rounding[rows] + rounding.max()
        doubtful[rows] = _tied(far, k, reach, unsure, cases.codes)
        weights = np.ones(nearest.shape)
        if by_distance:
            exact = _exact(X, cases.scale, rows, nearest)
            blur = (rounding[rows] + rounding.max()) * 1e8 if expanded else 0.0
            doubtful[rows] |= exact.min(axis=1) <= blur
            weights = 1 / np.sqrt(np.maximum(exact, np.finfo(np.float64).tiny))
        cells = np.arange(len(rows))[:, None] * len(cases.classes) + cases.codes[nearest]
        votes[rows] = np.bincount(
            cells.ravel(), weights=weights.ravel(), minlength=len(rows) * len(cases.classes)
        ).reshape(len(rows), -1)
    shares = votes / votes.sum(axis=1, keepdims=True)
    if by_distance:
        doubtful |= uncertain(shares)
    return Folds(votes if not by_distance else shares, shares, doubtful)


def _squared(X: Floats, scale: Floats | None, rows: NDArray[np.intp]) -> Floats:
    """Squared distances from some cases to all, infinite to themselves; in the fold's own scale if there is one."""
    if scale is None:
        out = (X**2).sum(axis=1) - 2 * X[rows] @ X.T + (X[rows] ** 2).sum(axis=1)[:, None]
    else:
        weight = 1 / scale[rows] ** 2
        out = weight @ (X**2).T - 2 * (weight * X[rows]) @ X.T + (weight * X[rows] ** 2).sum(axis=1)[:, None]
    out[np.arange(len(rows)), rows] = np.inf
    return np.asarray(np.maximum(out, 0.0, out=out))


def _tied(
    far: Floats, k: int, reach: Floats, unsure: Floats, codes: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Rows where more cases than needed lie within `unsure` of the k-th distance, and they differ in class."""
    out = np.zeros(len(far), dtype=bool)
    for i in np.flatnonzero((far <= (reach + unsure)[:, None]).sum(axis=1) > k):
        band = codes[np.abs(far[i] - reach[i]) <= unsure[i]]
        out[i] = bool((band != band[0]).any())
    return out


def _exact(X: Floats, scale: Floats | None, rows: NDArray[np.intp], nearest: NDArray[np.intp]) -> Floats:
    """Squared distances to the nearest, from differences."""
    apart = X[rows][:, None, :] - X[nearest]
    if scale is not None:
        apart /= scale[rows][:, None, :]
    return np.asarray((apart**2).sum(axis=2))
