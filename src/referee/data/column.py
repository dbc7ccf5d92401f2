"""A user's column, checked, as a NumPy array: the one door for lists, arrays and dataframe columns.

Columns of labels hold text, whole numbers or booleans of one type; columns of keys (case ids, groups) hold
anything that can be told apart.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core.types import Array, Bools, Floats, Label
from referee.data.frames import column_array, index_of, object_array
from referee.errors import FileError, InputError

TOLD_APART = "hold numbers that a float can tell apart"
"""The rule for scores, of which no two that differ may become one."""


@dataclass(frozen=True)
class Column:
    """A checked column of labels.

    `values` holds bools, integers or text; a categorical column has codes into its declared `levels` instead.
    """

    values: Array
    levels: tuple[Label, ...] | None = None

    def __len__(self) -> int:
        return len(self.values)

    @property
    def kind(self) -> str:
        """The kind of label in words: bool, int or str."""
        sample = self.levels[0] if self.levels else self.values[0]
        if isinstance(sample, bool | np.bool_):
            return "bool"
        return "str" if isinstance(sample, str) else "int"


def labels_column(arg: str, values: Any) -> Column:
    """A column of class labels: 1-D, none missing, one kind of label.

    >>> labels_column("y_true", [1.0, 0.0]).values.tolist()
    [1, 0]
    """
    array, levels = column_array(arg, values)
    if levels is None and array.dtype.kind == "O" and set(map(type, array.tolist())) == {str}:
        return Column(array)
    none_missing(arg, _absent(array) if levels is None else array < 0)
    if levels is None:
        return Column(_labels(arg, array))
    names = _labels(arg, object_array(levels), "level").tolist() if levels else []
    return Column(array, tuple(plain_value(name) for name in names))


def numbers_column(arg: str, values: Any, *, infinite: bool = False) -> Floats:
    """A column of numbers, none missing, finite unless `infinite` is allowed.

    float32 stays float32. Numbers that may be infinite are scores, which are compared and not computed with: whole
    ones that floats cannot tell apart stay whole, and others that floats would merge are refused.
    """
    array, levels = column_array(arg, values)
    if levels is not None:
        _check.fail(arg, "hold numbers", "a categorical column")
    if array.dtype.kind == "O":
        none_missing(arg, _absent(array))
    if array.dtype.kind not in "biufO":
        _check.fail(arg, "hold numbers", _sample(array))
    if array.dtype.kind != "f" or array.dtype.itemsize not in (4, 8):
        array = _as_floats(arg, array, exact=infinite)
    none_missing(arg, np.isnan(array))
    if not infinite:
        _none_infinite(arg, "be finite", array, "row")
    return array


def _as_floats(arg: str, array: Array, *, exact: bool) -> Array:
    """Numbers of any kind as floats; with `exact` as whole numbers of 64 bits where floats would merge some of them."""
    items = array.tolist() if array.dtype.kind == "O" else []
    try:
        if any(isinstance(item, str | bytes) for item in items):  # NumPy would read "1_0" as 10
            raise ValueError
        floats = array.astype(float)
    except (TypeError, ValueError, ArithmeticError):
        _check.fail(arg, "hold numbers", _sample(array))
    small = array.dtype.kind in "biu" and np.abs(floats).max() < 2**53
    if not exact or small or len(np.unique(floats)) == len(set(array.tolist())):
        return floats
    with contextlib.suppress(ArithmeticError):
        whole = [int(item) for item in array.tolist()]
        if whole == array.tolist() and min(whole) >= -(2**63) and max(whole) < 2**63:
            return np.array(whole, dtype=np.int64)
    _, first, times = np.unique(floats, return_index=True, return_counts=True)
    got = f"several values that round to {float(floats[first[times.argmax()]])}"
    _check.fail(arg, TOLD_APART, got, "Scores are compared, not computed with: pass their ranks.")


def score_columns(arg: str, values: Any) -> Floats | list[Floats]:
    """A column of scores, or a list of columns when there is one a class; infinite scores keep their order."""
    if isinstance(values, np.ndarray) and values.ndim == 2 and values.size:
        return [numbers_column(arg, values[:, k], infinite=True) for k in range(values.shape[1])]
    if isinstance(values, list | tuple) and values and isinstance(values[0], list | tuple | np.ndarray):
        try:
            matrix = np.array(values)
        except ValueError:
            _check.fail(arg, "have rows of equal length", "rows of different lengths")
        if matrix.dtype.kind == "f" and (np.abs(matrix) > 2**53).any():
            matrix = np.array(values, dtype=object)  # a whole number beside a float was rounded
        return score_columns(arg, matrix)
    if hasattr(values, "to_numpy") and len(getattr(values, "shape", ())) == 2:
        return score_columns(arg, np.asarray(values.to_numpy()))
    return numbers_column(arg, values, infinite=True)


def keys_column(arg: str, values: Any) -> Column:
    """A column of identifiers (case ids, groups): values of any type, none missing.

    >>> keys_column("groups", [1.5, 2.5]).values.tolist()
    [1.5, 2.5]
    """
    array, levels = column_array(arg, values, nested=True)
    none_missing(arg, _absent(array) if levels is None else array < 0)
    return Column(array if levels is None else object_array(levels)[array])


def keys_text(column: Column) -> Array:
    """Keys as text that differs where they differ: 1 and "1" do when both occur, 1 and 1.0 do not.

    >>> keys_text(keys_column("case_ids", [1, "1"])).tolist(), keys_text(keys_column("case_ids", [7, 8])).tolist()
    (['int 1', 'str 1'], ['7', '8'])
    """
    values = column.values
    if values.dtype.kind == "M" and (values == values.astype("M8[us]")).all():
        day = np.datetime_data(values.dtype)[0] in ("Y", "M", "W", "D")
        values = values.astype("M8[D]" if day else "M8[us]").astype(object)
    if values.dtype.kind == "f" and (values == np.floor(values)).all() and np.abs(values).max() < 2**53:
        values = values.astype(np.int64)
    if values.dtype.kind in "iu" and len(values):
        widest = max(len(str(int(values.min()))), len(str(int(values.max()))))
        return values.astype(f"<U{widest}")
    if values.dtype.kind != "O":
        return values.astype(str)
    items = [plain_value(item) for item in values.tolist()]
    items = [int(item) if isinstance(item, float) and item.is_integer() else item for item in items]
    mixed = len(set(map(type, items))) > 1
    return np.array([f"{type(item).__name__} {item}" if mixed else str(item) for item in items])


def same_length(arg: str, array: Any, other: str, length: int) -> None:
    """Refuse columns of different lengths, naming both."""
    if len(array) != length:
        _check.fail(arg, f"have as many cases as `{other}` ({length})", f"{len(array)}")


def same_rows(arg: str, values: Any, other: str, first: Any) -> None:
    """Refuse pandas columns whose indexes differ: they are about different rows, or in another order."""
    index, expected = index_of(values), index_of(first)
    if index is not None and expected is not None and not index.equals(expected):
        hint = "Align them first, or pass .to_numpy() when the order of rows is right as it is."
        _check.fail(arg, f"have the same index as `{other}`", "another index", hint)


def _labels(arg: str, array: Array, place: str = "row") -> Array:
    """An array of labels as booleans, integers, text, or objects of one of these kinds."""
    if array.dtype.kind == "O":
        array = _objects(arg, array, place)
    if array.dtype.kind == "f":
        return _whole_floats(arg, array, place)
    if array.dtype.kind == "S":
        return _decode(arg, array)
    if array.dtype.kind not in "biuUO":
        _check.fail(arg, "hold class labels (text, whole numbers or booleans)", f"dtype {array.dtype}")
    return array


def _objects(arg: str, array: Array, place: str) -> Array:
    """An object array of one kind of label: text, whole numbers or booleans."""
    values = array.tolist()
    kinds = set(map(type, values))
    if kinds == {str}:
        return array
    if kinds <= {bool, np.bool_}:
        return array.astype(bool)
    if all(issubclass(kind, int | np.integer) and kind is not bool for kind in kinds):
        whole = [int(value) for value in values]
        fits = min(whole) >= -(2**63) and max(whole) < 2**63
        return np.array(whole, dtype=np.int64) if fits else object_array(whole)
    if all(issubclass(kind, int | float | np.integer | np.floating) and kind is not bool for kind in kinds):
        return array.astype(float)
    if all(issubclass(kind, str) for kind in kinds):
        return object_array(map(str, values))
    if kinds <= {bytes, np.bytes_}:
        return array.astype(bytes)
    first = type(values[0])
    if len(kinds) == 1:
        got = f"{first.__name__} ({_format.row(0, place)} is {values[0]!r})"
        _check.fail(arg, "hold class labels (text, whole numbers or booleans)", got)
    row = next(i for i, value in enumerate(values) if type(value) is not first)
    names = " and ".join(sorted(kind.__name__ for kind in kinds))
    got = f"{names} ({_format.row(row, place)} is {values[row]!r}, {_format.row(0, place)} is {values[0]!r})"
    _check.fail(arg, "hold labels of one type", got, "Convert them to one type first.")


def _decode(arg: str, array: Array) -> Array:
    """Bytes as text."""
    try:
        return np.char.decode(array, "utf-8")
    except UnicodeDecodeError as error:
        row = next(i for i, value in enumerate(array.tolist()) if value == error.object)
        _check.fail(arg, "hold UTF-8 text", f"{error.object!r} at {_format.row(row)}", "Decode it first.")


def _whole_floats(arg: str, array: Array, place: str) -> Array:
    """Float-coded labels as integers; fractions are scores, not labels."""
    array = array.astype(np.float64, copy=False)
    _none_infinite(arg, "hold class labels", array, place)
    hint = "These look like scores: pass them as y_score, or apply a threshold first."
    refuse_where(arg, "hold class labels", array, array != np.floor(array), hint, place)
    rule = "hold labels that a float can tell apart"
    refuse_where(arg, rule, array, np.abs(array) > 2**53, "Pass integers or text.", place)
    return array.astype(np.int64)


def _absent(array: Array) -> Bools | None:
    """Which values are missing (None, NaN, pandas' NA, NaT), or None when this type has no missing value."""
    if array.dtype.kind == "f":
        return np.isnan(array)
    if array.dtype.kind in "mM":
        return np.isnat(array)
    if array.dtype.kind != "O":
        return None
    values = array.tolist()
    if set(map(type, values)) <= {str}:
        return None
    return np.array([_is_missing(value) for value in values])


def _is_missing(value: Any) -> bool:
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float | np.floating) and bool(value != value)


