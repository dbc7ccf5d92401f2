"""Bootstrap resamples of a ranking: cases are sorted once, and a replicate draws how often each occurs.

A class of m cases drawn with replacement is a multinomial draw. Where the ranking has few cells it is drawn so;
otherwise cases get Poisson counts, read from a table of 16-bit slots (a slot that straddles two counts is decided
by further bits), at a rate low enough that their sum stays under m, and the rest of m is drawn one by one. Given
their sum Poisson counts are multinomial, so the draw is exact. Each block of resamples has its own random stream.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee import _rng

BLOCK = 50
"""Replicates that share a random stream."""

MARK = 200
"""Entries of a table from here on mark slots in doubt."""

Slots = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float64]]
"""Counts by 16-bit slot, the slots in doubt, and the shares of the counts."""

_AT_ONCE = 1 << 21
_GOLDEN = 0x9E3779B97F4A7C15


@dataclass(frozen=True)
class Replicates:
    """Replicates of a two-class ranking: positives and negatives at each of its cells, in descending order.

    `stratified` keeps the class sizes; otherwise the number of positives is drawn as well.

    >>> tp, fp = next(Replicates(np.array([1, 1, 0]), np.array([0, 1, 2]), resamples=2, seed=1).cumulative())
    >>> tp[:, -1].tolist(), fp[:, -1].tolist()
    ([2, 2], [3, 3])
    """

    positives: NDArray[Any]
    negatives: NDArray[Any]
    resamples: int
    seed: int
    stratified: bool = True

    def cumulative(self) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
        """Some resamples at a time: positives and negatives at or above each cell, one row per replicate."""
        some = max(1, _AT_ONCE // max(len(self.positives), 1))
        for rng, sizes_p, sizes_n in self._blocks():
            for start in range(0, len(sizes_p), some):
                rows = []
                for which, (sizes, counts) in enumerate(((sizes_p, self.positives), (sizes_n, self.negatives))):
                    wanted = sizes[start : start + some]
                    if self._by_case:
                        rows.append(np.stack([self._case_draws(rng, size, which) for size in wanted.tolist()]))
                    else:
                        rows.append(np.cumsum(rng.multinomial(wanted, counts / counts.sum()), axis=1))
                yield rows[0], rows[1]

    def areas(self) -> NDArray[np.float64]:
        """The area under the ROC curve of each replicate; NaN where a class was not drawn."""
        out, slots = [], self._merge()
        for rng, sizes_p, sizes_n in slots._blocks():
            if slots._by_case:
                sizes = zip(sizes_p.tolist(), sizes_n.tolist(), strict=True)
                drawn = ((slots._case_draws(rng, p, 0), slots._case_draws(rng, n, 1)) for p, n in sizes)
                twice = np.array([slots._twice_u(tp, fp) for tp, fp in drawn])
            else:
                p = rng.multinomial(sizes_p, slots.positives / slots._sizes[0])
                n = rng.multinomial(sizes_n, slots.negatives / slots._sizes[1])
                twice = (n * (2 * np.cumsum(p, axis=1) - p * slots._tied)).sum(axis=1)
            with np.errstate(invalid="ignore"):
                out.append(twice / (2.0 * sizes_p * sizes_n))
        return np.concatenate(out)

    def _twice_u(self, tp: NDArray[np.int64], fp: NDArray[np.int64]) -> int:
        """Twice the number of pairs in right order, ties half, with so many positives and negatives up to each cell.

        In a cell the positives stand above the negatives, or tie with them.
        """
        here = fp.copy()
        here[1:] -= fp[:-1]
        if not self._has_ties:
            return 2 * int(np.dot(here, tp))
        above = np.where(self._tied, np.append(0, tp[:-1]), tp)
        return int(np.dot(here, tp + above))

    def _case_draws(self, rng: np.random.Generator, size: int, which: int) -> NDArray[np.int64]:
        """How many of a class are at or above each cell when `size` of its cases are drawn with replacement."""
        totals = self._room[which].running(rng, size)
        return totals[self._last[which]].astype(np.int64)

    def _blocks(self) -> Iterator[tuple[np.random.Generator, NDArray[Any], NDArray[Any]]]:
        """A random stream and the class sizes of each block's resamples."""
        n_p, n_n = self._sizes
        for block, start in enumerate(range(0, self.resamples, BLOCK)):
            rng = _rng.stream(self.seed, "bootstrap of a ranking", block)
            size = min(BLOCK, self.resamples - start)
            drawn = np.full(size, n_p) if self.stratified else rng.binomial(n_p + n_n, n_p / (n_p + n_n), size)
            yield rng, drawn, n_p + n_n - drawn

    def _merge(self) -> Replicates:
        """The same area from fewer cells: a run of positives and the run of negatives below it become one."""
        p, n = self.positives, self.negatives
        filled = (p > 0) | (n > 0)
        p, n = p[filled], n[filled]
        # Only the order of positives against negatives matters to an area: cells are merged until a positive follows a
        # negative. A cell of both is a tie and stays alone, as does what comes after it.
        mixed = (p > 0) & (n > 0)
        after = np.append(False, mixed[:-1])
        begins = mixed | after | (np.append(True, n[:-1] > 0) & (p > 0))
        begins[:1] = True
        starts = np.flatnonzero(begins)
        slots = Replicates(
            np.add.reduceat(p, starts), np.add.reduceat(n, starts), self.resamples, self.seed, self.stratified
        )
        object.__setattr__(slots, "_tied", mixed[starts])
        return slots

    @cached_property
    def _tied(self) -> NDArray[np.bool_]:
        return (self.positives > 0) & (self.negatives > 0)

    @cached_property
    def _has_ties(self) -> bool:
        return bool(self._tied.any())

    @cached_property
    def _last(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        return np.cumsum(self.positives), np.cumsum(self.negatives)

    @cached_property
    def _room(self) -> tuple[_Room, _Room]:
        return _Room(self._sizes[0]), _Room(self._sizes[1])

    @cached_property
    def _sizes(self) -> tuple[int, int]:
        return int(self.positives.sum()), int(self.negatives.sum())

    @property
    def _by_case(self) -> bool:
        # A multinomial draw takes one binomial draw per cell, a draw of cases one cheap table look-up per case: the
        # first pays where cells are few beside the cases.
        return sum(self._sizes) > 2000 and 24 * len(self.positives) >= sum(self._sizes)


class _Room:
    """Memory for the draws of one class, used again by each replicate: fresh pages would double the time."""

    def __init__(self, cases: int) -> None:
        self.cases = cases
        self.drawn = np.empty(cases, np.uint8)
        self.totals = np.zeros(cases + 1, np.uint32)
        # The sum of the counts lies six standard deviations below the cases on average, so that it almost never exceeds
        # them and few cases are left to be drawn one by one.
        self.table = poisson_table(max(0.0, 1 - 6 / math.sqrt(cases)) if cases else 0.0)

    def running(self, rng: np.random.Generator, size: int) -> NDArray[np.uint32]:
        """Running totals, after a leading 0, of how often each case occurs among `size` drawn with replacement."""
        while not draw_counts(rng.integers(0, 2**64, dtype=np.uint64), size, self.table, self.drawn):
            pass
        np.cumsum(self.drawn, dtype=np.uint32, out=self.totals[1:])
        return self.totals


def draw_counts(start: np.uint64, size: int, slots: Slots, out: NDArray[np.uint8]) -> bool:
    """Fill `out` with the number of times that each case occurs among `size` drawn with replacement.

    Random words are splitmix64's from `start`: four counts from each of the first ones, then one for each slot in
    doubt, then one for each case that is still missing. False when the counts exceed `size`: draw again.

    >>> out = np.empty(8, np.uint8)
    >>> draw_counts(np.uint64(7), 8, poisson_table(0.0), out), out.tolist()
    (True, [0, 2, 1, 3, 1, 0, 0, 1])
    """
    table, odd, shares = slots
    cases = len(out)
    used = (cases + 3) // 4
    words = splitmix(start, 0, used)
    np.take(table, words.astype("<u8", copy=False).view("<u2")[:cases], out=out, mode="wrap")
    # A slot of 16 bits that straddles two counts is decided by 53 bits more, which makes the draw exact.
    doubt = np.flatnonzero(out >= MARK)
    fine = (splitmix(start, used, len(doubt)) >> np.uint64(11)) * 2.0**-53
    out[doubt] = np.searchsorted(shares, (odd[255 - out[doubt]] + fine) / 65536, "right")
    missing = size - int(out.sum(dtype=np.uint32))
    if missing > 0:
        fine = (splitmix(start, used + len(doubt), missing) >> np.uint64(11)) * 2.0**-53
        np.add.at(out, (fine * cases).astype(np.int64), np.uint8(1))
    return missing >= 0


def splitmix(start: np.uint64, skip: int, count: int) -> NDArray[np.uint64]:
    """Words of the splitmix64 generator, after the first `skip`.

    >>> [hex(word) for word in splitmix(np.uint64(0), 0, 2)]
    ['0xe220a8397b1dcdaf', '0x6e789e6aa1b965f4']
    """
    words = _steps(count) + np.uint64((int(start) + skip * _GOLDEN) % 2**64)
    words ^= words >> np.uint64(30)
    words *= np.uint64(0xBF58476D1CE4E5B9)
    words ^= words >> np.uint64(27)
    words *= np.uint64(0x94D049BB133111EB)
    words ^= words >> np.uint64(31)
    return words


@lru_cache(maxsize=8)
def poisson_table(rate: float) -> Slots:
    """Poisson counts by 16-bit slot, the slots that straddle two (marked 255, 254, ... in the table), the shares.

    >>> table, odd, shares = poisson_table(1.0)
    >>> table[[0, 30000, 65000]].tolist(), len(odd) < 20, round(float(shares[0]), 4)
    ([0, 1, 4], True, 0.3679)
    """
    shares = np.cumsum([math.exp(-rate) * rate**k / math.factorial(k) for k in range(40)])
    shares[-1] = 1.0
    low = np.arange(65536) / 65536
    first = np.searchsorted(shares, low, "right")
    final = np.searchsorted(shares, low + 1 / 65536, "left")
    odd = np.flatnonzero(first != final)
    table = first.astype(np.uint8)
    table[odd] = 255 - np.arange(len(odd))
    return table, odd, shares


@lru_cache(maxsize=4)
def _all_steps(count: int) -> NDArray[np.uint64]:
    return np.arange(1, count + 1, dtype=np.uint64) * np.uint64(_GOLDEN)


def _steps(count: int) -> NDArray[np.uint64]:
    """Multiples 1, 2, ... of the increment of splitmix64."""
    return _all_steps(max(1024, 1 << (count - 1).bit_length()))[:count]
