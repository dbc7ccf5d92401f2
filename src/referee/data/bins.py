"""Scores counted without keeping them: by value while they are few, on bins of their order-preserving bits beyond.

A float read as sign and magnitude is an integer with the same order, its key. Up to a number of cells each distinct
key has its own row of counts, one column per kind of case; beyond it a row stands for a stretch of keys. Stretches
that hold too many pairs of unknown order are divided in further passes over the records.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee import _check
from referee.core.rank_scores import run_ends, scores_of
from referee.core.types import Array, Bools, Codes, Floats

CELLS = 1 << 21
"""Counts of distinct scores that are kept at a time; a grid has half as many, which a processor's cache holds."""

FLUSH = 1 << 18
"""Rows that are gathered before they are counted."""

GATHERED = 1 << 22
"""Cells that are gathered before the table is touched."""

TOLERANCE = 1e-5
"""How far apart the limits of an area may be."""

Keys = Array


@dataclass(frozen=True)
class Stretches:
    """Stretches of keys in ascending order, both ends included, and the cases of each kind in them."""

    starts: Keys
    stops: Keys
    table: Codes

    @property
    def lows(self) -> Floats:
        """The lowest score of each stretch."""
        return scores_of(self.starts)

    @property
    def tops(self) -> Floats:
        """The highest score of each stretch."""
        return scores_of(self.stops)

    def unknown(self, positive: Bools) -> tuple[Floats, float]:
        """The pairs of unknown order within each stretch, and the number of all pairs."""
        p, n = self.table[:, positive].sum(axis=1), self.table[:, ~positive].sum(axis=1)
        # A stretch of one key holds ties, whose order is known to be none.
        inside = np.where(self.stops > self.starts, p.astype(float) * n, 0.0)
        return inside, float(p.sum()) * float(n.sum())

    def divide(self, gone: Any, parts: Sequence[Stretches], each: str, later: str) -> Stretches:
        """The same with the parts of some stretches in their place; `each` reading must have met the same cases."""
        kept = np.ones(len(self.starts), dtype=bool)
        kept[gone] = False
        pieces = [Stretches(self.starts[kept], self.stops[kept], self.table[kept]), *parts]
        starts, stops, table = (
            np.concatenate([getattr(piece, name) for piece in pieces]) for name in ("starts", "stops", "table")
        )
        if table.sum() != self.table.sum():
            _check.fail("source", f"be the same in every {each}", f"other records in a later {later}")
        order = np.argsort(starts)
        return Stretches(starts[order], stops[order], table[order])


