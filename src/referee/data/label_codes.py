"""Labels of an Arrow column to codes, batch by batch: a code stays the same whatever comes later."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from referee import _check, _format
from referee.core.types import Array, Codes, Column, Label
from referee.data.cells import label_columns
from referee.data.encode import encode_integers
from referee.data.frames import array_of, in_one_piece, is_text


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
