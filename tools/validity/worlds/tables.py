"""Tables of true and predicted classes at random, and the true values of label metrics."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import ConfusionMatrix
from referee.core.confusion import one_vs_rest
from referee.metrics import get
from referee.metrics.label_metric import LabelMetric
from tools.validity.worlds.world import log_uniform

LABELS = tuple("abcdefghij")


def rate_of(rng: np.random.Generator, worst: float = 0.6) -> float:
    """A recall from 1 - worst to .999; the error is log-uniform, so that nearly perfect models are common."""
    return 1 - log_uniform(rng, 0.001, worst)


def binary(prevalence: float, sensitivity: float, specificity: float) -> Any:
    """The shares of truth (rows) and answer (columns), the positive class last."""
    negative = 1 - prevalence
    rows = [[negative * specificity, negative * (1 - specificity)]]
    rows.append([prevalence * (1 - sensitivity), prevalence * sensitivity])
    return np.array(rows)


def classes(rng: np.random.Generator, k: int) -> Any:
    """The shares of a table of k classes: unequal class shares, recalls of rate_of, errors anywhere."""
    while True:
        shares = rng.dirichlet(np.full(k, rng.choice([0.5, 1.0, 5.0])))
        if shares.min() >= 0.01:
            break
    out = np.zeros((k, k))
    for t in range(k):
        recall = rate_of(rng)
        errors = rng.dirichlet(np.full(k - 1, rng.choice([0.3, 1.0])))
        out[t] = shares[t] * np.insert((1 - recall) * errors, t, recall)
    return out


def matrix_of(table: Any) -> ConfusionMatrix:
    """A table as the matrix that a user has: of two classes the second is positive."""
    k = len(table)
    return ConfusionMatrix(table, (0, 1), 1) if k == 2 else ConfusionMatrix(table, LABELS[:k])


def called_table(chance: Any, called: Any) -> Any:
    """The shares of truth and answer, from the chance of each kind of case and whether it is called positive."""
    rows = [[((1 - chance) * ~called).mean(), ((1 - chance) * called).mean()]]
    rows.append([(chance * ~called).mean(), (chance * called).mean()])
    return np.array(rows)


def truth_of(name: str, shares: Any, matrix: ConfusionMatrix | None = None) -> float:
    """The true value of a label metric; of a macro average, over the classes that the matrix does not leave out."""
    metric: Any = get(name)
    if matrix is not None and name == "balanced_accuracy":
        metric = get("recall_macro")
    if matrix is None or not isinstance(metric, LabelMetric) or metric.average != "macro":
        return float(metric.formula(shares))
    left_out = metric.left_out_classes(matrix)
    if not left_out:
        return float(metric.formula(shares))
    used = [label not in left_out for label in matrix.labels]
    return float(metric.of_tables(one_vs_rest(shares)[used]))
