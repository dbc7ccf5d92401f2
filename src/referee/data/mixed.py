"""A feature as it comes: numbers with gaps, or text."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from referee import _check, _format
from referee.data.files import _is_text
from referee.data.frames import object_array
from referee.errors import FileError

MISSING = ("", "?", "NA", "N/A", "NaN", "nan", "null", "NULL")
"""How a missing number is written in a text file."""

MANY, MOST = 20, 1000
"""A text column with more different texts than MANY is an identifier when most are unique, and never above MOST."""


def mixed_column(columns: dict[str, Any], name: str) -> NDArray[Any]:
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


def table_of_columns(columns: list[NDArray[Any]]) -> NDArray[Any]:
    """Columns side by side: an array of floats when all are, else of objects."""
    if all(column.dtype.kind == "f" for column in columns):
        return np.stack(columns, axis=1)
    out = np.empty((len(columns[0]), len(columns)), dtype=object)
    for j, column in enumerate(columns):
        out[:, j] = column
    return out


def _numbers(column: Any) -> NDArray[np.float64] | None:
    """Text as numbers, or None when some cell is none; a column of nothing but gaps is one of numbers."""
    cells = pc.utf8_trim_whitespace(column)
    gaps = pc.is_in(cells, value_set=pa.array(MISSING, cells.type))
    try:
        numbers = pc.cast(pc.if_else(gaps, pa.scalar(None, cells.type), cells), pa.float64())
    except pa.ArrowInvalid:
        return None
    return np.array(numbers.to_numpy())


def _texts(name: str, cells: list[Any]) -> NDArray[Any]:
    found = len(set(cells))
    if found > MOST or (found > MANY and found > len(cells) / 2):
        got = f"{_format.count(found)} different texts in {_format.plural(len(cells), 'case')}"
        hint = "It looks like an identifier: leave it out by `drop`, or name the features."
        _check.fail(name, "hold numbers or a few categories", got, hint, error=FileError)
    return object_array(cells)
