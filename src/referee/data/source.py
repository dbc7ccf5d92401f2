"""Where predictions live: what is asked of a source, and what a source yields."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal

import numpy as np

from referee import _check, _format
from referee.core.types import Bools, Codes, Floats, Label

_ENDINGS = {
    "csv": (".csv", ".tsv", ".txt"),
    "parquet": (".parquet", ".pq"),
    "json": (".jsonl", ".ndjson", ".json"),
    "arrow": (".feather", ".arrow", ".ipc"),
}
KINDS_OF_FILES = {ending: kind for kind, endings in _ENDINGS.items() for ending in endings}
Keep = Literal["auto", "records", "counts"]
Missing = Literal["refuse", "drop"]
WeightMeaning = Literal["importance", "counts"]
Progress = Callable[[int, int | None], None]


@dataclass(frozen=True)
class Reading:
    """How data are read, as `referee.read` was told: their labels, what becomes of their rows, and where they are."""

    positive: Label | None = None
    labels: Sequence[Label] | None = None
    missing: Missing = "refuse"
    keep: Keep = "auto"
    exact: bool = False
    table: Any = None
    query: Any = None
    encoding: str = "utf-8"
    delimiter: str = ""
    progress: Progress | None = None
    weights_are: WeightMeaning = "importance"

    def __post_init__(self) -> None:
        _check.choice("keep", self.keep, ("auto", "records", "counts"))
        _check.choice("missing", self.missing, ("refuse", "drop"))
        _check.choice("weights_are", self.weights_are, ("importance", "counts"))

    def side(self, i: int) -> Reading:
        """How the first or the second of two sources is read: tables and queries may be named in pairs."""
        table, query = (x[i] if isinstance(x, tuple | list) else x for x in (self.table, self.query))
        return replace(self, table=table, query=query)


@dataclass(frozen=True)
class ScoreRange:
    """A stretch of scores, both ends included, that is to be divided into about so many bins."""

    low: float
    top: float
    bins: int


@dataclass(frozen=True)
class CountRequest:
    """The columns to count: of labels (the truth first), of the score, of slices; a threshold on the score.

    Of the columns `present` only that a value is there is asked. `exact` asks for every distinct score, however many
    there are; `within` asks an engine that counts by itself for
    the scores of some stretches only, on finer bins.
    """

    labels: tuple[str, ...]
    score: str | None = None
    by: tuple[str, ...] = ()
    threshold: float | None = None
    exact: bool = False
    within: tuple[ScoreRange, ...] = ()
    present: tuple[str, ...] = ()

    @property
    def columns(self) -> list[str]:
        """Every column, each once."""
        score = () if self.score is None else (self.score,)
        return list(dict.fromkeys((*self.labels, *score, *self.by, *self.present)))


@dataclass(frozen=True)
class Batch:
    """Records, or groups of equal records with their `counts`, as Arrow columns by name; missing values are null.

    A source that counted scores on bins gives `bins`, the bin of each row, with the lowest score of the row in the
    score's column and the highest in `tops`; `above` says whether the score reaches the threshold.
    """

    columns: dict[str, Any]
    counts: Codes | None = None
    bins: Codes | None = None
    tops: Floats | None = None
    above: Bools | None = None

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def cases(self, rows: Bools | None = None) -> int:
        """How many cases the rows stand for: all of them, or those where the mask is true."""
        if self.counts is None:
            return len(self) if rows is None else int(np.count_nonzero(rows))
        return int(self.counts.sum() if rows is None else self.counts[rows].sum())

    def where(self, kept: Bools) -> Batch:
        """The rows where the mask is true."""
        import pyarrow as pa

        mask = pa.array(kept)
        beside: tuple[Any, ...] = (self.counts, self.bins, self.tops, self.above)
        columns = {name: column.filter(mask) for name, column in self.columns.items()}
        return Batch(columns, *(None if values is None else values[kept] for values in beside))


class Source(ABC):
    """An engine that yields the records of a table, or their counts by group, as often as it is asked."""

    words: str
    """What it is, in words, without secrets."""

    text = False
    """Whether labels come as text that may be written numbers, as in CSV."""

    total: int | None = None
    """Rows, where they are known beforehand."""

    repeatable = False
    """Whether records come one by one, so that a further pass over them can refine what was counted on bins."""

    levels: Mapping[str, tuple[Label, ...]] = MappingProxyType({})
    """The classes that columns declare, as categories do, in their order; known when the records have been read."""

    @abstractmethod
    def parts(self, ask: CountRequest) -> Iterator[Batch]:
        """The records or groups, in pieces."""

    def names(self) -> list[str] | None:
        """The columns, where they are known before the records are read."""
        return None

    def has(self, ask: CountRequest) -> None:
        """Refuse a table that is known to lack a column."""
        names = self.names()
        absent = [] if names is None else [name for name in ask.columns if name not in names]
        if names is not None and absent:
            noun = "column" if len(absent) == 1 else "columns"
            rule = f"have the {noun} {_format.listing(absent)}"
            _check.fail("source", rule, "none of that name", f"Its columns are {_format.listing(names, 20)}.")

    def close(self) -> None:  # noqa: B027 (most sources have nothing to close)
        """Give back what was opened."""
