"""10x10 cross-validation with three metrics, against the bare fits and predictions and against scikit-learn.

All sides run in turn with one BLAS thread, and each is given its best of some rounds, so that a busy machine slows
all alike. Ours makes the splits, checks the data, fits, predicts and computes the metrics; the bare loop has its
splits made and computes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from referee.learners import CrossValidation, run_learner
from referee.learners.estimators import pooled_value
from tools.benchmarks.timing import Row, row

N, D, ROUNDS = 1000, 20, 15
METRICS = {"accuracy": "accuracy", "f1": "f1", "mcc": "matthews_corrcoef"}


def data() -> tuple[Any, Any]:
    """Two classes, shifted apart."""
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, N)
    return rng.normal(size=(N, D)) + 0.3 * y[:, None], y


def ours(learner: Any, X: Any, y: Any) -> list[float]:
    """Splits, fits, predictions and three metrics."""
    results = run_learner(learner, X, y, CrossValidation(10, repeats=10).make(y, rng=0), rng=0)
    return [pooled_value(results, name).value for name in METRICS]


def bare(learner: Any, X: Any, y: Any, splits: Any) -> None:
    """Fits and predictions, nothing else."""
    kind, params = type(learner), learner.get_params()
    for train, test in splits:
        kind(**params).fit(X[train], y[train]).predict(X[test])


def cross_validated(learner: Any, X: Any, y: Any) -> list[float]:
    """The same in scikit-learn."""
    from sklearn.model_selection import RepeatedStratifiedKFold, cross_validate

    folds = RepeatedStratifiedKFold(n_splits=10, n_repeats=10, random_state=0)
    made = cross_validate(learner, X, y, cv=folds, scoring=list(METRICS.values()))
    return [float(made[f"test_{name}"].mean()) for name in METRICS.values()]


def in_turn(calls: list[Callable[[], Any]]) -> list[float]:
    """The least CPU time of each call, over rounds in which each has its turn."""
    best = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for i, call in enumerate(calls):
            start = time.process_time()
            call()
            best[i] = min(best[i], time.process_time() - start)
    return best


def jobs() -> list[Row]:
    """Every row."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB
    from threadpoolctl import threadpool_limits

    X, y = data()
    splits = list(CrossValidation(10, repeats=10).make(y, rng=0))
    rows = []
    for name, learner in {"GaussianNB": GaussianNB(), "logistic": LogisticRegression()}.items():
        with threadpool_limits(limits=1):
            assert np.allclose(ours(learner, X, y), cross_validated(learner, X, y), atol=0.02)
            one, loop, sklearn = in_turn(
                [
                    lambda it=learner: ours(it, X, y),
                    lambda it=learner: bare(it, X, y, splits),
                    lambda it=learner: cross_validated(it, X, y),
                ]
            )
        job = f"10x10 CV, {name}, 3 metrics, d={D}"
        rows += [
            row(job, N, one, "bare fits and predictions", loop, 1.10, at_most=True),
            row(job, N, one, "sklearn cross_validate", sklearn, 1.0),
        ]
    return rows
