"""Labels to small integers: the order of classes, and codes for each case.

Integers by their range, fixed-width text by hashing its words (each row is compared with its representative, so a
collision is noticed and resolved by sorting), anything else by a dictionary.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core.pair import recode, sort_labels
from referee.core.tables import pieces
from referee.core.types import Array, Codes, Label
from referee.data.column import Column, plain_value
from referee.data.row_keys import word_keys

RANGE = 1 << 16
"""Integers spanning at most this many values are coded by subtraction."""

MOST_TEXTS = 4096
"""Different texts up to which they are told apart by hashing."""

_SLOTS = 1 << 16


def encode(*columns: Column) -> tuple[list[Codes], tuple[Label, ...]]:
    """Codes of each column into one shared tuple of labels, in the order of the labels.

    >>> a, b = Column(np.array(["y", "n"])), Column(np.array(["y", "y"]))
    >>> codes, labels = encode(a, b)
    >>> labels, [c.tolist() for c in codes]
    (('n', 'y'), [[1, 0], [1, 1]])
    """
    return recode([encode_one(column) for column in columns])


def check_declared(wanted: Sequence[Label], found: tuple[Label, ...]) -> tuple[Label, ...]:
    """The labels that a user declared, which must name every label that occurs, each once."""
    target = tuple(map(plain_value, _check.items("labels", wanted, "labels")))
    for label in target:
        if not isinstance(label, str | bool | int | float):
            _check.fail("labels", "be a list of labels", _check.show_value(label))
    if len(set(target)) < len(target):
        _check.fail("labels", "differ from each other", _format.listing(target))
    unknown = [label for label in found if label not in target]
    if unknown:
        _check.fail("labels", "name every label that occurs", f"none for {_format.listing(unknown)}")
    return target


def relabel(
    codes: list[Codes], found: tuple[Label, ...], wanted: Sequence[Label]
) -> tuple[list[Codes], tuple[Label, ...]]:
    """The same codes in a declared order of labels, which must name every label that occurs."""
    target = check_declared(wanted, found)
    new = np.array([target.index(label) for label in found], dtype=np.int64)
    return [new[c] for c in codes], target


def encode_one(column: Column) -> tuple[Codes, tuple[Label, ...]]:
    """Codes and labels of one column."""
    values = column.values
    if column.levels is not None:
        return values, column.levels
    kind = values.dtype.kind
    if kind == "b":
        codes, present = encode_integers(values.view(np.uint8))
        return codes, tuple(bool(v) for v in present)
    if kind in "iu":
        return encode_integers(values)
    if kind == "U":
        return _texts(values)
    return _objects(values)


def encode_integers(values: Array) -> tuple[Codes, tuple[Label, ...]]:
    """Integers: by their range when it is small, by sorting otherwise."""
    low, high = int(values.min()), int(values.max())
    if high - low >= RANGE:
        present, codes = np.unique(values, return_inverse=True)
        return codes.astype(np.int64), tuple(int(v) for v in present)
    # Subtract in the wide type of the same sign: a narrow one would wrap around, and uint64 beyond 2^63 has no int64.
    wide: Any = np.uint64 if values.dtype.kind == "u" else np.int64
    shifted = values.astype(wide, copy=False)
    if low:
        shifted = shifted - wide(low)
    shifted = shifted.astype(np.int64, copy=False)
    if high - low <= 1:
        return shifted, (low, high)[: high - low + 1]
    used, codes = occurring(shifted, high - low + 1)
    return codes, tuple(int(v) + low for v in used)


def occurring(codes: Codes, size: int) -> tuple[Codes, Codes]:
    """The codes below `size` that occur, and the place of each row among them; by sorting where a table is too long."""
    if size > 4 * len(codes) + 4096:
        present, place = np.unique(codes, return_inverse=True)
        return present, place
    for some in (codes[:RANGE], codes) if len(codes) > RANGE else (codes,):  # the first often show that all occur
        present = np.flatnonzero(np.bincount(some, minlength=size))
        if len(present) == size:
            return present, codes
    lookup = np.zeros(size, dtype=np.int64)
    lookup[present] = np.arange(len(present))
    return present, lookup[codes]


def _objects(values: Array) -> tuple[Codes, tuple[Label, ...]]:
    """Any hashable labels, by a dictionary."""
    items = values.tolist()
    labels = tuple(sort_labels(set(items)))
    place = {label: code for code, label in enumerate(labels)}
    return np.fromiter(map(place.__getitem__, items), dtype=np.int64, count=len(items)), labels


def _texts(values: Array) -> tuple[Codes, tuple[Label, ...]]:
    """Fixed-width text, by the slot of its hash while there are few texts and none shares its slot with another."""
    width = max(2, values.dtype.itemsize // 4)
    width += width % 2  # two characters of 32 bits are a word
    slots = np.empty(len(values), dtype=np.int64)
    chunks = list(pieces(len(values)))
    for rows in chunks:
        words = np.ascontiguousarray(values[rows], dtype=f"U{width}").view(np.uint64)
        slots[rows] = word_keys(words.reshape(-1, width // 2)) % np.uint64(_SLOTS)
    # The last row of each slot stands for it. A row that differs from it shares the slot of another text by chance.
    row_of = np.zeros(_SLOTS, dtype=np.int64)
    row_of[slots] = np.arange(len(values))
    used = np.flatnonzero(np.bincount(slots, minlength=_SLOTS))
    if len(used) > MOST_TEXTS or any((values[rows] != values[row_of[slots[rows]]]).any() for rows in chunks):
        present, codes = np.unique(values, return_inverse=True)
        return codes.astype(np.int64), tuple(str(v) for v in present)
    names = values[row_of[used]]
    order = np.argsort(names)
    place = np.zeros(_SLOTS, dtype=np.int64)
    place[used[order]] = np.arange(len(used))
    return place[slots], tuple(str(name) for name in names[order])
