"""The engine that a path, a dataframe or a database means, and whether its rows are counted or kept as columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import narwhals.stable.v2 as nw
import pyarrow as pa

from referee import _check, _format
from referee.core import Answers
from referee.core.types import Column
from referee.data.cells import key_column, label_columns, number_column
from referee.data.delimited import text_size
from referee.data.files import kind_of, parquet_rows, read_columns
from referee.data.frames import column_of
from referee.data.lazyframe import EagerSource, LazySource, frame_source
from referee.data.read import answers_of_columns
from referee.data.source import CountRequest, Reading, Source
from referee.data.sql import SqlSource, database
from referee.data.stream import FileSource

MOST_RECORDS = 2_000_000
"""Rows up to which a file or a dataframe is kept as records; beyond, kinds of rows are counted."""

LARGE = 1 << 26
"""Bytes of a text file from which its rows are counted: about MOST_RECORDS short rows."""


KINDS = (
    "be a file, a glob, a folder, a dataframe, a mapping of columns, duckdb:FILE, sqlite:FILE or a connection with a "
    "query"
)

Model = tuple[int, str, Any, Any]
"""A model: the place of its source, its name, its column of predicted classes and that of its score, or a mapping."""


def read_records(
    sources: Sequence[Any], truth: str, models: Sequence[Model], how: Reading, roles: Mapping[str, Any]
) -> tuple[Answers, ...]:
    """The answers of models from the named columns of sources, one row per case; all labels are read together."""
    said = [truth, *(pred for _, _, pred, _ in models)]
    refuse_truth(truth, *said[1:], *(score for *_, score in models))
    wanted = _names([*said, *(score for *_, score in models), *roles.values()])
    tables = [SourceTable(source, wanted, how) for source in sources]
    _read_labels(tables, list(dict.fromkeys(name for name in said if name is not None)))
    out = []
    for place, name, pred, score in models:
        if pred is None and score is None:
            _check.fail("pred", "name a column, or `score`", "neither")
        table = tables[place]
        readers = {"case_ids": table.keys, "groups": table.keys, "weights": table.numbers}
        beside = {role: None if own is None else readers[role](own) for role, own in roles.items()}
        scores = None if score is None else table.numbers(score)
        columns = table.labels[truth], None if pred is None else table.labels[pred], scores
        called = (truth, pred or "y_pred", score if isinstance(score, str) else "score")
        out.append(answers_of_columns(columns, how, beside, name, called, table.words))
    return tuple(out)


def refuse_truth(truth: str, *named: Any) -> None:
    """Refuse the column of the truth as that of a model: it would be right on every case."""
    if truth in named:
        _check.fail("pred", "name another column than the truth", _format.quote(truth))


def _names(wanted: Sequence[Any]) -> list[str]:
    """The columns that are named, each once; a column itself is refused."""
    names = [name for item in wanted for name in (item.values() if isinstance(item, Mapping) else [item])]
    for name in names:
        if name is not None and not isinstance(name, str):
            _check.fail("column", "be named when `truth` names a column", type(name).__name__)
    return list(dict.fromkeys(name for name in names if name is not None))


class SourceTable:
    """The columns of a file, a dataframe or a mapping, read once. Cells of a text file are typed here, others are."""

    def __init__(self, source: Any, names: list[str], how: Reading) -> None:
        self.path = str(source) if isinstance(source, str | Path) else ""
        self.typed = not self.path or kind_of(Path(self.path)) in ("parquet", "arrow")
        self.labels: Mapping[str, Any] = {}
        if self.path:
            text = {"encoding": how.encoding, "delimiter": how.delimiter}
            self.words, self.columns = Path(source).name, read_columns(source, names, **text)
            self.labels = self.columns if self.typed else {}
            return
        found = open_source(source, Reading())
        found.has(CountRequest(tuple(names)))
        self.words = found.words
        named = isinstance(source, Mapping)
        self.columns = self.labels = source if named else {name: column_of(source, name) for name in names}

    def numbers(self, name: str | Mapping[Any, str]) -> Column | dict[Any, Column]:
        """A column of numbers, or one of each class."""
        if isinstance(name, Mapping):
            return {label: self.numbers(column) for label, column in name.items()}
        return self.columns[name] if self.typed else number_column(self.columns, name, exact=True)

    def keys(self, name: str) -> Column:
        """A column of identifiers."""
        return self.columns[name] if self.typed else key_column(self.columns, name)


def slice_columns(source: Any, names: Sequence[str], how: Reading) -> dict[str, Any]:
    """Columns by which cases are sliced; those of a text file are each typed by itself, as labels are."""
    table = SourceTable(source, list(names), how)
    own = {name: table.columns[name] for name in names}
    return own if table.typed else {name: label_columns(own, [name])[name] for name in names}


def _read_labels(tables: Sequence[SourceTable], names: list[str]) -> None:
    """Read the columns of labels of several models together, so that 1 is the same label for all of them.

    Where one model has a label that is no number, the labels of all are text. A file with types keeps its own.
    """
    text: dict[str, Any] = {}
    for table in tables:
        if table.typed:
            continue
        columns = {_name_column(name, table, tables): table.columns[name] for name in names}
        if all("string" in str(column.type) for column in columns.values()):
            text |= columns
        else:
            table.labels = dict(zip(names, label_columns(columns, list(columns)).values(), strict=True))
    read = label_columns(text, list(text)) if text else {}
    for table in tables:
        if not table.labels:
            table.labels = {name: read[_name_column(name, table, tables)] for name in names}


def _name_column(name: str, table: SourceTable, tables: Sequence[SourceTable]) -> str:
    """A column, with its file where there are several."""
    return name if len(tables) == 1 else f"{name} of {table.path}"


def open_source(data: Any, how: Reading) -> Source:
    """The source that a user means; a source is one already."""
    place = {"query": how.query, "table": how.table}
    if isinstance(data, Source):
        return data
    if isinstance(data, str) and data.partition(":")[0] in ("duckdb", "sqlite"):
        return SqlSource(database(data), own=True, **place)
    if isinstance(data, str) and "://" in data:
        hint = "Pass a connection that you opened, with a query."
        _check.fail("source", KINDS, _check.show_value(data), hint)
    if hasattr(data, "cursor") and callable(data.cursor):
        return SqlSource(data, **place)
    if isinstance(data, Mapping):
        return _columns(data)
    for arg, value in place.items():
        if value is not None:
            _check.fail(arg, "be given with a database", type(data).__name__)
    if isinstance(data, str | Path):
        return FileSource(data, encoding=how.encoding, delimiter=how.delimiter)
    frame = frame_source(data)
    if frame is None:
        _check.fail("source", KINDS, type(data).__name__)
    return frame


@contextmanager
def borrow_source(data: Any, how: Reading) -> Iterator[Source]:
    """The source that a user means, closed at the end by the one who opened it."""
    source = open_source(data, how)
    try:
        yield source
    finally:
        if source is not data:
            source.close()


def _columns(data: Mapping[Any, Any]) -> Source:
    """Lists and arrays by name, as a dataframe of Arrow."""
    try:
        table = pa.table({str(name): pa.array(column) for name, column in data.items()})
    except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
        _check.fail("source", "be columns of equal length, each of one type", " ".join(str(error).split()))
    return EagerSource(nw.from_native(table, eager_only=True), words="columns in memory")


def is_counted(source: Any, how: Reading, roles: Mapping[str, Any]) -> bool:
    """Whether the rows of a source are counted where they are rather than kept; what needs records is then refused."""
    by_row = [role for role, column in roles.items() if column is not None]
    elsewhere = bool(how.table or how.query) or _elsewhere(source)
    if how.keep == "records" and elsewhere:
        hint = "Read the columns into memory first."
        _check.fail("keep", "be 'counts' for what lives elsewhere", "'records'", hint)
    wanted = how.keep == "counts" or elsewhere or how.exact or how.missing == "drop"
    counted = wanted or (how.keep == "auto" and not by_row and _is_large(source))
    if counted and by_row:
        hint = "Give one file or dataframe, without exact, missing='drop' (--missing drop) and keep='counts'."
        _check.fail(by_row[0], "be given with records", "counts of a source", hint)
    return counted


def _elsewhere(source: Any) -> bool:
    """Whether rows are not in one file or in memory: databases, folders, globs, lazy dataframes."""
    if isinstance(source, str | Path):
        path = Path(source)
        return not path.is_file() and (path.is_dir() or any(sign in str(source) for sign in ":*?["))
    if isinstance(source, Mapping):
        return False
    if hasattr(source, "cursor") or isinstance(source, Source):
        return True
    return isinstance(frame_source(source), LazySource)


def _is_large(source: Any) -> bool:
    """Whether a file or a dataframe has more rows than are kept."""
    if isinstance(source, Mapping):
        return len(next(iter(source.values()), ())) > MOST_RECORDS
    if not isinstance(source, str | Path):
        return len(source) > MOST_RECORDS
    path = Path(source)
    if not path.is_file():
        return False
    if kind_of(path) == "parquet":
        return (parquet_rows([path]) or 0) > MOST_RECORDS  # the reading will say what is wrong with a damaged file
    return text_size(path, LARGE) >= LARGE