class ScoreCounter:
    """Counts of cases by score and kind, merged batch by batch in bounded memory; `exact` lifts the bound.

    `total` rows, where known, let it go over to bins as soon as the scores met foretell that they will not fit.

    >>> from referee.core.rank_scores import keys_of
    >>> counter = ScoreCounter()
    >>> counter.add(keys_of(np.array([0.5, 0.5, 0.2])), np.array([0, 1, 1]))
    >>> counter.stretches().table.tolist()
    [[0, 1], [1, 1]]
    """

    def __init__(self, *, cells: int | None = None, exact: bool = False, total: int | None = None) -> None:
        self.cells, self.exact, self.total = cells or CELLS, exact, total
        self.width = 1
        self._waiting: list[tuple[Keys, Array, Codes | None]] = []
        self._rows = 0
        self._keys: Keys | None = None
        self._table = np.zeros((0, 1), dtype=np.int64)
        self._grid: tuple[int, int] | None = None
        self._ends: tuple[int, int] = (0, 0)

    def add(self, keys: Keys, kinds: Array, counts: Codes | None = None) -> None:
        """Count cases; `counts` says how many each row stands for."""
        if not len(keys):
            return
        self.width = max(self.width, int(kinds.max()) + 1)
        start = 0
        while self._grid is None and start < len(keys):
            rows = slice(start, start + FLUSH)
            self._waiting.append((keys[rows], kinds[rows], None if counts is None else counts[rows]))
            self._rows += len(keys[rows])
            start += FLUSH
            # Merging costs as much as all that is known. Waiting until as many rows have come keeps the total linear.
            if self._rows >= max(FLUSH, 0 if self._keys is None else len(self._keys)):
                self._flush()
        if start < len(keys):
            self._count(keys[start:], kinds[start:], None if counts is None else counts[start:])

    def stretches(self) -> Stretches:
        """What has been counted, without empty bins."""
        if self._grid is None:
            self._flush()
        if self._grid is None:
            assert self._keys is not None
            return Stretches(self._keys, self._keys, self._table)
        self._settle()
        low, shift = self._grid
        used = np.flatnonzero(self._table.any(axis=1))
        kind: Any = np.uint32 if self._small else np.uint64
        starts = (used.astype(np.uint64) << np.uint64(shift)) + np.uint64(low)
        stops = starts + np.uint64((1 << shift) - 1)
        # Keys beyond the grid fell into its first and last bin, which reach as far as the keys that were met.
        starts[0], stops[-1] = self._ends
        return Stretches(starts.astype(kind), stops.astype(kind), self._table[used])

    def _flush(self) -> None:
        """Count the waiting rows by value; beyond the bound go over to bins."""
        if not self._waiting:
            return
        pieces = _by_kind(self._waiting, self.width)
        self._waiting, self._rows = [], 0
        known = [self._keys] if self._keys is not None else []
        every = np.concatenate([*known, *(keys for keys, _ in pieces)])
        every.sort()
        every = every[run_ends(every)]
        table = np.zeros((len(every), self.width), dtype=np.int64)
        if self._keys is not None:
            table[np.searchsorted(every, self._keys), : self._table.shape[1]] = self._table
        for kind, (keys, counts) in enumerate(pieces):
            table[np.searchsorted(every, keys), kind] += counts
        self._keys, self._table = every, table
        if not self.exact:
            rows = int(table.sum())
            # Where most scores are new ones the rest of the source will bring as many: go over to bins now, not after
            # sorting half of it. Where they repeat, what was met is all that there will be.
            ahead = max(1.0, (self.total or rows) / rows) if 2 * len(every) > rows else 1.0
            if table.size * ahead > self.cells:
                self._bin()

    def _bin(self) -> None:
        """Lay a grid over the keys seen so far; keys beyond its ends will fall into the last bins."""
        assert self._keys is not None
        keys, table = self._keys, self._table
        low, high = int(keys[0]), int(keys[-1])
        self._small = keys.dtype.itemsize == 4
        bins = 1 << max(1, (self.cells // 2 // self.width).bit_length() - 1)
        shift = max(0, ((high - low) // bins).bit_length())
        self._ends = low, high
        low = low >> shift << shift  # bins of grids laid apart are then nested, and merging them keeps them narrow
        self._grid = low, shift
        self._bins = ((high - low) >> shift) + 1
        place = ((keys - keys.dtype.type(low)) >> keys.dtype.type(shift)).astype(np.int64)
        self._table = np.zeros((self._bins, self.width), dtype=np.int64)
        np.add.at(self._table, place, table)
        self._keys = None
        self._places, self._fill = np.empty(GATHERED, dtype=np.int64), 0

    def _count(self, keys: Keys, kinds: Array, counts: Codes | None) -> None:
        """Count a batch on the grid."""
        assert self._grid is not None
        if self.width > self._table.shape[1]:
            self._widen()
        low, shift = self._grid
        least, most = int(keys.min()), int(keys.max())
        last = low + (self._bins << shift) - 1
        kind = keys.dtype.type
        self._ends = min(self._ends[0], least), max(self._ends[1], most)
        if least < low or most > last:
            keys = np.clip(keys, kind(low), kind(min(last, np.iinfo(keys.dtype).max)))
        cell = keys - kind(low)
        cell >>= kind(shift)
        cell *= kind(self.width)  # bins are far fewer than keys, so this fits
        if counts is not None:
            _tally(self._table, cell.astype(np.int64) + kinds, counts)
            return
        if self._fill + len(cell) > len(self._places):
            self._settle()
        if len(cell) > len(self._places):
            self._places = np.empty(len(cell), dtype=np.int64)
        small = kinds.view(np.uint8) if kinds.dtype == np.int8 else kinds  # adding what has a sign takes longer
        np.add(cell, small, out=cell, casting="unsafe")
        self._places[self._fill : self._fill + len(cell)] = cell
        self._fill += len(cell)

    def _settle(self) -> None:
        """Add the cells that were gathered to the table: one pass over it for many batches."""
        _tally(self._table, self._places[: self._fill], None)
        self._fill = 0

    def _widen(self) -> None:
        """Make room for kinds of case that were not seen before; when cells run out, neighbouring bins are joined."""
        assert self._grid is not None
        self._settle()
        table = np.zeros((self._bins, self.width), dtype=np.int64)
        table[:, : self._table.shape[1]] = self._table
        low, shift = self._grid
        while table.size > self.cells // 2 and len(table) > 2:
            if len(table) % 2:
                table = np.concatenate([table, np.zeros((1, self.width), dtype=np.int64)])
            table, shift = table[::2] + table[1::2], shift + 1
        self._table, self._bins, self._grid = table, len(table), (low, shift)


class Refiner:
    """A further pass that divides the stretches with most pairs of unknown order."""

    def __init__(self, found: Stretches, positive: Bools, *, cells: int | None = None) -> None:
        self.found = found
        chosen = np.sort(heavy(found, positive))
        self._chosen = chosen
        self._starts, self._stops = found.starts[chosen], found.stops[chosen]
        kinds = found.table.shape[1]
        each = max(2, 1 << max(1, ((cells or CELLS) // (kinds * max(1, len(chosen)))).bit_length() - 1))
        widths = self._stops - self._starts
        self._shifts = np.array([max(0, (int(w) // each).bit_length()) for w in widths], dtype=widths.dtype)
        sizes = (widths >> self._shifts).astype(np.int64) + 1
        self._offsets = np.append(0, np.cumsum(sizes))
        self._table = np.zeros((int(self._offsets[-1]), kinds), dtype=np.int64)

    def add(self, keys: Keys, kinds: Array, counts: Codes | None = None) -> None:
        """Count the cases of the chosen stretches."""
        # The stretches do not overlap: a key can only be in the last one that begins at or before it.
        row = np.searchsorted(self._starts, keys, side="right") - 1
        inside = (row >= 0) & (keys <= self._stops[row])
        row, keys, kinds = row[inside], keys[inside], kinds[inside]
        place = ((keys - self._starts[row]) >> self._shifts[row]).astype(np.int64) + self._offsets[row]
        _tally(self._table, place * self._table.shape[1] + kinds, None if counts is None else counts[inside])

    def stretches(self) -> Stretches:
        """All stretches, the divided ones in their parts."""
        kind = self._starts.dtype.type
        row = np.repeat(np.arange(len(self._chosen)), np.diff(self._offsets))
        within = (np.arange(len(row)) - self._offsets[row]).astype(kind)
        starts = self._starts[row] + (within << self._shifts[row])
        last = np.append(row[1:] != row[:-1], True)
        ones = kind(1)
        stops = np.where(last, self._stops[row], starts + (ones << self._shifts[row]) - ones)
        used = self._table.any(axis=1)
        parts = Stretches(starts[used], stops[used], self._table[used])
        return self.found.divide(self._chosen, [parts], "pass", "pass")


def area_gap(found: Stretches, positive: Bools) -> float:
    """How far apart the limits of the area are: pairs of unknown order over all pairs."""
    unknown, pairs = found.unknown(positive)
    return float(unknown.sum()) / pairs if pairs else 0.0


def heavy(found: Stretches, positive: Bools) -> Codes:
    """The fewest stretches without which the limits are within half the tolerance."""
    unknown, pairs = found.unknown(positive)
    order = np.argsort(-unknown, kind="stable")  # ties would else fall as the processor sorts
    left = unknown.sum() - np.cumsum(unknown[order])
    enough = int(np.searchsorted(-left, -TOLERANCE / 2 * pairs)) + 1
    chosen = order[:enough]
    return chosen[unknown[chosen] > 0]


def _tally(table: Codes, cells: Codes, counts: Codes | None) -> None:
    """Add rows to the cells of a table, each as often as its count says."""
    found = np.bincount(cells, weights=counts)
    table.reshape(-1)[: len(found)] += found.astype(np.int64, copy=False)


def _by_kind(waiting: list[tuple[Keys, Array, Codes | None]], width: int) -> list[tuple[Keys, Codes]]:
    """Distinct keys and their counts, one pair per kind: a value sort and run lengths where rows count once."""
    out = []
    for kind in range(width):
        rows = [(keys, counts, kinds == kind) for keys, kinds, counts in waiting]
        keys = np.concatenate([keys[own] for keys, _, own in rows])
        if all(counts is None for _, counts, _ in rows):
            keys.sort()
            last = run_ends(keys)
            out.append((keys[last], np.diff(last, prepend=-1)))
            continue
        times = np.concatenate([(np.ones(len(own)) if counts is None else counts)[own] for _, counts, own in rows])
        distinct, place = np.unique(keys, return_inverse=True)
        out.append((distinct, np.bincount(place, weights=times, minlength=len(distinct)).astype(np.int64)))
    return out
