"""Two columns of codes to a table of counts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.core.types import Counts, Label
from referee.data.column import Column
from referee.data.encode import RANGE, encode

_CHUNK = 1 << 16
_LARGE = 1 << 50  # integers below this, times RANGE, stay in 64 bits


def pair_counts(truth: NDArray[Any], prediction: NDArray[Any], size: int, low: int = 0) -> Counts:
    """A `size` x `size` table of two integer columns with values from `low`, in cache-sized pieces.

    >>> pair_counts(np.array([0, 1, 1]), np.array([0, 1, 0]), 2).tolist()
    [[1, 0], [1, 1]]
    """
    out = np.zeros(size * size, dtype=np.int64)
    for start in range(0, len(truth), _CHUNK):
        cell = truth[start : start + _CHUNK].astype(np.int64)
        cell *= size
        cell += prediction[start : start + _CHUNK].astype(np.int64, copy=False)
        cell -= low * (size + 1)
        out += np.bincount(cell, minlength=size * size)
    return out.reshape(size, size)


def count_columns(truth: Column, prediction: Column) -> tuple[Counts, tuple[Label, ...]]:
    """The confusion counts of two label columns and their labels in order."""
    integers = all(c.levels is None and c.values.dtype.kind in "iu" for c in (truth, prediction))
    if integers:
        low = min(int(truth.values.min()), int(prediction.values.min()))
        high = max(int(truth.values.max()), int(prediction.values.max()))
        if high - low < RANGE and max(high, -low) < _LARGE:
            table = pair_counts(truth.values, prediction.values, high - low + 1, low)
            used = np.flatnonzero(table.sum(axis=0) + table.sum(axis=1))
            return table[np.ix_(used, used)], tuple(int(v) + low for v in used)
    (a, b), labels = encode(truth, prediction)
    return pair_counts(a, b, len(labels)), labels


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
