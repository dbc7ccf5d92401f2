"""Area under the ROC curve of one class against others, batched over weights."""

from __future__ import annotations

import numpy as np

from referee.core.types import Array, Bools, Floats, Values


def batched_auc(scores: Floats, is_positive: Bools, weights: Floats) -> Values:
    """P(positive above negative) + P(tie) / 2 for each set of weights `(..., n)`.

    >>> batched_auc(np.array([0.9, 0.4, 0.4]), np.array([True, True, False]), np.ones((2, 3))).tolist()
    [0.75, 0.75]
    """
    order = np.argsort(scores, kind="stable")
    ranked = scores[order]
    starts = np.flatnonzero(np.append(True, ranked[1:] != ranked[:-1]))
    w = weights[..., order]
    member = is_positive[order]
    positives = np.add.reduceat(w * member, starts, axis=-1)
    negatives = np.add.reduceat(w * ~member, starts, axis=-1)
    below = np.cumsum(negatives, axis=-1) - negatives / 2
    pairs = positives.sum(axis=-1) * negatives.sum(axis=-1)
    return np.asarray((positives * below).sum(axis=-1) / pairs)


def class_weights(truth: Array, k: int, weights: Floats) -> Values:
    """Total weight of each class `(..., K)`."""
    return np.stack([weights[..., truth == c].sum(axis=-1) for c in range(k)], axis=-1)


def class_shares(truth: Array, k: int, weights: Floats) -> Values:
    """Share of the weight that each class has `(..., K)`."""
    return class_weights(truth, k, weights) / weights.sum(axis=-1)[..., None]


def against_rest(truth: Array, scores: Floats, weights: Floats) -> Values:
    """AUC of each class against the rest by its own column, `(..., K)`."""
    return np.stack([batched_auc(scores[:, c], truth == c, weights) for c in range(scores.shape[1])], axis=-1)


def against_each(truth: Array, scores: Floats, weights: Floats) -> tuple[Values, list[tuple[int, int]]]:
    """(A(i|j) + A(j|i)) / 2 of each pair of classes, `(..., pairs)`, and the pairs."""
    pairs = [(i, j) for i in range(scores.shape[1]) for j in range(i + 1, scores.shape[1])]
    values = []
    for i, j in pairs:
        rows = np.flatnonzero((truth == i) | (truth == j))
        own, w = truth[rows], weights[..., rows]
        a, b = (batched_auc(scores[rows, c], own == c, w) for c in (i, j))
        values.append((a + b) / 2)
    return np.stack(values, axis=-1), pairs
