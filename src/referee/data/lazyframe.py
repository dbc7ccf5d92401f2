"""Dataframes as sources: eager ones in batches, lazy ones (polars, DuckDB, Dask, Spark) by a group-by of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import narwhals.stable.v2 as nw
import pyarrow as pa

from referee import _check
from referee.core.types import Table
from referee.data import group_by
from referee.data.file_errors import one_line
from referee.data.frames import frame_levels, in_one_piece
from referee.data.group_by import COUNT, Keys, Pushed, Values
from referee.data.source import Batch, CountRequest, ScoreRange, Source
from referee.data.stream import BATCH, as_floats


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

    def __init__(self, frame: Table, *, text: bool = False, words: str = "") -> None:
        self.frame, self.text = frame, text
        self.words = words or f"a dataframe of {type(frame.to_native()).__module__.split('.')[0]}"
        self.total = len(frame)

    def parts(self, ask: CountRequest) -> Iterator[Batch]:
        """Rows, as Arrow columns."""
        self.has(ask)
        known = {name: frame_levels(self.frame[name]) for name in ask.labels}
        self.levels = {name: levels for name, levels in known.items() if levels is not None}
        table = self.frame.select(ask.columns).to_arrow()
        for start in range(0, table.num_rows, BATCH):
            piece = table.slice(start, BATCH)
            columns = {name: in_one_piece(piece.column(name)) for name in ask.columns}
            if ask.score is not None:
                columns[ask.score] = as_floats(ask.score, columns[ask.score], "the dataframe", self._single(ask))
            yield Batch(columns)

    def names(self) -> list[str]:
        """The columns of the dataframe."""
        return list(self.frame.columns)

    def _single(self, ask: CountRequest) -> bool:
        return bool(self.frame.collect_schema()[ask.score] == nw.Float32)


class LazySource(Pushed[nw.Expr]):
    """A dataframe that is computed elsewhere, or later."""

    def __init__(self, frame: Table) -> None:
        self.frame = frame
        self.words = f"a lazy dataframe of {type(frame.to_native()).__module__.split('.')[0].lstrip('_')}"
        self._schema = frame.collect_schema()
        kinds = {name: kind for name, kind in self._schema.items() if isinstance(kind, nw.Enum)}
        self.levels = {name: tuple(kind.categories) for name, kind in kinds.items()}

    def names(self) -> list[str]:
        """The columns of the dataframe."""
        return list(self._schema.names())

    def column(self, name: str) -> nw.Expr:
        """A column as it is."""
        return nw.col(name)

    def number(self, name: str) -> nw.Expr:
        """A column as float64; NaN becomes missing, and both zeros one."""
        kind = self._schema[name]
        if not (kind.is_numeric() and not isinstance(kind, nw.Decimal)):
            hint = "Cast it to floats first." if isinstance(kind, nw.Decimal) else ""
            _check.fail(name, "hold numbers", f"type {kind}", hint)
        value = nw.col(name).cast(nw.Float64) + 0.0
        return nw.when(value == value if not kind.is_float() else ~value.is_nan()).then(value)

    def whole(self, name: str) -> nw.Expr | None:
        """A column of whole numbers of 64 bits or more; doubles hold all others."""
        return nw.col(name) if self._schema[name] in (nw.Int64, nw.UInt64, nw.Int128, nw.UInt128) else None

    def single(self, name: str) -> bool:
        """Whether a column holds floats of 32 bits."""
        return bool(self._schema[name] == nw.Float32)

    def is_known(self, value: nw.Expr) -> nw.Expr:
        """Whether a value is not missing."""
        return ~value.is_null()

    def within(self, score: nw.Expr, low: float | None, top: float | None) -> nw.Expr:
        """Whether a score lies between two ends."""
        if low is None or top is None:
            return score <= top if low is None else score >= low
        return (score >= low) & (score <= top)

    def place(self, score: nw.Expr, run: ScoreRange, scale: float, offset: int) -> nw.Expr:
        """The bin of a score within a run; scores beyond are moved to its ends, where they can be whole numbers."""
        return ((score.clip(run.low, run.top) - run.low) * scale).cast(nw.Int64) + offset

    def case(self, *branches: tuple[nw.Expr, nw.Expr | int]) -> nw.Expr:
        """The value of the first condition that holds."""
        out: Any = None
        for condition, value in reversed(branches):
            chosen = nw.when(condition).then(value)
            out = chosen if out is None else chosen.otherwise(out)
        return out

    def fetch(self, keys: Keys[nw.Expr], values: Values[nw.Expr], where: Sequence[nw.Expr]) -> pa.Table:
        """The group-by; an engine's error in one line."""
        frame = self.frame.filter(*where) if where else self.frame
        frame = frame.select(**keys, **{name: value for name, (_, value) in values.items()})
        found = [
            getattr(nw.col(name), how.removeprefix("about_"))().alias(name) for name, (how, _) in values.items()
        ]
        found.append(nw.len().alias(COUNT))
        most = group_by.MOST_GROUPS + 1
        frame = frame.group_by(*keys).agg(*found).head(most) if keys else frame.select(*found)
        try:
            return (frame.collect(backend="pyarrow") if hasattr(frame, "collect") else frame).to_native()
        except Exception as error:
            got = f"an error of its engine ({one_line(error)})"
            _check.fail("source", "be a dataframe that can be computed", got)
