"""The door to every source: which engine a path, a dataframe or a database means."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee import _check
from referee.counting.source import Source


def opened(
    data: Any, *, encoding: str = "utf-8", delimiter: str = "", query: str | None = None, table: str | None = None
) -> Source:
    """The source that a user means."""
    if isinstance(data, str | Path):
        from referee.counting.stream import FileSource

        return FileSource(data, encoding=encoding, delimiter=delimiter)
    _check.fail("source", "be a file, a glob, a folder, a dataframe or a database", type(data).__name__)