def _sample(array: Array) -> str:
    """What a column holds instead of numbers: the first value that is none."""
    for row, value in enumerate(array.tolist()):
        if not isinstance(value, int | float | np.number):
            kind = "text" if isinstance(value, str | bytes) else type(value).__name__
            return f"{kind} such as {value!r} at {_format.row(row)}"
    return f"dtype {array.dtype}"


def none_missing(
    arg: str, absent: Array | None, what: str = "missing value", error: type[InputError] = InputError
) -> None:
    """Refuse missing values with their count and first position."""
    if absent is not None and absent.any():
        rows = np.flatnonzero(absent)
        got = f"{_format.plural(len(rows), what)}, the first at {_format.row(rows[0])}"
        hint = "Decide what they mean before evaluating; none is dropped."
        if issubclass(error, FileError):
            hint = "Decide what they mean; for predictions missing='drop' (--missing drop) leaves these cases out."
        _check.fail(arg, "have no missing value", got, hint, error=error)


def _none_infinite(arg: str, rule: str, array: Array, place: str) -> None:
    """Refuse infinite values with their count and first position."""
    rows = np.flatnonzero(np.isinf(array))
    if len(rows):
        got = f"{_format.plural(len(rows), 'infinite value')}, the first at {_format.row(rows[0], place)}"
        _check.fail(arg, rule, got)


def refuse_where(arg: str, rule: str, array: Array, bad: Bools, hint: str = "", place: str = "row") -> None:
    """Refuse numbers where the mask is true, naming the first."""
    if bad.any():
        row = int(bad.argmax())
        _check.fail(arg, rule, f"{array[row]:g} at {_format.row(row, place)}", hint)


def plain_value(value: Any) -> Label:
    """A label as a plain Python value."""
    return value.item() if isinstance(value, np.generic) else value


def is_number(cell: str) -> bool:
    """Whether a cell is written as a number: not with the underscores and foreign digits that Python reads too."""
    try:
        float(cell)
    except ValueError:
        return False
    return "_" not in cell and cell.isascii()
