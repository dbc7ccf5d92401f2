"""Newton's method for all folds of a penalised logistic likelihood together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from referee.core.types import Floats
from referee.resampling.loo.cases import refuse

BLOCK = 1_000_000
"""Cases times folds held at once."""

DONE = 1e-12
"""What the steps still to come may add, in coefficients on standardised features, when the search ends."""


def every_fold(
    X: Floats, target: Floats, penalty: Floats, own: Floats, skip: NDArray[np.bool_], units: Floats
) -> tuple[Floats, Floats]:
    """The linear predictors of each case at the optimum without it, and how a gradient left over would move them.

    `X` is (n, d + 1) with the constant last, `target` (1, n) for two classes or (K, n), `penalty` the diagonal of
    the penalty and `own` what each fold adds to it; folds in `skip` are left at the fit of all. The Hessian of all
    cases, downdated by the case left out (Woodbury), serves every step: the steps shrink until the gradient of
    each fold itself is nought. What does not shrink is fitted by Newton's method alone. The second answer is |H^-1
    x|_1 with a tenth to spare, in the `units` of the learner's coefficients.
    """
    k, (n, p) = len(target), X.shape
    base = optimum(X, target, penalty, np.zeros((k, p)))
    hessian, _, prob = _curvature(X, target, penalty, base)
    inverse = np.asarray(np.linalg.inv(hessian), dtype=np.float64).reshape(k, p, k, p)
    linear, reach = base @ X.T, np.zeros(n)
    todo = np.flatnonzero(~skip)
    step = max(1, BLOCK // (n * k))
    for start in range(0, len(todo), step):
        rows = todo[start : start + step]
        moved, reach[rows] = _block(X, target, penalty, own, rows, base, inverse, prob, units)
        linear[:, rows] = np.einsum("kpf,fp->kf", moved, X[rows])
    return linear, reach


def _block(
    X: Floats,
    target: Floats,
    penalty: Floats,
    own: Floats,
    rows: NDArray[np.intp],
    base: Floats,
    inverse: Floats,
    prob: Floats,
    units: Floats,
) -> tuple[Floats, Floats]:
    """The coefficients (k, p, folds) of some folds, and their reach."""
    k, p = base.shape
    x = X[rows]
    column = np.einsum("apbq,fq->fapb", inverse, x)  # H^-1 of each predictor's gradient
    inner = np.einsum("fapb,fp->fab", column, x)
    weight = _weights(prob[:, rows])
    lift = np.linalg.solve(np.eye(k) - weight @ inner, weight)
    reach = _reach(column + np.einsum("fapb,fbc->fapc", column, lift @ inner), units)
    beta = np.repeat(base[:, :, None], len(rows), axis=2)
    gradient = -((prob - target)[:, rows][:, None, :] * x.T[None]) + own[rows].T[None] * beta
    flat = inverse.reshape(k * p, k * p)
    active, last, ahead = np.arange(len(rows)), np.ones(len(rows)), np.ones(len(rows))
    for _ in range(40):
        move = (flat @ gradient.reshape(k * p, -1)).reshape(k, p, -1)
        seen = np.einsum("fapb,apf->fb", column[active], gradient)
        move += np.einsum("fapb,fb->apf", column[active], np.einsum("fab,fb->fa", lift[active], seen))
        beta[:, :, active] -= move
        size = np.abs(move).max(axis=(0, 1)) / (1 + np.abs(beta[:, :, active]).max(axis=(0, 1)))
        ahead[active] = size * np.minimum(size / last[active], 1.0)
        going = (ahead[active] > DONE) & (size < last[active])
        last[active] = size
        active = active[going]
        if not len(active):
            break
        gradient = _gradients(X, target, penalty, own, rows[active], beta[:, :, active])
    for f in np.flatnonzero(ahead > 10 * DONE):
        rest = np.arange(len(X)) != rows[f]
        beta[:, :, f] = optimum(X[rest], target[:, rest], penalty + own[rows[f]], base)
    return beta, reach


def _reach(column: Floats, units: Floats) -> Floats:
    """The most that a unit gradient left over can move a predictor, or the difference of two: an L1 norm."""
    k = column.shape[3]
    apart = [column[..., a] - column[..., b] for a in range(k) for b in range(a)] if k > 1 else [column[..., 0]]
    sizes = [np.abs(np.einsum("rp,fap->far", units, c)).sum(axis=(1, 2)) for c in apart]
    return np.asarray(1.1 * np.max(sizes, axis=0))


def _gradients(
    X: Floats, target: Floats, penalty: Floats, own: Floats, rows: NDArray[np.intp], beta: Floats
) -> Floats:
    """The gradient of each fold at its own coefficients, shape (k, p, folds)."""
    error = _probabilities(X @ beta)
    error -= target[:, :, None]
    error[:, rows, np.arange(len(rows))] = 0.0
    out = X.T @ error + (penalty[:, None] + own[rows].T)[None] * beta
    if len(beta) > 1:
        out[:, -1] += beta[:, -1].sum(axis=0)
    return np.asarray(out)


def optimum(X: Floats, target: Floats, penalty: Floats, start: Floats) -> Floats:
    """The coefficients (k, p) where the penalised likelihood is highest, by Newton's method with halved steps.

    >>> X = np.array([[-1.0, 1.0], [0.0, 1.0], [1.0, 1.0]])
    >>> optimum(X, np.array([[0.0, 0.0, 1.0]]), np.array([1.0, 0.0]), np.zeros((1, 2))).round(4).tolist()
    [[0.7016, -0.7476]]
    """
    beta, value = start, _objective(X, target, penalty, start)
    for _ in range(200):
        hessian, gradient, _ = _curvature(X, target, penalty, beta)
        move = np.linalg.solve(hessian, gradient.ravel()).reshape(beta.shape)
        share = 1.0
        while True:
            trial = beta - share * move
            new = _objective(X, target, penalty, trial)
            if new <= value + 1e-12 * abs(value) or share < 1e-6:
                break
            share /= 2
        beta, value = trial, new
        if np.abs(move).max() <= 1e-13 * (1 + np.abs(beta).max()) or (
            np.abs(move).max() <= 1e-10 and np.abs(gradient).max() <= 1e-13 * len(X)
        ):
            return beta
    refuse("the penalised likelihood has no optimum that Newton's method finds")


def _objective(X: Floats, target: Floats, penalty: Floats, beta: Floats) -> float:
    linear = beta @ X.T
    if len(beta) == 1:
        fit = np.logaddexp(0.0, linear[0]).sum() - (target * linear).sum()
        return float(fit + 0.5 * (penalty * beta**2).sum())
    fit = np.logaddexp.reduce(linear, axis=0).sum() - (target * linear).sum()
    return float(fit + 0.5 * (penalty * beta**2).sum() + 0.5 * beta[:, -1].sum() ** 2)


def _curvature(X: Floats, target: Floats, penalty: Floats, beta: Floats) -> tuple[Floats, Floats, Floats]:
    """The Hessian (kp, kp), the gradient (k, p) and the probabilities (k, n).

    More than two classes share a free constant, which half the square of the constants' sum pins to nought.
    """
    k, p = beta.shape
    prob = _probabilities(beta @ X.T)
    gradient = (prob - target) @ X + penalty * beta
    hessian = np.zeros((k, p, k, p))
    for a in range(k):
        for b in range(k):
            weight = prob[a] * ((a == b) - prob[b])
            hessian[a, :, b] = (X * weight[:, None]).T @ X + (np.diag(penalty) if a == b else 0.0)
    if k > 1:
        gradient[:, -1] += beta[:, -1].sum()
        hessian[:, -1, :, -1] += 1.0
    return hessian.reshape(k * p, k * p), gradient, prob


def _probabilities(linear: Floats) -> Floats:
    """Probabilities from linear predictors along the first axis; `linear` is used up."""
    if len(linear) == 1:
        np.negative(linear, out=linear)
        with np.errstate(over="ignore"):
            np.exp(linear, out=linear)
        linear += 1
        return np.reciprocal(linear, out=linear)
    linear -= linear.max(axis=0)
    np.exp(linear, out=linear)
    linear /= linear.sum(axis=0)
    return linear


def _weights(prob: Floats) -> Floats:
    """The curvature (folds, k, k) of one case's likelihood in its predictors."""
    k = len(prob)
    if k == 1:
        return np.asarray((prob * (1 - prob)).T[:, :, None])
    return np.asarray(prob.T[:, :, None] * (np.eye(k) - prob.T[:, None, :]))
