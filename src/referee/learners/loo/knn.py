"""k nearest neighbours, left out one by one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from referee.core.types import Floats, Learner
from referee.learners.loo.cases import EPS, NEAR, Folds, LeftOut, one_of, refuse, require, uncertain


def folds(learner: Learner, cases: LeftOut) -> Folds:
    """Distances from each case to all others, and the vote of the k nearest; the first of equal classes wins.

    A search over all cases gives a few more neighbours than k; after a scaler their distances are taken in the
    fold's own units, and a bound on the units says whether a case outside could be nearer. A fold is doubtful when
    neighbours of different classes tie at the k-th distance (nearer to it than rounding and a share of 1e-9 can
    tell), because which of them the learner takes depends on its search tree.

    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> X = np.array([[0.0], [1.0], [2.0], [5.0], [6.0], [7.5]])
    >>> cases = LeftOut(X, np.array([0, 0, 0, 1, 1, 1]), np.array(["a", "b"]))
    >>> folds(KNeighborsClassifier(1), cases).values.argmax(axis=1).tolist()
    [0, 0, 0, 1, 1, 1]
    """
    given = require(
        learner,
        free="n_neighbors leaf_size n_jobs",
        unset="metric_params",
        weights=one_of("uniform", "distance"),
        algorithm=one_of("auto", "ball_tree", "kd_tree", "brute"),
        p=one_of(2, 2.0),
        metric=one_of("minkowski", "euclidean"),
    )
    k, n, classes = int(given["n_neighbors"]), cases.n, len(cases.classes)
    if not 1 <= k <= n - 1:
        refuse(f"{k} neighbours among {n - 1} cases have no shortcut")
    X = cases.X - cases.X.mean(axis=0)
    norms = (cases.X**2).sum(axis=1)
    rounding = 64 * EPS * (norms + norms.max())
    nearest, far, beyond = _candidates(X, cases.scale, k)
    doubtful = np.zeros(n, dtype=bool)
    for i in np.flatnonzero(beyond <= far[:, -1] * (1 + NEAR) + rounding):
        nearest[i], far[i], doubtful[i] = _whole(X, cases, int(i), k, rounding[i])
    cells = np.arange(n)[:, None] * classes + cases.codes[nearest]
    weights = np.ones(cells.shape)
    if given["weights"] == "distance":
        # A brute-force search expands the square of the difference, and so rounds short distances.
        expanded = given["algorithm"] == "brute" or (
            given["algorithm"] == "auto" and (X.shape[1] > 15 or k >= (n - 1) // 2)
        )
        doubtful |= far.min(axis=1) <= (1e8 * rounding if expanded else 0.0)
        weights = 1 / np.sqrt(np.maximum(far, np.finfo(np.float64).tiny))
    votes = np.bincount(cells.ravel(), weights=weights.ravel(), minlength=n * classes).reshape(n, classes)
    shares = votes / votes.sum(axis=1, keepdims=True)
    if given["weights"] == "distance":
        doubtful |= uncertain(shares)
    return Folds(shares, shares, doubtful)


def _candidates(X: Floats, scale: Floats | None, k: int) -> tuple[NDArray[np.intp], Floats, Floats]:
    """The k nearest others of each case, their squared distances, and a lower bound on those of the rest."""
    from sklearn.neighbors import NearestNeighbors

    n = len(X)
    many = min(n, k + 2 if scale is None else 2 * k + 10)
    search = NearestNeighbors(n_neighbors=many).fit(X)
    apart, found = search.kneighbors(X)
    itself = found == np.arange(n)[:, None]
    itself[~itself.any(axis=1), -1] = True
    found, last = found[~itself].reshape(n, -1), apart[:, -1] ** 2
    far = _squared_distances(X[:, None, :], X[found], None if scale is None else scale[:, None, :])
    order = np.argsort(far, axis=1, kind="stable")
    found, far = np.take_along_axis(found, order, axis=1), np.take_along_axis(far, order, axis=1)
    outside = np.full(n, np.inf) if many == n else last
    if scale is not None:
        outside = outside / (scale**2).max(axis=1)
    if many - 1 > k:
        outside = np.minimum(outside, far[:, k])
    return found[:, :k], far[:, :k], outside


def _whole(X: Floats, cases: LeftOut, i: int, k: int, rounding: float) -> tuple[NDArray[np.intp], Floats, bool]:
    """The k nearest others of case i among all, their squared distances, and whether a tie leaves them open."""
    far = _squared_distances(X[i], X, None if cases.scale is None else cases.scale[i])
    far[i] = np.inf
    nearest = np.argsort(far, kind="stable")[:k]
    reach = far[nearest[-1]]
    unsure = NEAR * reach + rounding
    band = cases.codes[np.abs(far - reach) <= unsure]
    open_ = np.sum(far <= reach + unsure) > k and bool((band != band[0]).any())
    return nearest, far[nearest], bool(open_)


def _squared_distances(a: Floats, b: Floats, scale: Floats | None) -> Floats:
    """Squared distances along the last axis, in units of `scale`."""
    apart = a - b if scale is None else (a - b) / scale
    return np.asarray(np.einsum("...d,...d->...", apart, apart))
