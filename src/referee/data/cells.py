"""Cells of a file as what they stand for: labels, numbers or identifiers.

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
from referee.core.types import Array, Column
from referee.data.column import is_number, none_missing
from referee.data.frames import array_of, object_array
from referee.errors import FileError

SURE_DIGITS = 15
"""Digits up to which a float keeps every number apart from every other."""


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
            return array_of(column)
        except pa.ArrowInvalid:
            _check.fail(name, "hold numbers", f"type {column.type}", error=FileError)
    _no_empty_cell(name, column)
    cells = pc.utf8_trim_whitespace(column)
    try:
        numbers = array_of(pc.cast(cells, pa.float64()))
    except pa.ArrowInvalid:
        row, cell = next((i, c) for i, c in enumerate(cells.to_pylist()) if not is_number(c))
        comma = "," in cell and cell.replace(",", "", 1).replace("-", "").isdigit()
        hint = "Write decimals with a point." if comma else ""
        _check.fail(name, "hold numbers", f"{_format.quote(cell)} at {_format.row(row)}", hint, error=FileError)
    long = exact and pc.max(pc.utf8_length(cells)).as_py() > SURE_DIGITS
    if long and pc.count_distinct(cells).as_py() > len(np.unique(numbers)):
        return object_array(map(Decimal, cells.to_pylist()))
    return numbers


def key_column(columns: dict[str, Any], name: str) -> Column:
    """A column of identifiers, as it is written: 007 keeps its zeros."""
    if _is_text(columns[name]):
        _no_empty_cell(name, columns[name])
    return columns[name]


def _is_text(column: Column) -> bool:
    return bool(pa.types.is_string(column.type) or pa.types.is_large_string(column.type))


def _no_empty_cell(name: str, column: Column) -> None:
    _no_null(name, column)
    lengths = pc.binary_length(column)  # comparing with "" would make a scalar, for which Arrow imports pandas
    none_missing(name, array_of(lengths) == 0, "empty cell", FileError)


def _no_null(name: str, column: Column) -> None:
    none_missing(name, array_of(column.is_null()), error=FileError)


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
