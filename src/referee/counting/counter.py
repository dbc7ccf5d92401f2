"""Counting where the data is: one pass over a source, and only counts come back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from referee import _check, _format
from referee.core.confusion import ConfusionMatrix
from referee.core.joint import JointConfusion
from referee.core.ranking import Ranking
from referee.core.tally import Tally
from referee.core.types import Label
from referee.counting.bins import TOLERANCE, Refiner, ScoreCounter, Stretches, keys_of, spread
from referee.counting.coder import Coder, distinct_text
from referee.counting.encode import ordered
from referee.counting.opened import opened
from referee.counting.predictions import _positive
from referee.counting.source import Ask, Part, Source

PASSES = 6
"""Passes over the records after which limits that are still apart are shown as they are."""

MOST_SLICES = 10_000
MOST_KINDS = 1 << 13

Progress = Callable[[int, int | None], None]
Missing = Literal["refuse", "drop"]


def tally(
    source: Any,
    *,
    truth: str,
    pred: str | Sequence[str] | None = None,
    score: str | None = None,
    threshold: float | None = None,
    positive: Label | None = None,
    missing: Missing = "refuse",
    exact: bool = False,
    progress: Progress | None = None,
    name: str = "",
    **options: Any,
) -> Tally:
    r"""Count the predictions of a table where they are.

    `source` is a file, a glob or a folder (CSV, TSV, JSON lines, Parquet, Feather, compressed or not), a dataframe,
    eager or lazy, or a database (see `options`); the others name its columns. `pred` may name the columns of two
    models, whose answers are then counted jointly; `threshold` makes classes of the score.

    Scores are counted by value while they are few, and beyond about a million on bins, refined in further passes
    until the limits of the area are within 1e-5; `exact=True` keeps every score. Missing values are refused with
    their number in each column unless `missing="drop"`; the tally then says how many cases were left out.

    `options` are `encoding` and `delimiter` of text files, and `query` or `table` of a database.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "p.csv"
    >>> _ = file.write_text("y,p\n1,0.9\n0,0.4\n1,0.3\n")
    >>> t = tally(file, truth="y", score="p", threshold=0.5)
    >>> t.n, t.confusion.counts.tolist(), t.ranking.auc
    (3, [[1, 0], [1, 1]], 0.5)
    """
    job = _Job(source, truth, pred, score, (), threshold, positive, missing, exact, progress, name, options)
    return job.tally(None)


def tally_by(
    source: Any,
    *,
    by: str | Sequence[str],
    truth: str,
    pred: str | Sequence[str] | None = None,
    score: str | None = None,
    threshold: float | None = None,
    positive: Label | None = None,
    missing: Missing = "refuse",
    exact: bool = False,
    progress: Progress | None = None,
    name: str = "",
    **options: Any,
) -> dict[tuple[Any, ...], Tally]:
    r"""As `tally`, for each slice of the columns `by`, in the same pass; the key () is the whole.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "p.csv"
    >>> _ = file.write_text("y,yhat,region\n1,1,eu\n0,1,us\n1,1,eu\n0,0,us\n")
    >>> {key: t.n for key, t in tally_by(file, by="region", truth="y", pred="yhat").items()}
    {(): 4, ('eu',): 2, ('us',): 2}
    """
    columns = (by,) if isinstance(by, str) else tuple(by)
    if not columns:
        _check.fail("by", "name at least one column", "none")
    job = _Job(source, truth, pred, score, columns, threshold, positive, missing, exact, progress, name, options)
    slices = sorted(range(len(job.slices)), key=lambda s: tuple((str(type(v)), v) for v in job.slices[s]))
    return {(): job.tally(None), **{job.slices[s]: job.tally(s) for s in slices}}


class _Job:
    """One counting of a source: what is asked, what has been met, and the tables that come of it."""

    def __init__(
        self,
        source: Any,
        truth: str,
        pred: str | Sequence[str] | None,
        score: str | None,
        by: tuple[str, ...],
        threshold: float | None,
        positive: Label | None,
        missing: str,
        exact: bool,
        progress: Progress | None,
        name: str,
        options: dict[str, Any],
    ) -> None:
        self.models = () if pred is None else (pred,) if isinstance(pred, str) else tuple(pred)
        self._check(truth, score, threshold, missing)
        self.threshold = None if threshold is None else _check.number("threshold", threshold)
        self.drop, self.progress, self.name = missing == "drop", progress, name
        self.ask = Ask((truth, *self.models), score, by, self.threshold, exact)
        self.source: Source = opened(source, **options)
        self.coder, self.slicers = Coder(truth), [Coder(column) for column in by]
        self.slices: list[tuple[Any, ...]] = []
        self.cells: dict[tuple[int, ...], int] = {}
        self.kinds: list[tuple[int, int]] = []
        self.n = self.rows = self.dropped = 0
        self.missing = dict.fromkeys(self.ask.columns, 0)
        self._kind_of = np.full((1, 1), -1, dtype=np.int64)
        self._slice_of: dict[tuple[int, ...], int] = {}
        self.found = self._counted()
        self._named(positive)

    def _check(self, truth: Any, score: Any, threshold: Any, missing: str) -> None:
        for arg, value in (("truth", truth), ("score", score), *(("pred", m) for m in self.models)):
            if value is not None and not isinstance(value, str):
                _check.fail(arg, "be the name of a column", type(value).__name__)
        if truth is None:
            _check.fail("truth", "name the column of the true class", "None")
        if not self.models and score is None:
            _check.fail("pred", "name a column, or `score`", "neither")
        if len(self.models) > 2:
            _check.fail("pred", "name the columns of one or two models", _format.listing(self.models))
        if len(self.models) == 2 and score is not None:
            hint = "A score goes with one model; the scores of two are not counted jointly."
            _check.fail("score", "not be given with two models", repr(score), hint)
        if threshold is not None and (score is None or self.models):
            _check.fail("threshold", "be given with a score and without `pred`", threshold)
        _check.choice("missing", missing, ("refuse", "drop"))

    def _counted(self) -> Stretches | None:
        """All passes over the source."""
        counter = ScoreCounter(exact=self.ask.exact, total=self.source.total)
        binned: Stretches | None = None
        for part in self.source.parts(self.ask):
            clean = self._clean(part)
            if clean is None:
                continue
            slices = self._slices(clean)
            codes = [self.coder.codes(name, clean.columns[name]) for name in self.ask.labels]
            self._cells(clean, slices, codes)
            if self.ask.score is not None:
                kinds = self._kinds(slices, codes[0])
                if clean.bins is not None:
                    binned = _stretches(clean, self.ask.score, kinds)
                else:
                    counter.add(self._keys(clean), kinds, clean.counts)
            if self.progress is not None:
                self.progress(self.rows, self.source.total)
        self._complete()
        if self.ask.score is None:
            return None
        return binned if binned is not None else self._refined(counter.stretches())

    def _refined(self, found: Stretches) -> Stretches:
        """Further passes until the limits of the whole are close enough."""
        if not self.source.repeatable or self.ask.exact or not len(self.coder.labels):
            return found
        truths = {truth for _, truth in self.kinds}
        for _ in range(PASSES):
            # with several classes any may be the positive one; the widest limits decide
            sides = [np.array([t == truth for _, t in self.kinds]) for truth in truths]
            widest = max(sides, key=lambda side: spread(found, side))
            if spread(found, widest) <= TOLERANCE:
                break
            refiner = Refiner(found, widest)
            seen = 0
            for part in self.source.parts(self.ask):
                clean = self._clean(part, again=True)
                seen += len(part)
                if clean is not None:
                    codes = self.coder.codes(self.ask.labels[0], clean.columns[self.ask.labels[0]])
                    refiner.add(self._keys(clean), self._kinds(self._slices(clean), codes), clean.counts)
                if self.progress is not None:
                    self.progress(seen, self.source.total)
            found = refiner.stretches()
        return found

    def _clean(self, part: Part, again: bool = False) -> Part | None:
        """The rows without missing values, after counting them; None when the job can only end in a refusal."""
        import pyarrow as pa

        times = part.counts if part.counts is not None else None
        absent = np.zeros(0, dtype=bool)
        for name, column in part.columns.items():
            gone = None
            if column.null_count:
                gone = column.is_null().to_numpy(zero_copy_only=False)
            if name == self.ask.score and pa.types.is_floating(column.type):
                values = column.to_numpy(zero_copy_only=False)
                lost = np.isnan(values)
                if lost.any():
                    gone = lost if gone is None else gone | lost
            if gone is not None:
                absent = gone if not len(absent) else absent | gone
                if not again:
                    self.missing[name] += int(gone.sum() if times is None else times[gone].sum())
        if not again:
            self.rows += len(part) if times is None else int(times.sum())
        if not len(absent):
            if not again:
                self.n = self.rows - self.dropped
            return part if self.drop or not any(self.missing.values()) else None
        if not self.drop:
            return None
        if not again:
            self.dropped += int(absent.sum() if times is None else times[absent].sum())
            self.n = self.rows - self.dropped
        kept = ~absent
        mask = pa.array(kept)

        def some(values: Any) -> Any:
            return None if values is None else values[kept]

        columns = {name: column.filter(mask) for name, column in part.columns.items()}
        left = Part(columns, some(part.counts), some(part.bins), some(part.tops), some(part.above))
        return left if kept.any() else None

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

    def _keys(self, part: Part) -> Any:
        assert self.ask.score is not None
        return keys_of(part.columns[self.ask.score].to_numpy(zero_copy_only=False))

    def _slices(self, part: Part) -> NDArray[np.int64] | None:
        """The slice of each row."""
        if not self.slicers:
            return None
        codes = [s.codes(s.name, _as_key(part.columns[s.name])) for s in self.slicers]
        sizes = [max(1, len(s.labels)) for s in self.slicers]
        flat = np.ravel_multi_index([np.asarray(c, dtype=np.int64) for c in codes], sizes)
        present, place = _present(flat, int(np.prod(sizes)))
        own = []
        for cell in present.tolist():
            key = tuple(int(i) for i in np.unravel_index(cell, sizes))
            if key not in self._slice_of:
                self._slice_of[key] = len(self.slices)
                self.slices.append(tuple(s.labels[i] for s, i in zip(self.slicers, key, strict=True)))
            own.append(self._slice_of[key])
        if len(self.slices) > MOST_SLICES:
            rule = f"make at most {MOST_SLICES:,} slices"
            _check.fail("by", rule, f"{len(self.slices):,} and more", "Choose columns with fewer values.")
        return np.array(own, dtype=np.int64)[place]

    def _kinds(self, slices: NDArray[np.int64] | None, truth: NDArray[Any]) -> NDArray[Any]:
        """A small number for each slice and true class."""
        size = (len(self.slices) or 1, len(self.coder.labels))
        if slices is None and self.kinds == [(0, code) for code in range(size[1])]:
            return truth
        if self._kind_of.shape[0] < size[0] or self._kind_of.shape[1] < size[1]:
            wider = np.full(size, -1, dtype=np.int64)
            wider[: self._kind_of.shape[0], : self._kind_of.shape[1]] = self._kind_of
            self._kind_of = wider
        where = (0, truth) if slices is None else (slices, truth)
        out = self._kind_of[where]
        if (out < 0).any():
            flat = truth.astype(np.int64) if slices is None else slices * size[1] + truth
            fresh, _ = _present(flat[out < 0], size[0] * size[1])
            for s, t in (divmod(cell, size[1]) for cell in fresh.tolist()):
                self._kind_of[s, t] = len(self.kinds)
                self.kinds.append((s, t))
            if len(self.kinds) > MOST_KINDS:
                got = f"{len(self.kinds):,} pairs of slice and class"
                _check.fail("by", f"give at most {MOST_KINDS:,} of them with a score", got)
            out = self._kind_of[where]
        return np.asarray(out)

    def _cells(self, part: Part, slices: NDArray[np.int64] | None, codes: list[NDArray[Any]]) -> None:
        """Count rows by slice, truth and answers."""
        columns = [np.zeros(1, dtype=np.int64) if slices is None else slices, *codes]
        sizes = [len(self.slices) or 1, *[len(self.coder.labels)] * len(codes)]
        if self.threshold is not None:
            columns.append(self._above(part))
            sizes.append(2)
        flat: Any = np.asarray(columns[0], dtype=np.int64)
        for column, size in zip(columns[1:], sizes[1:], strict=True):
            flat = flat * size + column
        cells = int(np.prod(sizes, dtype=float))
        if cells <= 4 * len(flat) + 4096:
            weights = None if part.counts is None else part.counts.astype(float)
            table = np.bincount(flat, weights=weights, minlength=cells).astype(np.int64)
            present = np.flatnonzero(table)
            counts = table[present]
        else:
            present, place = np.unique(flat, return_inverse=True)
            counts = np.bincount(place, weights=part.counts).astype(np.int64)
        keys = np.stack(np.unravel_index(present, sizes), axis=1)
        for key, count in zip(map(tuple, keys.tolist()), counts.tolist(), strict=True):
            self.cells[key] = self.cells.get(key, 0) + count

    def _above(self, part: Part) -> NDArray[Any]:
        if part.above is not None:
            return part.above.astype(np.int64)
        assert self.ask.score is not None
        return np.asarray(part.columns[self.ask.score].to_numpy(zero_copy_only=False) >= self.threshold)

    def _named(self, positive: Label | None) -> None:
        """The labels in order, and the positive one."""
        names = list(self.coder.labels)
        if self.source.text:
            names = distinct_text(names)
            for slicer in self.slicers:
                slicer.labels = distinct_text(slicer.labels)
            by_key = {s: key for key, s in self._slice_of.items()}
            self.slices = [
                tuple(s.labels[i] for s, i in zip(self.slicers, by_key[k], strict=True))
                for k in range(len(self.slices))
            ]
        self.labels = tuple(ordered(names))
        self.place = [self.labels.index(label) for label in names]
        if isinstance(positive, str) and positive not in self.labels:
            positive = next((label for label in self.labels if str(label) == positive), positive)
        self.positive = _positive(self.labels, positive)

    def tally(self, chosen: int | None) -> Tally:
        """The tables of one slice, or of the whole."""
        n = sum(count for key, count in self.cells.items() if chosen in (None, key[0]))
        joint = confusion = None
        if len(self.models) == 2:
            joint = JointConfusion(self._table(chosen, 3), self.labels, self.positive)
        elif self.models:
            confusion = ConfusionMatrix(self._table(chosen, 2), self.labels, self.positive)
        elif self.threshold is not None:
            confusion = self._cut(chosen)
        return Tally(
            n=n,
            labels=self.labels,
            positive=self.positive,
            confusion=confusion,
            ranking=self._ranking(chosen),
            joint=joint,
            models=self.models,
            dropped=self.dropped if chosen is None else 0,
            missing={} if chosen is not None else {c: m for c, m in self.missing.items() if m},
            threshold=self.threshold,
            name=self.name,
            source=self.source.words,
        )

    def _table(self, chosen: int | None, axes: int) -> NDArray[np.int64]:
        size = len(self.labels)
        out = np.zeros((size,) * axes, dtype=np.int64)
        for key, count in self.cells.items():
            if chosen in (None, key[0]):
                out[tuple(self.place[code] for code in key[1 : 1 + axes])] += count
        return out

    def _cut(self, chosen: int | None) -> ConfusionMatrix:
        """The matrix of the classes that the threshold makes."""
        if self.positive is None or len(self.labels) != 2:
            got = f"{_format.listing(self.labels)} with positive {self.positive!r}"
            _check.fail("positive", "be one of two classes to cut scores at a threshold", got)
        code = self.labels.index(self.positive)
        out = np.zeros((2, 2), dtype=np.int64)
        for (s, truth, above), count in self.cells.items():
            if chosen in (None, s):
                out[self.place[truth], code if above else 1 - code] += count
        return ConfusionMatrix(out, self.labels, self.positive)

    def _ranking(self, chosen: int | None) -> Ranking | None:
        if self.found is None:
            return None
        if self.positive is None:
            hint = f"There are {_format.listing(self.labels)}."
            _check.fail("positive", "name the class that the score is for", "None", hint)
        own = np.array([chosen in (None, s) for s, _ in self.kinds])
        positive = np.array([self.labels[self.place[t]] == self.positive for _, t in self.kinds])
        table = self.found.table
        used = np.flatnonzero(table[:, own].any(axis=1))[::-1]
        lows, tops = self.found.lows[used], self.found.tops[used]
        return Ranking(
            lows,
            table[used][:, own & positive].sum(axis=1),
            table[used][:, own & ~positive].sum(axis=1),
            self.positive,
            tops=None if np.array_equal(lows, tops) else tops,
        )


def _present(flat: NDArray[np.int64], size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The values that occur, and the place of each row among them."""
    if size > 4 * len(flat) + 4096:
        present, place = np.unique(flat, return_inverse=True)
        return present, place
    present = np.flatnonzero(np.bincount(flat, minlength=size))
    lookup = np.zeros(size, dtype=np.int64)
    lookup[present] = np.arange(len(present))
    return present, lookup[flat]


def _as_key(column: Any) -> Any:
    """A column of slices as something that can be told apart: what is no label (a date, a fraction) as its text."""
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type
    plain = pa.types.is_dictionary(kind) or pa.types.is_integer(kind) or pa.types.is_boolean(kind)
    return column if plain or pa.types.is_string(kind) else pc.cast(column, pa.string())


def _stretches(part: Part, score: str, kinds: NDArray[Any]) -> Stretches:
    """The bins that an engine counted."""
    assert part.bins is not None
    assert part.tops is not None
    assert part.counts is not None
    ids, place = np.unique(part.bins, return_inverse=True)
    lows = np.full(len(ids), np.inf)
    tops = np.full(len(ids), -np.inf)
    np.minimum.at(lows, place, part.columns[score].to_numpy(zero_copy_only=False))
    np.maximum.at(tops, place, part.tops)
    table = np.zeros((len(ids), int(kinds.max()) + 1), dtype=np.int64)
    np.add.at(table, (place, kinds), part.counts)
    return Stretches(keys_of(lows), keys_of(tops), table)
