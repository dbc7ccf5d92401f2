"""L2-penalised logistic regression, left out one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.core.types import Floats
from referee.resampling.loo.cases import Cases, Folds, one_of, positive, probabilities, refuse, require, uncertain
from referee.resampling.loo.logistic_folds import Likelihood, every_fold


def folds(learner: Any, cases: Cases) -> Folds:
    """The optimum of every fold's penalised likelihood, all folds' Newton steps together.

    Two classes have one vector of coefficients, more have one each (multinomial). The learner's own solver stops
    when no component of its gradient exceeds `tol`, so its score may be off by up to n tol |H^-1 x|_1: that is the
    slack, and folds with less margin are fitted. The scores are those of the optimum. After a scaler the penalty of
    each fold is in its own units.

    >>> from sklearn.linear_model import LogisticRegression
    >>> X = np.array([[0.0], [1.0], [2.0], [5.0], [6.0], [7.5]])
    >>> cases = Cases(X, np.array([0, 0, 0, 1, 1, 1]), np.array(["a", "b"]))
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
