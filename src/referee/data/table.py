"""A source as named columns in memory, and the rule by which a source is counted instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee import _check
from referee.data.files import key_column, kind_of, label_columns, number_column, parquet_rows, read_columns
from referee.data.frames import column_of
from referee.data.lazyframe import LazySource, frame_source
from referee.data.opened import opened
from referee.data.source import Ask, Keep, Source

MOST_RECORDS = 2_000_000
"""Rows up to which a file or a dataframe is kept as records; beyond, kinds of rows are counted."""

LARGE = 1 << 26
"""Bytes of a text file from which its rows are counted: about MOST_RECORDS short rows."""


class Table:
    """The columns of a file, a dataframe or a mapping, read once. Cells of a text file are typed here."""

    def __init__(
        self, source: Any, wanted: Iterable[Any], *, encoding: str = "utf-8", delimiter: str = ""
    ) -> None:
        names = [name for item in wanted for name in (item.values() if isinstance(item, Mapping) else [item])]
        for name in names:
            if name is not None and not isinstance(name, str):
                _check.fail("column", "be named when `truth` names a column", type(name).__name__)
        names = list(dict.fromkeys(name for name in names if name is not None))
        self.path = str(source) if isinstance(source, str | Path) else ""
        self._labels: dict[str, Any] = {}
        if isinstance(source, str | Path):
            self.words = Path(source).name
            self._columns: Any = read_columns(source, names, encoding=encoding, delimiter=delimiter)
            self.typed = False
            return
        found = opened(source)
        found.has(Ask(tuple(names)))
        self.words, self.typed = found.words, True
        self._columns = (
            source if isinstance(source, Mapping) else {name: column_of(source, name) for name in names}
        )

    def labels(self, names: list[str]) -> dict[str, Any]:
        """Columns of labels that belong together; those that `read_labels` has read are as they were read."""
        if self.typed:
            return {name: self._columns[name] for name in names}
        return self._labels if self._labels.keys() >= set(names) else label_columns(self._columns, names)

    def numbers(self, name: str) -> Any:
        """A column of numbers."""
        return self._columns[name] if self.typed else number_column(self._columns, name)

    def keys(self, name: str) -> Any:
        """A column of identifiers."""
        return self._columns[name] if self.typed else key_column(self._columns, name)


def read_labels(tables: Sequence[Table], names: Sequence[str | None]) -> None:
    """Read the columns of labels of several models together, so that 1 is the same label for all of them.

    Where one model has a label that is no number, the labels of all are text. A file with types keeps its own.
    """
    wanted = list(dict.fromkeys(name for name in names if name is not None))
    text: dict[str, Any] = {}
    for table in tables:
        if table.typed:
            continue
        columns = {_named(name, table, tables): table._columns[name] for name in wanted}
        if all("string" in str(column.type) for column in columns.values()):
            text |= columns
        else:
            table._labels = dict(zip(wanted, label_columns(columns, list(columns)).values(), strict=True))
    read = label_columns(text, list(text)) if text else {}
    for table in tables:
        if not table.typed and not table._labels:
            table._labels = {name: read[_named(name, table, tables)] for name in wanted}


def _named(name: str, table: Table, tables: Sequence[Table]) -> str:
    """A column, with its file where there are several."""
    return name if len(tables) == 1 else f"{name} of {table.path}"


def is_counted(
    source: Any, keep: Keep, missing: str, roles: Mapping[str, Any], *, exact: bool, reach: Mapping[str, Any]
) -> bool:
    """Whether the rows of a source are counted where they are rather than kept; what needs records is then refused."""
    by_row = [role for role, column in roles.items() if column is not None]
    elsewhere = _elsewhere(source, reach)
    if keep == "records" and elsewhere:
        _check.fail(
            "keep", "be 'counts' for what lives elsewhere", "'records'", "Read the columns into memory first."
        )
    wanted = keep == "counts" or elsewhere or exact or missing == "drop"
    counted = wanted or (keep == "auto" and not by_row and _is_large(source))
    if counted and by_row:
        hint = "Give one file or dataframe, without exact, missing='drop' (--missing drop) and keep='counts'."
        _check.fail(by_row[0], "be given with records", "counts of a source", hint)
    return counted


def _elsewhere(source: Any, reach: Mapping[str, Any]) -> bool:
    """Whether rows are not in one file or in memory: databases, folders, globs, lazy dataframes."""
    if reach.get("table") or reach.get("query"):
        return True
    if isinstance(source, str | Path):
        path = Path(source)
        plain = path.is_file() or not (
            path.is_dir() or ":" in str(source) or any(sign in str(source) for sign in "*?[")
        )
        return not plain
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
    return path.stat().st_size >= LARGE
