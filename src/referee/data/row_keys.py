"""Rows of numbers as one number each, so that equal rows are found by sorting."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_CHUNK = 1 << 16
_MIX = np.uint64(0x9E3779B97F4A7C15)
_TURN = np.uint64(0xBF58476D1CE4E5B9)
_SHIFT = np.uint64(31)
_NAN = np.uint64(0x7FF8000000000000)


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
