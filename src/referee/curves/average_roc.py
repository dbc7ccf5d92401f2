"""Micro- and macro-averaged ROC curves."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from referee import _check
from referee.core import Answers, AverageRoc
from referee.core.rank_scores import rank_weighted
from referee.core.types import Column, Floats
from referee.data.read import answers_of
from referee.metrics.case_metric import every_class


def average_roc(
    data: Answers | Column,
    y_score: Column = None,
    *,
    average: Literal["macro", "micro"] = "macro",
) -> AverageRoc:
    """One ROC curve for several classes: points (FPR, TPR) from (0, 0) to (1, 1).

    "macro" averages the one-vs-rest curves over classes at equal FPR, keeping both ends of every vertical step, so
    that its area is `ovr_auc` exactly; "micro" pools all (case, class) pairs, and its area is `micro_auc`. A class
    without a case makes the curve undefined: no points, and the reason. It errs by hiding a bad class: look at
    the curve of each. References: fawcett2006, sokolova2009.

    >>> average_roc([0, 1, 2], [[0.8, 0.1, 0.1], [0.3, 0.4, 0.3], [0.3, 0.5, 0.2]]).auc.__round__(6)
    0.666667
    """
    _check.choice("average", average, ("macro", "micro"))
    cases = answers_of(data, y_score=y_score).cases()
    reason = every_class(cases)
    if reason:
        return AverageRoc(np.zeros(0), np.zeros(0), average, reason)
    own, weight = np.eye(len(cases.labels), dtype=bool)[cases.truth], cases.mass
    if average == "micro":
        fpr, tpr = _points(cases.scores.ravel(), own.ravel(), np.repeat(weight, len(cases.labels)))
        return AverageRoc(fpr, tpr, average)
    curves = [_points(cases.scores[:, c], own[:, c], weight) for c in range(len(cases.labels))]
    grid = np.unique(np.concatenate([fpr for fpr, _ in curves]))
    low, high = (np.mean([_at(grid, *curve, side) for curve in curves], axis=0) for side in ("low", "high"))
    return AverageRoc(np.repeat(grid, 2), np.stack([low, high], axis=1).ravel(), average)


def _points(scores: Floats, is_positive: Any, weights: Floats) -> tuple[Floats, Floats]:
    """FPR and TPR at each distinct score, from (0, 0)."""
    _, positives, negatives, _, _ = rank_weighted(scores, is_positive, weights)
    tp, fp = np.cumsum(positives), np.cumsum(negatives)
    return np.append(0.0, fp / fp[-1]), np.append(0.0, tp / tp[-1])


def _at(grid: Floats, fpr: Floats, tpr: Floats, side: str) -> Floats:
    """TPR at each FPR of the grid: on a vertical step its lower or upper end, between points on the line."""
    first = np.searchsorted(fpr, grid, side="left")
    last = np.searchsorted(fpr, grid, side="right") - 1
    on = (first < len(fpr)) & (fpr[np.minimum(first, len(fpr) - 1)] == grid)
    between = np.interp(grid, fpr, tpr)
    return np.where(on, tpr[np.minimum(first, len(fpr) - 1)] if side == "low" else tpr[last], between)
