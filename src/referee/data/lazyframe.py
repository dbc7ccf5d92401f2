"""Dataframes as sources: eager ones in batches, lazy ones (polars, DuckDB, Dask, Spark) by a group-by of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np

from referee import _check
from referee.data.files import _one_line
from referee.data.frames import in_one_piece
from referee.data.pushed import ABOVE, BIN, COUNT, LOW, TOP, Facts, Pushed, scale_of
from referee.data.source import Ask, Part, Run, Source
from referee.data.stream import BATCH, as_floats

_SCORE = "referee_score"


def frame_source(data: Any) -> EagerSource | LazySource | None:
    """The source that a dataframe is, or None when it is no dataframe."""
    try:
        frame = nw.from_native(data)
    except TypeError:
        return None
    return LazySource(frame) if isinstance(frame, nw.LazyFrame) else EagerSource(frame)


class EagerSource(Source):
    """A dataframe in memory, in batches."""

    repeatable = True

    def __init__(self, frame: Any, *, text: bool = False, words: str = "") -> None:
        self.frame, self.text = frame, text
        self.words = words or f"a dataframe of {type(frame.to_native()).__module__.split('.')[0]}"
        self.total = len(frame)

    def parts(self, ask: Ask) -> Iterator[Part]:
        """Rows, as Arrow columns."""
        self.has(ask)
        table = self.frame.select(ask.columns).to_arrow()
        for start in range(0, table.num_rows, BATCH):
            piece = table.slice(start, BATCH)
            columns = {name: in_one_piece(piece.column(name)) for name in ask.columns}
            if ask.score is not None:
                columns[ask.score] = as_floats(ask.score, columns[ask.score], "the dataframe", self._single(ask))
            yield Part(columns)

    def names(self) -> list[str]:
        """The columns of the dataframe."""
        return list(self.frame.columns)

    def _single(self, ask: Ask) -> bool:
        return bool(self.frame.collect_schema()[ask.score] == nw.Float32)


class LazySource(Pushed):
    """A dataframe that is computed elsewhere, or later."""

    def __init__(self, frame: Any) -> None:
        self.frame = frame
        self.words = f"a lazy dataframe of {type(frame.to_native()).__module__.split('.')[0].lstrip('_')}"
        self._schema = frame.collect_schema()

    def names(self) -> list[str]:
        """The columns of the dataframe."""
        return list(self._schema.names())

    def facts(self, score: str) -> Facts:
        """Distinct scores and their finite ends, in one query."""
        finite = nw.when((nw.col(_SCORE) > float("-inf")) & (nw.col(_SCORE) < float("inf"))).then(nw.col(_SCORE))
        query = self._scored(score).with_columns(referee_finite=finite)
        found = query.select(
            distinct=nw.col(_SCORE).n_unique(),
            low=nw.col("referee_finite").min(),
            high=nw.col("referee_finite").max(),
        )
        row = collected(found).to_pylist()[0]
        ends = [None if row[end] is None or row[end] != row[end] else float(row[end]) for end in ("low", "high")]
        return Facts(int(row["distinct"]), *ends)

    def grouped(self, ask: Ask, runs: tuple[Run, ...]) -> Any:
        """The group-by."""
        keys = [*dict.fromkeys((*ask.labels, *ask.by))]
        frame = self.frame.select(keys) if ask.score is None else self._scored(ask.score, keys, ask.present)
        score = nw.col(_SCORE)
        counts = [nw.len().alias(COUNT)]
        by = [*keys, *ask.present]
        if ask.threshold is not None:
            frame = frame.with_columns(nw.when(score >= self._cut(ask)).then(1).otherwise(0).alias(ABOVE))
            by.append(ABOVE)
        if runs:
            frame = frame.with_columns(_bin(score, runs, bool(ask.within)).alias(BIN))
            if ask.within:
                frame = frame.filter(~nw.col(BIN).is_null())
            by.append(BIN)
            counts += [score.min().alias(LOW), score.max().alias(TOP)]
        elif ask.score is not None:
            by.append(_SCORE)
        table = collected(frame.group_by(by).agg(*counts))
        if ask.score is None or runs:
            return table
        return table.rename_columns([ask.score if n == _SCORE else n for n in table.column_names])

    def paired(self, truth: str, columns: tuple[str, str], runs: tuple[tuple[Run, ...], ...]) -> Any:
        """The group-by of two scores."""
        numbers = {f"score_{k}": self._number(name) for k, name in zip("ab", columns, strict=True)}
        frame = self.frame.with_columns(**numbers).select(truth, *numbers)
        for name in (truth, *numbers):
            frame = frame.filter(~nw.col(name).is_null())
        bins = {
            f"bin_{k}": _bin(nw.col(f"score_{k}"), r, True) if r else nw.col(f"score_{k}")
            for k, r in zip("ab", runs, strict=True)
        }
        ends = {
            f"{end}_{k}": nw.col(f"score_{k}").min() if end == "low" else nw.col(f"score_{k}").max()
            for k in "ab"
            for end in ("low", "top")
        }
        made = frame.with_columns(**bins).group_by(truth, *bins).agg(nw.len().alias(COUNT), **ends)
        return collected(made)

    def _scored(self, score: str, keys: list[str] | None = None, present: tuple[str, ...] = ()) -> Any:
        """The keys and the score as float64, with 1 for each value that is `present`."""
        there = [nw.when(~self._number(name).is_null()).then(1).alias(name) for name in present]
        frame = self.frame.with_columns(self._number(score).alias(_SCORE))
        frame = frame.with_columns(*there) if there else frame
        return frame.select([*(keys or ()), *present, _SCORE])

    def _number(self, score: str) -> Any:
        """A column as float64; NaN becomes missing, and both zeros one."""
        kind = self._schema[score]
        if not (kind.is_numeric() and not isinstance(kind, nw.Decimal)):
            _check.fail(score, "hold numbers", f"type {kind}")
        value = nw.col(score).cast(nw.Float64) + 0.0
        return nw.when(value == value if not kind.is_float() else ~value.is_nan()).then(value)

    def _cut(self, ask: Ask) -> float:
        """The threshold in the precision of the score, as NumPy compares."""
        assert ask.score is not None
        assert ask.threshold is not None
        single = self._schema[ask.score] == nw.Float32
        return float(np.float32(ask.threshold)) if single else ask.threshold


def _bin(score: Any, runs: tuple[Run, ...], only: bool) -> Any:
    """The bin of a score, beyond the ends of the first count in its last bins; `only` leaves out other scores."""
    out: Any = None
    offset = sum(run.bins + 1 for run in runs)
    for run in reversed(runs):
        offset -= run.bins + 1
        inside = nw.when(score < run.low).then(nw.lit(run.low)).otherwise(score)
        inside = nw.when(score > run.top).then(nw.lit(run.top)).otherwise(inside)
        place = ((inside - run.low) * scale_of(run)).cast(nw.Int64) + offset
        if not only:
            return place
        chosen = nw.when((score >= run.low) & (score <= run.top)).then(place)
        out = chosen if out is None else chosen.otherwise(out)
    return out


def collected(frame: Any) -> Any:
    """The result as an Arrow table, which a frame of Arrow is; an engine's error in one line."""
    try:
        return (frame.collect(backend="pyarrow") if hasattr(frame, "collect") else frame).to_native()
    except Exception as error:
        _check.fail(
            "source", "be a dataframe that can be computed", f"an error of its engine ({_one_line(error)})"
        )
