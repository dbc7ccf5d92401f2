"""A header line in the middle of a text file."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from referee import _check, _format
from referee.data.frames import array_of
from referee.errors import FileError


def refuse_second_header(file: Path, columns: dict[str, Any], before: int = 0) -> None:
    """Refuse a row that holds the names of its columns, as where files were put together with their headers.

    So many rows came `before` these.
    """
    for name, column in columns.items():
        if pa.types.is_dictionary(column.type) and name not in column.dictionary.to_pylist():
            return
    if len(columns) < 2:
        return
    # by a pattern of the whole text: a value of Python's for Arrow to compare with would load pandas
    texts = {name: column.cast(pa.string()) for name, column in columns.items()}
    same = [pc.match_substring_regex(text, pattern=rf"\A\Q{name}\E\z") for name, text in texts.items()]
    again = array_of(functools.reduce(pc.and_kleene, [*same, *map(pc.is_valid, texts.values())]))
    if again.any():
        got = f"the names of its columns again at {_format.row(before + int(again.argmax()))}"
        hint = "Leave the headers out where files are put together."
        _check.fail(str(file), "have one header line", got, hint, error=FileError)
