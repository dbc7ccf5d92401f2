"""Two columns of codes to a table of counts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.core.types import Counts

_CHUNK = 1 << 16


def pair_counts(truth: NDArray[Any], prediction: NDArray[Any], size: int) -> Counts:
    """A `size` x `size` table of two columns of codes, in cache-sized pieces.

    >>> pair_counts(np.array([0, 1, 1]), np.array([0, 1, 0]), 2).tolist()
    [[1, 0], [1, 1]]
    """
    out = np.zeros(size * size, dtype=np.int64)
    for start in range(0, len(truth), _CHUNK):
        cell = truth[start : start + _CHUNK].astype(np.int64)
        cell *= size
        cell += prediction[start : start + _CHUNK].astype(np.int64, copy=False)
        out += np.bincount(cell, minlength=size * size)
    return out.reshape(size, size)


def weighted_counts(
    truth: NDArray[np.int64], prediction: NDArray[np.int64], size: int, weights: NDArray[Any]
) -> tuple[Counts, Counts, Counts]:
    """Sums of weights, of squared weights, and numbers of cases, cell by cell."""
    cell = truth * size + prediction
    shape = (size, size)
    sums = np.bincount(cell, weights=weights, minlength=size * size).reshape(shape)
    squares = np.bincount(cell, weights=weights * weights, minlength=size * size).reshape(shape)
    return sums, squares, np.bincount(cell, minlength=size * size).reshape(shape)


def grouped_counts(
    truth: NDArray[np.int64],
    prediction: NDArray[np.int64],
    size: int,
    group: NDArray[np.int64],
    groups: int,
    weights: NDArray[Any] | None = None,
) -> Counts:
    """One table a group: shape `(groups, size, size)`."""
    cell = (group * size + truth) * size + prediction
    return np.bincount(cell, weights=weights, minlength=groups * size * size).reshape(groups, size, size)
