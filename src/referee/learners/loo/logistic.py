"""L2-penalised logistic regression, left out one by one: Newton's method for all folds together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from referee.core.types import Floats, Learner
from referee.learners.loo.cases import Folds, LeftOut, one_of, positive, probabilities, refuse, require, uncertain


def folds(learner: Learner, cases: LeftOut) -> Folds:
    """The optimum of every fold's penalised likelihood, all folds' Newton steps together.

    Two classes have one vector of coefficients, more have one each (multinomial). The learner's own solver stops
    when no component of its gradient exceeds `tol`, so its score may be off by up to n tol |H^-1 x|_1: that is the
    slack, and folds with less margin are fitted. The scores are those of the optimum. After a scaler the penalty of
    each fold is in its own units.

    >>> from sklearn.linear_model import LogisticRegression
    >>> X = np.array([[0.0], [1.0], [2.0], [5.0], [6.0], [7.5]])
    >>> cases = LeftOut(X, np.array([0, 0, 0, 1, 1, 1]), np.array(["a", "b"]))
    >>> folds(LogisticRegression(), cases).values.argmax(axis=1).tolist()
    [0, 0, 0, 1, 1, 1]
    """
    given = require(
        learner,
        free="intercept_scaling random_state max_iter verbose n_jobs",
        unset="class_weight",
        penalty=one_of("l2", "deprecated"),
        C=positive,
        l1_ratio=one_of(None, 0, 0.0),
        dual=one_of(False),
        tol=positive,
        fit_intercept=one_of(True),
        solver=one_of("lbfgs", "newton-cg", "newton-cholesky"),
        multi_class=one_of("auto", "deprecated"),
        warm_start=one_of(False),
    )
    if np.sum(cases.counts > 1) < 2:
        refuse("fewer than two classes with more than one case have no shortcut")
    mean, std = cases.X.mean(axis=0), cases.X.std(axis=0)
    std = np.where(std <= 1e-12 * np.abs(mean), 1.0, std)
    X = np.column_stack([(cases.X - mean) / std, np.ones(cases.n)])
    binary = len(cases.classes) == 2
    target = cases.own.T.astype(np.float64)[1:] if binary else cases.own.T.astype(np.float64)
    penalty = np.append(1 / (float(given["C"]) * std**2), 0.0)
    own = np.zeros_like(X) if cases.scale is None else np.column_stack([cases.scale**2 - 1, np.zeros(cases.n)])
    skip = cases.counts[cases.codes] == 1
    linear, reach = every_fold(Likelihood(X, target, penalty), own * penalty, skip, _learner_units(mean, std))
    slack = max(float(given["tol"]), 1e-7) * cases.n * reach
    values = np.column_stack([np.zeros(cases.n), linear[0]]) if binary else linear.T
    return Folds(values, probabilities(values), uncertain(values, slack), slack)


def _learner_units(mean: Floats, std: Floats) -> NDArray[np.float64]:
    """The matrix that turns coefficients on standardised features into those on features as given."""
    d = len(mean)
    out = np.diag(np.append(1 / std, 1.0))
    out[d, :d] = -mean / std
    return out


BLOCK = 1_000_000
"""Cases times folds held at once."""

DONE = 1e-12
"""What the steps still to come may add, in coefficients on standardised features, when the search ends."""


@dataclass(frozen=True, eq=False)
class Likelihood:
    """A penalised logistic likelihood of coefficients (k, p).

    `X` is (n, d + 1) with the constant last, `target` (1, n) for two classes or (K, n), `penalty` the diagonal of the
    penalty. More than two classes share a free constant, which half the square of the constants' sum pins to nought.
    """

    X: Floats
    target: Floats
    penalty: Floats

    def without(self, i: int, more: Floats) -> Likelihood:
        """That of all cases but one, with more penalty."""
        rest = np.arange(len(self.X)) != i
        return Likelihood(self.X[rest], self.target[:, rest], self.penalty + more)

    def optimum(self, start: Floats) -> Floats:
        """The coefficients where it is highest, by Newton's method with halved steps.

        >>> X = np.array([[-1.0, 1.0], [0.0, 1.0], [1.0, 1.0]])
        >>> likelihood = Likelihood(X, np.array([[0.0, 0.0, 1.0]]), np.array([1.0, 0.0]))
        >>> likelihood.optimum(np.zeros((1, 2))).round(4).tolist()
        [[0.7016, -0.7476]]
        """
        beta, value = start, self.objective(start)
        for _ in range(200):
            hessian, gradient, _ = self.curvature(beta)
            move = np.linalg.solve(hessian, gradient.ravel()).reshape(beta.shape)
            share = 1.0
            while True:
                trial = beta - share * move
                new = self.objective(trial)
                if new <= value + 1e-12 * abs(value) or share < 1e-6:
                    break
                share /= 2
            beta, value = trial, new
            if np.abs(move).max() <= 1e-13 * (1 + np.abs(beta).max()) or (
                np.abs(move).max() <= 1e-10 and np.abs(gradient).max() <= 1e-13 * len(self.X)
            ):
                return beta
        refuse("the penalised likelihood has no optimum that Newton's method finds")

    def objective(self, beta: Floats) -> float:
        """What is made small: less the log likelihood, and the penalty."""
        linear, pinned = beta @ self.X.T, 0.0
        if len(beta) == 1:
            total = np.logaddexp(0.0, linear[0]).sum()
        else:
            total, pinned = np.logaddexp.reduce(linear, axis=0).sum(), 0.5 * beta[:, -1].sum() ** 2
        return float(total - (self.target * linear).sum() + 0.5 * (self.penalty * beta**2).sum() + pinned)

    def curvature(self, beta: Floats) -> tuple[Floats, Floats, Floats]:
        """The Hessian (kp, kp), the gradient (k, p) and the probabilities (k, n)."""
        X, (k, p) = self.X, beta.shape
        prob = _probabilities(beta @ X.T)
        gradient = (prob - self.target) @ X + self.penalty * beta
        hessian = np.zeros((k, p, k, p))
        for a in range(k):
            for b in range(k):
                weight = prob[a] * ((a == b) - prob[b])
                hessian[a, :, b] = (X * weight[:, None]).T @ X + (np.diag(self.penalty) if a == b else 0.0)
        if k > 1:
            gradient[:, -1] += beta[:, -1].sum()
            hessian[:, -1, :, -1] += 1.0
        return hessian.reshape(k * p, k * p), gradient, prob

    def gradients(self, own: Floats, rows: NDArray[np.intp], beta: Floats) -> Floats:
        """The gradient of each fold at its own coefficients, shape (k, p, folds)."""
        error = _probabilities(self.X @ beta)
        error -= self.target[:, :, None]
        error[:, rows, np.arange(len(rows))] = 0.0
        out = self.X.T @ error + (self.penalty[:, None] + own[rows].T)[None] * beta
        if len(beta) > 1:
            out[:, -1] += beta[:, -1].sum(axis=0)
        return np.asarray(out)


def every_fold(
    likelihood: Likelihood, own: Floats, skip: NDArray[np.bool_], units: Floats
) -> tuple[Floats, Floats]:
    """The linear predictors of each case at the optimum without it, and how a gradient left over would move them.

    `own` is what each fold adds to the penalty; folds in `skip` are left at the fit of all. The Hessian of all
    cases, downdated by the case left out (Woodbury), serves every step: the steps shrink until the gradient of
    each fold itself is nought. What does not shrink is fitted by Newton's method alone. The second answer is |H^-1
    x|_1 with a tenth to spare, in the `units` of the learner's coefficients.
    """
    X, k = likelihood.X, len(likelihood.target)
    base = likelihood.optimum(np.zeros((k, X.shape[1])))
    linear, reach = base @ X.T, np.zeros(len(X))
    todo = np.flatnonzero(~skip)
    step = max(1, BLOCK // (len(X) * k))
    for start in range(0, len(todo), step):
        rows = todo[start : start + step]
        moved, reach[rows] = _block(likelihood, base, own, rows, units)
        linear[:, rows] = np.einsum("kpf,fp->kf", moved, X[rows])
    return linear, reach


def _block(
    likelihood: Likelihood, base: Floats, own: Floats, rows: NDArray[np.intp], units: Floats
) -> tuple[Floats, Floats]:
    """The coefficients (k, p, folds) of some folds, and their reach."""
    (k, p), x = base.shape, likelihood.X[rows]
    hessian, _, prob = likelihood.curvature(base)
    flat = np.asarray(np.linalg.inv(hessian), dtype=np.float64)
    column = np.einsum("apbq,fq->fapb", flat.reshape(k, p, k, p), x)  # H^-1 of each predictor's gradient
    inner = np.einsum("fapb,fp->fab", column, x)
    weight = _weights(prob[:, rows])
    lift = np.linalg.solve(np.eye(k) - weight @ inner, weight)
    reach = _reach(column + np.einsum("fapb,fbc->fapc", column, lift @ inner), units)
    beta = np.repeat(base[:, :, None], len(rows), axis=2)
    gradient = -((prob - likelihood.target)[:, rows][:, None, :] * x.T[None]) + own[rows].T[None] * beta
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
        gradient = likelihood.gradients(own, rows[active], beta[:, :, active])
    for f in np.flatnonzero(ahead > 10 * DONE):
        beta[:, :, f] = likelihood.without(rows[f], own[rows[f]]).optimum(base)
    return beta, reach


def _reach(column: Floats, units: Floats) -> Floats:
    """The most that a unit gradient left over can move a predictor, or the difference of two: an L1 norm."""
    k = column.shape[3]
    apart = [column[..., a] - column[..., b] for a in range(k) for b in range(a)] if k > 1 else [column[..., 0]]
    sizes = [np.abs(np.einsum("rp,fap->far", units, c)).sum(axis=(1, 2)) for c in apart]
    return np.asarray(1.1 * np.max(sizes, axis=0))


def _probabilities(linear: Floats) -> Floats:
    """Probabilities from linear predictors along the first axis; `linear` is used up."""
    if len(linear) == 1:
        return np.asarray(expit(linear, out=linear))
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
