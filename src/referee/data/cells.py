"""Cells of a file as what they stand for: labels, numbers, identifiers, or a feature as it comes.

Text stays text: a class named NA is a class, an id 007 keeps its zeros. A column of text becomes numbers only when
every value of it is written as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from referee import _check, _format
from referee.core.types import Array, Column, Floats
from referee.data.column import is_number, none_missing
from referee.data.frames import object_array
from referee.errors import FileError

MISSING = ("", "?", "NA", "N/A", "NaN", "nan", "null", "NULL")
"""How a missing number is written in a text file."""

SURE_DIGITS = 15
"""Digits up to which a float keeps every number apart from every other."""

MANY, MOST = 20, 1000
"""A text column with more different texts than MANY is an identifier when most are unique, and never above MOST."""


def label_columns(columns: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Columns of labels that belong together: each typed by what all of its cells are written as.

    Where one column holds text and another numbers, all stay text, unless the numbers have fractions: those are scores.
    """
    out = {name: columns[name] for name in names}
    for name, column in out.items():
        if _is_text(column):
            _no_empty_cell(name, column)
    typed = {name: _parse_labels(column) if _is_text(column) else column for name, column in out.items()}
    texts = {name for name, column in typed.items() if _is_text(column)}
    mixed = texts and any(
        _is_text(out[name]) and name not in texts and not _has_fractions(typed[name]) for name in out
    )
    if not mixed:
        return typed
    return {
        name: typed[name] if not _is_text(out[name]) or _has_fractions(typed[name]) else out[name] for name in out
    }


def _parse_labels(column: Column) -> Any:
    """Text as integers, numbers or booleans when every cell is written so."""
    found = (parse(column) for parse in (_as_integers, _as_floats, _as_booleans))
    return next((typed for typed in found if typed is not None), column)


def _has_fractions(column: Column) -> bool:
    return bool(pa.types.is_floating(column.type) and pc.any(pc.not_equal(pc.floor(column), column)).as_py())


def number_column(columns: dict[str, Any], name: str, *, exact: bool = False) -> Array:
    """A column of numbers; a cell that is none is named with its row.

    With `exact` numbers that floats would merge come as they are written, for whoever compares them.
    """
    column = columns[name]
    if not _is_text(column):
        _no_null(name, column)
        try:
            return np.asarray(column.to_numpy())
        except pa.ArrowInvalid:
            _check.fail(name, "hold numbers", f"type {column.type}", error=FileError)
    _no_empty_cell(name, column)
    cells = pc.utf8_trim_whitespace(column)
    try:
        numbers = np.asarray(pc.cast(cells, pa.float64()).to_numpy())
    except pa.ArrowInvalid:
        row, cell = next((i, c) for i, c in enumerate(cells.to_pylist()) if not is_number(c))
        comma = "," in cell and cell.replace(",", "", 1).replace("-", "").isdigit()
        hint = "Write decimals with a point." if comma else ""
        _check.fail(name, "hold numbers", f"{_format.quote(cell)} at row {row}", hint, error=FileError)
    long = exact and pc.max(pc.utf8_length(cells)).as_py() > SURE_DIGITS
    if long and pc.count_distinct(cells).as_py() > len(np.unique(numbers)):
        return object_array(map(Decimal, cells.to_pylist()))
    return numbers


def key_column(columns: dict[str, Any], name: str) -> Any:
    """A column of identifiers, as it is written: 007 keeps its zeros."""
    if _is_text(columns[name]):
        _no_empty_cell(name, columns[name])
    return columns[name]


def mixed_column(columns: dict[str, Any], name: str) -> Array:
    """A column as floats, NaN where a number is missing, or as objects: text, None where it is missing.

    A column of a text file is one of numbers when every cell is a number or written as missing (empty, ?, NA, NaN,
    null). A nominal (dictionary) column is text whatever its values look like. Text that is as good as unique is an
    identifier and is refused.

    >>> import pyarrow as pa
    >>> mixed_column({"a": pa.chunked_array([["1", "?", "2.5"]])}, "a").tolist()
    [1.0, nan, 2.5]
    """
    column = columns[name]
    kind = column.type
    if _is_text(column):
        numbers = _numbers(column)
        return _texts(name, column.to_pylist()) if numbers is None else numbers
    if pa.types.is_dictionary(kind):
        return _texts(name, [None if cell is None else str(cell) for cell in column.to_pylist()])
    if (
        pa.types.is_integer(kind)
        or pa.types.is_floating(kind)
        or pa.types.is_boolean(kind)
        or pa.types.is_decimal(kind)
    ):
        return np.array(pc.cast(column, pa.float64()).to_numpy())
    hint = "Leave it out by `drop`, or turn it into numbers first."
    _check.fail(name, "hold numbers or text", f"type {kind}", hint, error=FileError)


def table_of_columns(columns: list[Array]) -> Array:
    """Columns side by side: an array of floats when all are, else of objects."""
    if all(column.dtype.kind == "f" for column in columns):
        return np.stack(columns, axis=1)
    out = np.empty((len(columns[0]), len(columns)), dtype=object)
    for j, column in enumerate(columns):
        out[:, j] = column
    return out


def _numbers(column: Column) -> Floats | None:
    """Text as numbers, or None when some cell is none; a column of nothing but gaps is one of numbers."""
    cells = pc.utf8_trim_whitespace(column)
    gaps = pc.is_in(cells, value_set=pa.array(MISSING, cells.type))
    try:
        numbers = pc.cast(pc.if_else(gaps, pa.scalar(None, cells.type), cells), pa.float64())
    except pa.ArrowInvalid:
        return None
    return np.array(numbers.to_numpy())


def _texts(name: str, cells: list[Any]) -> Array:
    found = len(set(cells))
    if found > MOST or (found > MANY and found > len(cells) / 2):
        got = f"{_format.count(found)} different texts in {_format.plural(len(cells), 'case')}"
        hint = "It looks like an identifier: leave it out by `drop`, or name the features."
        _check.fail(name, "hold numbers or a few categories", got, hint, error=FileError)
    return object_array(cells)


def _is_text(column: Column) -> bool:
    return bool(pa.types.is_string(column.type) or pa.types.is_large_string(column.type))


def _no_empty_cell(name: str, column: Column) -> None:
    _no_null(name, column)
    none_missing(name, pc.equal(column, "").to_numpy(), "empty cell", FileError)


def _no_null(name: str, column: Column) -> None:
    none_missing(name, column.is_null().to_numpy(), error=FileError)


def _as_integers(column: Column) -> Any:
    """Integers when each cell is written as str(int) writes it: no leading zeros, no sign of plus."""
    try:
        numbers = pc.cast(column, pa.int64())
    except pa.ArrowInvalid:
        return None
    return numbers if pc.all(pc.equal(pc.cast(numbers, pa.string()), column)).as_py() else None


def _as_floats(column: Column) -> Any:
    """Floats when each cell is a number with a point, such as 1.0."""
    if not pc.all(pc.match_substring_regex(column, r"^-?(0|[1-9][0-9]{0,14})(\.[0-9]+)?$")).as_py():
        return None
    return pc.cast(column, pa.float64())


def _as_booleans(column: Column) -> Any:
    """Booleans when each cell is True or False, as Python or as JSON writes them."""
    for yes, no in (("True", "False"), ("true", "false")):
        true = pc.equal(column, yes)
        if pc.all(pc.or_(true, pc.equal(column, no))).as_py():
            return true
    return None
