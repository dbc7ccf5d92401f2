"""Rows of numbers as one number each, so that equal rows are found by sorting; cases that are copies of others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee import _check
from referee.core import Splits
from referee.core.types import Codes, Floats, Table
from referee.errors import RefereeError

_CHUNK = 1 << 16
_MIX = np.uint64(0x9E3779B97F4A7C15)
_TURN = np.uint64(0xBF58476D1CE4E5B9)
_SHIFT = np.uint64(31)
_NAN = np.uint64(0x7FF8000000000000)

TIMES = 5
LEFT_OUT = 10
SAMPLE = 5_000
LOOKED_AT = 50
"""Splits that are looked at; of more, so many evenly spread ones."""


def row_keys(rows: NDArray[Any]) -> NDArray[np.uint64]:
    """A 64-bit key of each row: equal rows have equal keys, other rows nearly always others.

    0.0 equals -0.0, and a missing value (NaN) equals a missing value.

    >>> keys = row_keys(np.array([[1.0, 0.0], [1.0, -0.0], [0.0, 1.0]]))
    >>> bool(keys[0] == keys[1]), bool(keys[0] == keys[2])
    (True, False)
    """
    out = np.empty(len(rows), dtype=np.uint64)
    for start in range(0, len(rows), _CHUNK):
        part = np.asfortranarray(rows[start : start + _CHUNK], dtype=np.float64) + 0.0
        bits = part.view(np.uint64)
        absent = part != part
        if absent.any():
            bits = np.where(absent, _NAN, bits)
        out[start : start + len(part)] = word_keys(bits)
    return out


def word_keys(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A 64-bit key of each row of words: the one hash of rows."""
    key = np.full(len(words), _TURN, dtype=np.uint64)
    for j in range(words.shape[1]):
        key ^= words[:, j]
        key *= _MIX
        key ^= key >> _SHIFT
    key *= _TURN
    return key ^ (key >> _SHIFT)


def find_in(keys: NDArray[np.uint64], among: NDArray[np.uint64]) -> NDArray[np.int64]:
    """For each key the place of one equal key in `among`, or -1.

    >>> find_in(np.array([7, 8], dtype=np.uint64), np.array([9, 7], dtype=np.uint64)).tolist()
    [1, -1]
    """
    out = np.full(len(keys), -1, dtype=np.int64)
    if not len(among):
        return out
    both = _in_both(keys, among)
    if not len(both):
        return out
    mine = np.flatnonzero(_member(keys, both))
    theirs = np.flatnonzero(_member(among, both))
    order = theirs[np.argsort(among[theirs], kind="stable")]
    out[mine] = order[np.searchsorted(among[order], keys[mine])]
    return out


def twins(keys: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which keys occur more than once.

    >>> twins(np.array([7, 8, 7], dtype=np.uint64)).tolist()
    [True, False, True]
    """
    ordered = np.sort(keys)
    again = np.unique(ordered[1:][ordered[1:] == ordered[:-1]])
    return _member(keys, again)


def _in_both(a: NDArray[np.uint64], b: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The keys that occur in both, in order: two sorts and one merge, without an index of either."""
    first, second = np.sort(a), np.sort(b)
    if len(first) > len(second):
        first, second = second, first
    place = np.minimum(np.searchsorted(second, first), len(second) - 1)
    return np.unique(first[second[place] == first])


def _member(keys: NDArray[np.uint64], few: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which keys are among a few ordered ones."""
    if not len(few):
        return np.zeros(len(keys), dtype=bool)
    place = np.minimum(np.searchsorted(few, keys), len(few) - 1)
    return few[place] == keys


def copy_groups(X: Table) -> Codes:
    """A number for each case, the same for cases with equal features: as groups they keep copies together.

    >>> copy_groups([[1.0, 2.0], [3.0, 4.0], [1.0, 2.0]]).tolist()
    [0, 1, 0]
    """
    _, first, codes = np.unique(row_keys(_values(X)), return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[codes.reshape(-1)].astype(np.int64)


def copied_cases(X: Table, splits: Splits) -> int:
    """How many test cases have the features of a case of their training part; 0 where few patterns must repeat.

    Chance is excluded where distinct cases agree much less often on all features but one than cases agree on all: so
    far cases with one feature are never called copies. Tables that cannot be read as columns have none.

    >>> from referee.core.splits import Splits
    >>> X = np.random.default_rng(0).normal(size=(10, 3))
    >>> splits = Splits("2-fold", 20, (range(10), range(10, 20)))
    >>> copied_cases(np.concatenate([X, X]), splits), copied_cases(np.round(np.concatenate([X, X])) > 0, splits)
    (20, 0)
    """
    try:
        group = copied_groups(_values(X))
    except (RefereeError, TypeError, ValueError):
        return 0
    if group is None:
        return 0
    copied = np.zeros(len(group), dtype=bool)
    for i in np.unique(np.linspace(0, len(splits) - 1, LOOKED_AT).astype(int)).tolist():
        seen = np.zeros(len(group), dtype=bool)
        seen[group[splits.train(i)]] = True
        test = np.asarray(splits.tests[i])
        copied[test[seen[group[test]]]] = True
    return int(copied.sum())


def copied_groups(values: Floats) -> Codes | None:
    """The group of each row with all rows that equal it; None where no row repeats but by chance."""
    _, first, group, sizes = np.unique(
        row_keys(values), return_index=True, return_inverse=True, return_counts=True
    )
    if sizes.max() == 1 or values.shape[1] < 2 or _by_chance(values, first, sizes):
        return None
    return group.reshape(-1)


def _by_chance(values: Floats, first: NDArray[np.intp], sizes: NDArray[np.intp]) -> bool:
    """Whether distinct cases agree on all features but one about as often as cases agree on all."""
    n, rows = len(values), values[first[:: -(-len(first) // SAMPLE)]]
    if len(rows) < 2:
        return True
    near = 0.0
    for j in np.linspace(0, values.shape[1] - 1, LEFT_OUT).astype(int).tolist():
        _, alike = np.unique(row_keys(np.delete(rows, j, axis=1)), return_counts=True)
        near = max(near, float((alike * (alike - 1.0)).sum() / (len(rows) * (len(rows) - 1.0))))
    return float((sizes * (sizes - 1.0)).sum() / (n * (n - 1.0))) <= TIMES * near


def _values(X: Table) -> Floats:
    """Features as numbers, categories as codes."""
    if isinstance(X, np.ndarray) and X.ndim == 2 and X.dtype.kind in "biuf":
        return np.asarray(X, dtype=float)
    from referee.data.dataset import datasets

    if not hasattr(X, "shape") and not isinstance(X, Sequence):
        _check.fail("X", "be a table of features", _check.show_value(X))
    size = X.shape[0] if hasattr(X, "shape") else len(X)
    return datasets({"X": (X, np.zeros(size, dtype=np.int64))})[0]["X"].values
