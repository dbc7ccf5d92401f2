"""Cells of a file as what they stand for: labels, and their codes batch by batch, numbers or identifiers.

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
from referee.core.types import Array, Codes, Column, Label
from referee.data.column import is_number, none_missing
from referee.data.encode import encode_integers
from referee.data.frames import array_of, in_one_piece, is_text, object_array
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


class Coder:
    """Codes in the order of first sight, shared by columns whose labels belong together.

    >>> import pyarrow as pa
    >>> coder = Coder("y")
    >>> coder.codes("y", pa.array(["b", "a", "b"])).tolist(), coder.labels
    ([0, 1, 0], ['b', 'a'])
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.labels: list[Label] = []
        self.columns: dict[str, str] = {}
        self._code: dict[Any, int] = {}

    def codes(self, name: str, column: Column) -> Array:
        """The codes of a column without missing values."""
        kind = column.type
        if pa.types.is_dictionary(kind):
            self._kind(name, kind.value_type)
            return self._dictionary(column)
        self._kind(name, kind)
        if is_text(kind):
            return self._dictionary(column.dictionary_encode())
        values = array_of(column)
        if values.dtype.kind == "f":
            values = self._whole(name, values)
        return self._numbers(values)

    def _kind(self, name: str, kind: Any) -> None:
        """Refuse what no label can be, and text beside numbers."""
        text, flag = is_text(kind), pa.types.is_boolean(kind)
        if not (text or flag or pa.types.is_integer(kind) or pa.types.is_floating(kind)):
            _check.fail(name, "hold class labels (text, whole numbers or booleans)", f"type {kind}")
        word = "text" if text else "booleans" if flag else "numbers"
        for other, seen in self.columns.items():
            if (seen == "text") != text:
                where = "other files" if other == name else f"`{other}`"
                _check.fail(name, f"have labels of the same type as {where}", f"{word} beside {seen}")
        self.columns[name] = word

    def _dictionary(self, column: Column) -> Array:
        column = in_one_piece(column)
        place = np.array([self._of(label) for label in column.dictionary.to_pylist()], dtype=np.int64)
        return place[array_of(column.indices)]

    def _of(self, label: Any) -> int:
        code = self._code.get(label)
        if code is None:
            code = self._code[label] = len(self.labels)
            self.labels.append(label)
        return code

    def _whole(self, name: str, values: Array) -> Codes:
        off = values != np.floor(values)
        if off.any() or np.isinf(values).any():
            hint = "These look like scores: name them as the score, or apply a threshold."
            _check.fail(name, "hold class labels", f"{float(values[off | np.isinf(values)][0]):g}", hint)
        return values.astype(np.int64)

    def _numbers(self, values: Array) -> Array:
        """Whole numbers and booleans."""
        flags = values.dtype == bool
        if flags:
            values = values.view(np.int8)
        if not len(values) or (self.labels == [0, 1] and values.min() >= 0 and values.max() <= 1):
            return values
        codes, present = encode_integers(values)
        return np.array([self._of(bool(v) if flags else v) for v in present], dtype=np.int64)[codes]


def typed_labels(labels: list[Label]) -> list[Label]:
    """Text labels of files without types, as the numbers or booleans that all of them are written as.

    >>> typed_labels(["0", "1", "1.0"]), typed_labels(["0", "01"])
    ([0, 1, 1], ['0', '01'])
    """
    parsed = label_columns({"label": pa.chunked_array([pa.array(labels, pa.string())])}, ["label"])["label"]
    values = parsed.to_pylist()
    if all(isinstance(v, float) and v.is_integer() for v in values):
        values = [int(v) for v in values]
    elif any(isinstance(v, float) for v in values):
        first = next(v for v in values if isinstance(v, float) and not v.is_integer())
        hint = "These look like scores: name them as the score, or apply a threshold."
        _check.fail("labels", "be class labels", _format.quote(first), hint)
    return values
