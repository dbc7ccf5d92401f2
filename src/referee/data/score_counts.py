"""One counting of a source: every pass over its records, what was met and how often."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from referee import _check, _format
from referee.core.rank_scores import keys_of
from referee.core.types import Array, Bools, Codes, Column
from referee.data.bins import TOLERANCE, Refiner, ScoreCounter, Stretches, area_gap, heavy
from referee.data.cells import Coder
from referee.data.encode import occurring
from referee.data.frames import array_of
from referee.data.group_by import BINS, bin_ends
from referee.data.read_slices import MOST_SLICES
from referee.data.source import Batch, CountRequest, Progress, ScoreRange, Source

PASSES = 6
"""Passes over the records after which limits that are still apart are shown as they are."""

RUNS = 32
"""Stretches of scores that an engine is asked to divide at a time."""

FEW_CELLS = 16
"""Cells up to which comparing with each is quicker than one table."""

MOST_KINDS = 1 << 13


class Census:
    """What a source holds: kinds of cases (slice, truth, answers) with their counts, and the scores of each kind.

    `coder` has the labels and `slice_keys` the slices in the order of first sight; codes of slice, truth, answers and,
    when a threshold was asked for, whether the score reaches it, make a kind. The columns of `found.table` are the
    kinds in the order of first sight.
    """

    def __init__(self, source: Source, ask: CountRequest, *, drop: bool, progress: Progress | None) -> None:
        self.source, self.ask, self.drop, self.progress = source, ask, drop, progress
        self.coder, self.slicers = Coder(ask.labels[0]), [Coder(column) for column in ask.by]
        self.cells: dict[tuple[int, ...], int] = {}
        self.rows = self.dropped = 0
        self.missing = dict.fromkeys(ask.columns, 0)
        self.slice_keys: dict[tuple[int, ...], int] = {}
        self.found = self._count()

    @property
    def n(self) -> int:
        """The cases that lack nothing."""
        return self.rows - self.dropped

    def _count(self) -> Stretches | None:
        """All passes over the source."""
        counter = ScoreCounter(exact=self.ask.exact, total=self.source.total)
        binned: Stretches | None = None
        for part, kinds in self.pass_over(self.ask):
            if self.ask.score is not None and part.bins is None:
                counter.add(keys_of(self._scores(part)), kinds, part.counts)
            elif self.ask.score is not None:
                binned = self._stretches(part, kinds)
        self._complete()
        if self.ask.score is None:
            return None
        return self._refine(counter.stretches() if binned is None else binned)

    def pass_over(self, ask: CountRequest, *, again: bool = False) -> Iterator[tuple[Batch, Array]]:
        """One pass over the source: rows without missing values, and the kind of each."""
        seen = 0
        for part in self.source.parts(ask):
            seen += part.cases()
            clean = self._clean(part, again)
            if clean is not None:
                yield clean, self._kinds(clean, again)
            if self.progress is not None:
                self.progress(seen, self.source.total)

    def _refine(self, found: Stretches) -> Stretches:
        """Further passes until the limits of the whole are close enough, or do not get closer."""
        before = np.inf
        for _ in range(PASSES):
            # with several classes any may be the positive one; the widest limits decide
            truths = np.array([kind[1] for kind in self.cells])
            sides = [truths == truth for truth in np.unique(truths)]
            widest = max(sides, key=lambda side: area_gap(found, side))
            apart = area_gap(found, widest)
            if self.ask.exact or apart <= TOLERANCE or apart >= before:
                break
            before = apart
            found = (self._pass if self.source.repeatable else self._query)(found, widest)
        return found

    def _pass(self, found: Stretches, positive: Bools) -> Stretches:
        """The heaviest stretches divided in another pass over the records."""
        refiner = Refiner(found, positive)
        for part, kinds in self.pass_over(self.ask, again=True):
            refiner.add(keys_of(self._scores(part)), kinds, part.counts)
        return refiner.stretches()

    def _query(self, found: Stretches, positive: Bools) -> Stretches:
        """The heaviest stretches divided by the engine, in a few runs of neighbours."""
        chosen = np.sort(heavy(found, positive))
        if not len(chosen):
            return found
        gaps = np.diff(chosen)
        cuts = np.sort(np.argsort(-gaps, kind="stable")[: RUNS - 1])
        cuts = cuts[gaps[cuts] > 1]
        firsts, lasts = chosen[np.append(0, cuts + 1)], chosen[np.append(cuts, len(chosen) - 1)]
        lows, tops = found.lows[firsts], found.tops[lasts]
        runs = tuple(ScoreRange(float(a), float(b), BINS // len(lows)) for a, b in zip(lows, tops, strict=True))
        gone = np.concatenate([np.arange(a, b + 1) for a, b in zip(firsts, lasts, strict=True)])
        divided = self.pass_over(replace(self.ask, within=runs), again=True)
        return found.divide(gone, [self._stretches(part, kinds) for part, kinds in divided], "query", "one")

    def _stretches(self, part: Batch, kinds: Array) -> Stretches:
        """The bins that an engine counted."""
        lows, tops, place = bin_ends(part.bins, self._scores(part), part.tops)
        table = np.zeros((len(lows), len(self.cells)), dtype=np.int64)
        np.add.at(table, (place, kinds), part.counts)  # type: ignore[arg-type]
        return Stretches(keys_of(lows), keys_of(tops), table)

    def _clean(self, part: Batch, again: bool) -> Batch | None:
        """The rows without missing values, after counting them; None when the job can only end in a refusal."""
        absent = {name: self._absent(name, column) for name, column in part.columns.items()}
        absent = {name: gone for name, gone in absent.items() if gone is not None}
        if not again:
            self.rows += part.cases()
            for name, gone in absent.items():
                self.missing[name] += part.cases(gone)
        if not absent:
            return part if self.drop or not any(self.missing.values()) else None
        if not self.drop:
            return None
        lost = np.logical_or.reduce(list(absent.values()))
        if not again:
            self.dropped += part.cases(lost)
        return None if lost.all() else part.where(~lost)

    def _absent(self, name: str, column: Column) -> Any:
        """Which values of a column are missing; None when none is."""
        gone = array_of(column.is_null()) if column.null_count else None
        if (name == self.ask.score or name in self.ask.present) and pa.types.is_floating(column.type):
            lost = np.isnan(array_of(column))
            if lost.any():
                gone = lost if gone is None else gone | lost
        return gone

    def _complete(self) -> None:
        """Refuse missing values with their number in each column, and a source without a case."""
        lost = {name: count for name, count in self.missing.items() if count}
        if lost and not self.drop:
            got = ", ".join(
                f"{_format.plural(count, 'missing value')} in {name!r}" for name, count in lost.items()
            )
            got += f" of {_format.plural(self.rows, 'row')}"
            hint = "Decide what they mean, or say missing='drop' (--missing drop) to leave these cases out."
            _check.fail("source", "have no missing value", got, hint)
        if not self.n:
            _check.fail("source", "hold at least one case", "none" if not self.rows else "only missing values")

    def _scores(self, part: Batch) -> Array:
        assert self.ask.score is not None
        return array_of(part.columns[self.ask.score])

    def _slices(self, part: Batch) -> Codes:
        """The slice of each row; all rows are of one where none was asked for."""
        if not self.slicers:
            return np.zeros(1, dtype=np.int64)
        codes = [s.codes(s.name, _as_key(part.columns[s.name])) for s in self.slicers]
        sizes = [max(1, len(s.labels)) for s in self.slicers]
        flat = np.ravel_multi_index([np.asarray(c, dtype=np.int64) for c in codes], sizes)
        present, place = occurring(flat, int(np.prod(sizes)))
        keys = map(tuple, np.stack(np.unravel_index(present, sizes), axis=1).tolist())
        own = [self.slice_keys.setdefault(key, len(self.slice_keys)) for key in keys]
        if len(self.slice_keys) > MOST_SLICES:
            rule = f"make at most {MOST_SLICES:,} slices"
            _check.fail("by", rule, f"{len(self.slice_keys):,} and more", "Choose columns with fewer values.")
        return np.array(own, dtype=np.int64)[place]

    def _kinds(self, part: Batch, again: bool) -> Array:
        """The kind of each row as a small number, after counting the rows by kind unless they were counted before.

        Codes are packed into one number per row, in bytes while there are few: comparing bytes with each of a few cells
        is quicker than making one table of them.
        """
        slices = self._slices(part)
        codes = [self.coder.codes(name, part.columns[name]) for name in self.ask.labels]
        columns = [slices, *codes]
        sizes = [len(self.slice_keys) or 1, *[len(self.coder.labels)] * len(codes)]
        if self.ask.threshold is not None:
            columns.append(self._above(part))
            sizes.append(2)
        cells = int(np.prod(sizes, dtype=float))
        small: Any = np.uint8 if cells <= 256 else np.int64
        flat: Any = np.asarray(columns[0]).astype(small)
        for column, size in zip(columns[1:], sizes[1:], strict=True):
            flat = flat * small(size) + column.astype(small, copy=False)
        few = cells <= FEW_CELLS and part.counts is None
        if few:
            table = np.array([np.count_nonzero(flat == cell) for cell in range(cells)])
            present, counts = np.flatnonzero(table), table[table > 0]
        else:
            present, place = occurring(flat, cells)
            counts = np.bincount(place, weights=part.counts).astype(np.int64)
        keys = [tuple(key) for key in np.stack(np.unravel_index(present, sizes), axis=1).tolist()]
        if again and not self.cells.keys() >= set(keys):
            _check.fail("source", "be the same in every pass", "other records in a later pass")
        for key, count in zip(keys, counts.tolist(), strict=True):
            self.cells[key] = self.cells.get(key, 0) + (0 if again else count)
        if self.ask.score is None:
            return flat
        if len(self.cells) > MOST_KINDS:
            got = f"{len(self.cells):,} kinds of slice, class and answer"
            _check.fail("by", f"give at most {MOST_KINDS:,} of them with a score", got)
        number = {key: i for i, key in enumerate(self.cells)}
        own = np.array([number[key] for key in keys], dtype=np.int64)
        if not few:
            return np.asarray(own[place])
        lookup = np.zeros(cells, dtype=np.int64)
        lookup[present] = own
        return np.asarray(lookup[flat])

    def _above(self, part: Batch) -> Array:
        if part.above is not None:
            return part.above.astype(np.int64)
        return np.asarray(self._scores(part) >= self.ask.threshold)


def _as_key(column: Column) -> Any:
    """A column of slices as something that can be told apart: what is no label (a date, a fraction) as its text."""
    kind = column.type
    plain = pa.types.is_dictionary(kind) or pa.types.is_integer(kind) or pa.types.is_boolean(kind)
    return column if plain or pa.types.is_string(kind) else pc.cast(column, pa.string())
