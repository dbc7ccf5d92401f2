"""The door to every source: which engine a path, a dataframe or a database means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import narwhals.stable.v2 as nw
import pyarrow as pa

from referee import _check
from referee.data.lazyframe import EagerSource, frame_source
from referee.data.source import Source
from referee.data.sql import SqlSource, database
from referee.data.stream import FileSource

KINDS = (
    "be a file, a glob, a folder, a dataframe, a mapping of columns, duckdb:FILE, sqlite:FILE or a connection with a "
    "query"
)


def opened(
    data: Any, *, encoding: str = "utf-8", delimiter: str = "", query: str | None = None, table: str | None = None
) -> Source:
    """The source that a user means; a source is one already."""
    if isinstance(data, Source):
        return data
    if isinstance(data, str) and data.partition(":")[0] in ("duckdb", "sqlite"):
        return SqlSource(database(data), query=query, table=table, own=True)
    if isinstance(data, str) and "://" in data:
        hint = "Pass a connection that you opened, with a query."
        _check.fail("source", KINDS, _check.written(data), hint)
    if hasattr(data, "cursor") and callable(data.cursor):
        return SqlSource(data, query=query, table=table)
    if isinstance(data, Mapping):
        return _columns(data)
    for arg, value in (("query", query), ("table", table)):
        if value is not None:
            _check.fail(arg, "be given with a database", type(data).__name__)
    if isinstance(data, str | Path):
        return FileSource(data, encoding=encoding, delimiter=delimiter)
    frame = frame_source(data)
    if frame is None:
        _check.fail("source", KINDS, type(data).__name__)
    return frame


@contextmanager
def held(data: Any, **reach: Any) -> Iterator[Source]:
    """The source that a user means, closed at the end by the one who opened it."""
    source = opened(data, **reach)
    try:
        yield source
    finally:
        if source is not data:
            source.close()


def _columns(data: Mapping[Any, Any]) -> Source:
    """Lists and arrays by name, as a dataframe of Arrow."""
    try:
        table = pa.table({str(name): pa.array(column) for name, column in data.items()})
    except (pa.ArrowException, TypeError, ValueError) as error:
        _check.fail("source", "be columns of equal length, each of one type", " ".join(str(error).split()))
    return EagerSource(nw.from_native(table, eager_only=True), words="columns in memory")
