"""Shares of the classes, batched over weights."""

from __future__ import annotations

import numpy as np

from referee.core.types import Array, Floats, Values


def class_shares(truth: Array, k: int, weights: Floats) -> Values:
    """Share of the weight that each class has `(..., K)`.

    >>> class_shares(np.array([0, 1, 1]), 2, np.array([1.0, 1.0, 2.0])).tolist()
    [0.25, 0.75]
    """
    sums = np.stack([weights[..., truth == c].sum(axis=-1) for c in range(k)], axis=-1)
    return np.asarray(sums / weights.sum(axis=-1)[..., None])
