"""What is said of a file that cannot be read, in one sentence each."""

from __future__ import annotations

import functools
import os
from collections import Counter
from pathlib import Path
from typing import Any, NoReturn

import pyarrow as pa
import pyarrow.compute as pc

from referee import _check, _format
from referee.data.column import is_number
from referee.data.frames import array_of
from referee.errors import FileError


def check_readable(file: Path) -> None:
    """Refuse what is no file, cannot be read or is empty."""
    piped = "A pipe is not read, because files are read twice: save it to a file first."
    if not file.exists():
        file_fails(file, "exist", "no such file", piped if str(file) == "-" else "")
    if not file.is_file():
        got = "a directory" if file.is_dir() else "a pipe or a device"
        file_fails(file, "be a file", got, "" if file.is_dir() else piped)
    if not os.access(file, os.R_OK):
        file_fails(file, "be readable", "no permission to read it")
    if file.stat().st_size == 0:
        file_fails(file, "hold a table", "an empty file")


def refuse_no_rows(file: Path) -> NoReturn:
    """Refuse a table that has a header alone."""
    file_fails(file, "hold at least one case", "a header and no rows")


def check_columns(file: Path, wanted: list[str], header: list[str], head: str = "") -> None:
    """Refuse a header without a wanted column, or with one twice; `head` is the line of a text file."""
    times = Counter(header)
    twice = {name for name in wanted if times[name] > 1}
    if twice:
        file_fails(file, "name each column once", f"the column {_format.listing(twice)} twice")
    absent = [name for name in wanted if name not in times]
    if not absent:
        return
    if head and any(is_number(cell) for cell in header):
        hint = "The first line looks like data: add a header line."
    else:
        hint = f"Its columns are {_format.listing(header, 20)}."
    noun = "column" if len(absent) == 1 else "columns"
    file_fails(file, f"have the {noun} {_format.listing(absent)}", "none of that name", hint)


def one_line(error: Exception) -> str:
    """The first sentence of an error of another library, without secrets."""
    return _check.mask_secrets(" ".join(str(error).split())).partition(". ")[0][:160].rstrip(".")


def file_fails(file: Path, rule: str, got: str, hint: str = "") -> NoReturn:
    """Raise the one error of files."""
    _check.fail(str(file), rule, got, hint, error=FileError)


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
