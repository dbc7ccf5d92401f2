"""Rows of cases: how they were drawn, what each weighs, and the tables that they are counted into."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np

from referee import _check, _format, _memory
from referee.core.types import Array, Bools, Codes, Counts, Floats, Label, Sampling

_CHUNK, _PIECE = 1 << 16, 1 << 15


class Drawn:
    """Rows with a true class, each for `times` cases, with importance weights, in groups, or none of these."""

    truth: Codes
    times: Codes | None
    weights: Floats | None
    groups: Any

    @cached_property
    def n(self) -> int:
        """Number of cases."""
        return len(self.truth) if self.times is None else int(self.times.sum())

    @property
    def sampling(self) -> Sampling:
        """What was drawn at random."""
        if self.groups is not None:
            return "groups"
        return "cases" if self.weights is None else "weighted cases"

    @property
    def mass(self) -> Floats:
        """What each row weighs: its importance weight, its number of cases, or 1."""
        if self.weights is not None:
            return self.weights
        return np.ones(len(self.truth)) if self.times is None else self.times.astype(float)


class Labelled(Drawn):
    """Drawn rows whose classes have names, one of which may be the positive one."""

    labels: tuple[Label, ...]
    positive: Label | None

    def need_positive(self) -> Label:
        """The positive class, or a refusal."""
        if self.positive is None:
            hint = f"There are {_format.listing(self.labels)}."
            _check.fail("positive", "name the positive class", "None", hint)
        return self.positive

    @property
    def positive_code(self) -> int:
        """The place of the positive class in the labels; refused when there is none."""
        return self.labels.index(self.need_positive())

    @property
    def is_positive(self) -> Bools:
        """Whether each row is of the positive class."""
        return np.asarray(self.truth == self.positive_code)

    @cached_property
    def group_codes(self) -> Codes:
        """The group of each row as a number; `groups` must have been given."""
        if self.groups is None:
            _check.fail("groups", "be given to count by cluster", "None")
        return np.unique(self.groups, return_inverse=True)[1].astype(np.int64)

    def _cluster_tables(self, predicted: Codes) -> Counts:
        """One confusion table per group, shape `(groups, K, K)`; `groups` must have been given."""
        group, size = self.group_codes, len(self.labels)
        weights = None if self.weights is None and self.times is None else self.mass
        return grouped_counts(self.truth, predicted, size, group, int(group.max()) + 1, weights)


def cut_classes(labels: tuple[Label, ...], positive: Label | None, above: Bools) -> Codes:
    """The classes that a threshold makes of two: the positive one where a score is above it."""
    if positive is None or len(labels) != 2:
        got = f"classes {_format.listing(labels)} and positive {positive!r}"
        hint = "Say which class the scores are of: positive=... (--positive)."
        _check.fail("positive", "be one of two classes to cut scores at a threshold", got, hint)
    code = labels.index(positive)
    return np.where(above, code, 1 - code)


def pieces(n: int) -> Iterator[slice]:
    """Slices of n rows, each small enough to stay in the processor's cache with what is made of it.

    >>> [(piece.start, piece.stop) for piece in pieces(40_000)]
    [(0, 32768), (32768, 40000)]
    """
    return (slice(start, min(start + _PIECE, n)) for start in range(0, n, _PIECE))


def all_finite(values: Floats) -> bool:
    """Whether all are finite, without a mask as long as they are: their ends say it.

    >>> all_finite(np.array([1.0, -2.0])), all_finite(np.array([1.0, np.inf])), all_finite(np.array([]))
    (True, False, True)
    """
    return bool(np.isfinite([values.min(initial=0.0), values.max(initial=0.0)]).all())


def joint_counts(size: int, *columns: Array, weights: Array | None = None) -> Counts:
    """Counts, or sums of weights, by the codes of several columns, in cache-sized pieces: one axis per column.

    >>> joint_counts(2, np.array([0, 1, 1]), np.array([0, 1, 0])).tolist()
    [[1, 0], [1, 1]]
    """
    cells = size ** len(columns)
    what = f"a table of {size} classes in {len(columns)} columns"
    # the table, and two copies where it is checked
    _memory.refuse_beyond("labels", 24.0 * cells, what, "Merge classes that are rare.")
    out = np.zeros(cells, dtype=np.int64 if weights is None else float)
    step = _CHUNK if weights is None else max(1, len(columns[0]))  # pieces would round sums of weights otherwise
    for start in range(0, len(columns[0]), step):
        piece = slice(start, start + step)
        cell = columns[0][piece].astype(np.int64)
        for column in columns[1:]:
            cell *= size
            cell += column[piece].astype(np.int64, copy=False)
        out += np.bincount(cell, weights=None if weights is None else weights[piece], minlength=cells)
    return out.reshape((size,) * len(columns))


def grouped_counts(
    truth: Codes,
    prediction: Codes,
    size: int,
    group: Codes,
    groups: int,
    weights: Array | None = None,
) -> Counts:
    """One table per group: shape `(groups, size, size)`."""
    cell = (group * size + truth) * size + prediction
    return np.bincount(cell, weights=weights, minlength=groups * size * size).reshape(groups, size, size)


def one_vs_rest(counts: Counts) -> Counts:
    """All one-vs-rest tables of counts `(..., K, K)`: shape `(..., K, 2, 2)`, each with its class last.

    A cell into which no count falls is exactly 0, also where sums of weights are rounded.

    >>> one_vs_rest(np.array([[5, 1], [2, 6]]))[1].tolist()
    [[5, 1], [2, 6]]
    """
    if counts.shape[-1] == 2:
        return np.stack([counts[..., ::-1, ::-1], counts], axis=-3)
    truths, answers = counts.sum(axis=-1), counts.sum(axis=-2)
    tp = np.diagonal(counts, axis1=-2, axis2=-1)
    fn, fp = truths - tp, answers - tp
    tn = truths.sum(axis=-1, keepdims=True) - truths - fp
    parts = [tn, fp, fn, tp]
    # Draws lie cell by cell in memory, with one draw beside the other: so do their tables, and what is made of them.
    by_cell = not tn.flags.c_contiguous
    stacked = np.stack([part.T for part in parts]).T if by_cell else np.stack(parts, axis=-1)
    tables = stacked.reshape(*tn.shape, 2, 2)
    return tables if counts.dtype.kind in "iu" else _with_exact_zeros(tables, counts)


def _with_exact_zeros(tables: Counts, counts: Counts) -> Counts:
    """The tables with 0 where no count falls: differences of sums of weights may miss it by rounding."""
    if counts.size and counts.min() > 1e-9 * tables[..., 0, :, :].sum(axis=(-2, -1)).max():
        return tables
    tiny = (np.abs(tables) < 1e-9 * np.abs(tables).sum(axis=(-2, -1), keepdims=True)).any(axis=(-3, -2, -1))
    if tiny.any():
        some = tables[tiny]
        some[one_vs_rest((counts[tiny] != 0).astype(np.int32)) == 0] = 0
        tables[tiny] = np.maximum(some, 0.0) if counts.dtype.kind == "f" else some
    return tables


def square_table(name: str, matrix: Any) -> Array:
    """A square table of non-negative finite numbers, as a copy."""
    try:
        table = np.array(matrix)
    except ValueError:
        _check.fail(name, "be a square table", "rows of different lengths")
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        _check.fail(name, "be a square table", f"shape {table.shape}")
    if table.dtype.kind not in "iufb":
        _check.fail(name, "hold numbers", f"dtype {table.dtype}")
    if table.dtype.kind != "f":
        table = table.astype(np.int64)
    elif not np.isfinite(table).all():
        _check.fail(name, "hold finite numbers", "NaN or infinity")
    if (table < 0).any():
        row, column = np.argwhere(table < 0)[0]
        _check.fail(name, "hold no negative count", f"{table[row, column]:g} in cell [{row}, {column}]")
    return table
