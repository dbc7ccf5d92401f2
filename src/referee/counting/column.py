"""A user's column, checked, as a NumPy array: the one door for lists, arrays and dataframe columns.

A dataframe library that the user did not import is never imported here: a column that is neither a sequence nor
an array goes to narwhals, which recognises pandas, polars and Arrow columns without loading them.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee import _check, _format
from referee.core.types import Floats, Label

ACCEPTED = "a list, a NumPy array, or a pandas, polars or Arrow column"


@dataclass(frozen=True)
class Column:
    """A checked column of labels.

    `values` holds bools, integers or text; a categorical column has `codes` into its declared `levels` instead.
    `index` is a pandas index, kept to notice columns of different rows.
    """

    values: NDArray[Any]
    levels: tuple[Label, ...] | None = None
    index: Any = field(default=None, compare=False)

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
    array, index, levels = _array(arg, values)
    if levels is not None:
        if (array < 0).any():
            _missing(arg, array < 0)
        return Column(array, tuple(_plain(level) for level in levels), index)
    if array.dtype.kind == "O":
        array = _objects(arg, array)
    kind = array.dtype.kind
    if kind == "f":
        array = _whole_floats(arg, array)
    elif kind == "S":
        array = np.char.decode(array, "utf-8")
    elif kind not in "biuUO":
        _check.fail(arg, "hold class labels (text, whole numbers or booleans)", f"dtype {array.dtype}")
    return Column(array, None, index)


def numbers_column(arg: str, values: Any, *, infinite: bool = False) -> Floats:
    """A column of numbers, none missing, finite unless `infinite` is allowed.

    float32 stays float32, and of scores whole numbers that floats cannot tell apart stay whole: scores are
    compared, not computed with.
    """
    array, _, levels = _array(arg, values)
    if levels is not None:
        _check.fail(arg, "hold numbers", "a categorical column")
    if array.dtype.kind == "O":
        absent = np.array([value is None for value in array.tolist()])
        if absent.any():
            _missing(arg, absent)
        try:
            array = array.astype(float)
        except (TypeError, ValueError):
            _check.fail(arg, "hold numbers", f"dtype {array.dtype}")
    if array.dtype.kind in "US":
        _check.fail(arg, "hold numbers", f"text such as {str(array[0])!r}")
    if array.dtype.kind not in "biuf":
        _check.fail(arg, "hold numbers", f"dtype {array.dtype}")
    if infinite and array.dtype.kind in "iu" and _beyond_floats(array):
        return array.astype(np.int64)
    if array.dtype.kind != "f" or array.dtype.itemsize not in (4, 8):
        array = array.astype(float)
    bad = np.isnan(array)
    if bad.any():
        _missing(arg, bad)
    if not infinite and np.isinf(array).any():
        row = int(np.flatnonzero(np.isinf(array))[0])
        count = int(np.isinf(array).sum())
        _check.fail(arg, "be finite", f"{_format.plural(count, 'infinite value')}, the first at row {row}")
    return array


def _beyond_floats(array: NDArray[Any]) -> bool:
    """Whether whole numbers are too large for floats and fit into 64 bits with a sign."""
    if not array.size:
        return False
    low, high = int(array.min()), int(array.max())
    return max(-low, high) > 2**53 and high < 2**63


def score_columns(arg: str, values: Any) -> Floats | list[Floats]:
    """A column of scores, or a list of columns when there is one a class; infinite scores keep their order."""
    if isinstance(values, np.ndarray) and values.ndim == 2 and values.size:
        return [numbers_column(arg, values[:, k], infinite=True) for k in range(values.shape[1])]
    if isinstance(values, list | tuple) and values and isinstance(values[0], list | tuple | np.ndarray):
        try:
            matrix = np.array(values, dtype=float)
        except ValueError:
            _check.fail(arg, "have rows of equal length", "rows of different lengths")
        return score_columns(arg, matrix)
    if hasattr(values, "to_numpy") and len(getattr(values, "shape", ())) == 2:
        return score_columns(arg, np.asarray(values.to_numpy()))
    return numbers_column(arg, values, infinite=True)


def keys_column(arg: str, values: Any) -> NDArray[Any]:
    """A column of identifiers (case ids, groups): any hashable values, none missing."""
    column = labels_column(arg, values)
    if column.levels is None:
        return column.values
    return np.array(column.levels, dtype=object)[column.values]


def same_length(arg: str, array: Any, other: str, length: int) -> None:
    """Refuse columns of different lengths, naming both."""
    if len(array) != length:
        _check.fail(arg, f"have as many cases as `{other}` ({length})", f"{len(array)}")


def same_rows(arg: str, column: Column, other: str, first: Column) -> None:
    """Refuse two pandas columns whose indexes differ: they are about different rows, or in another order."""
    if column.index is None or first.index is None or column.index is first.index:
        return
    if not column.index.equals(first.index):
        hint = "Align them first, or pass .to_numpy() when the order of rows is right as it is."
        _check.fail(arg, f"have the same index as `{other}`", "another index", hint)


def _array(arg: str, values: Any) -> tuple[NDArray[Any], Any, tuple[Any, ...] | None]:
    """A 1-D array of a user's column, its pandas index, and its levels when it is categorical (then codes)."""
    index, levels = None, None
    if isinstance(values, np.ma.MaskedArray):
        _check.fail(arg, f"be {ACCEPTED}", "a masked array", "Fill or drop the masked cases first.")
    if isinstance(values, np.ndarray):
        array = values
    elif isinstance(values, list | tuple | range):
        array = _from_sequence(arg, list(values))
    elif hasattr(values, "__array__") and type(values).__module__.split(".")[0] in ("torch", "jax", "jaxlib"):
        array = np.asarray(values)
    else:
        array, index, levels = _from_frame_column(arg, values)
    if array.ndim != 1:
        hint = "Pass one column; multi-label and multi-output data are not classification with one answer a case."
        _check.fail(arg, "be one-dimensional", f"shape {array.shape}", hint)
    if array.size == 0:
        _check.fail(arg, "hold at least one case", "none")
    return array, index, levels


def _from_sequence(arg: str, values: list[Any]) -> NDArray[Any]:
    """An array of a list; mixed kinds stay objects, so that nothing is turned into text unseen."""
    kinds = set(map(type, values))
    if kinds & {list, tuple, np.ndarray, set, dict}:
        hint = "Multi-label data are not classification with one answer a case."
        _check.fail(arg, "be one-dimensional", "a nested list", hint)
    if kinds <= {bool} or kinds <= {str} or kinds <= {float} or kinds <= {int}:
        try:
            return np.array(values)
        except OverflowError:
            pass
    if kinds <= {int, float} and all(abs(v) < 2**53 for v in values if v == v):
        return np.array(values, dtype=float)
    out = np.empty(len(values), dtype=object)
    out[:] = values
    return out


def _from_frame_column(arg: str, values: Any) -> tuple[NDArray[Any], Any, tuple[Any, ...] | None]:
    """A pandas, polars or Arrow column: its values, its pandas index, its levels when it is categorical."""
    import narwhals.stable.v2 as nw

    try:
        series = nw.from_native(values, series_only=True)
    except TypeError:
        name = type(values).__name__
        hint = ""
        if hasattr(values, "columns") or hasattr(values, "column_names"):
            hint = "Pass one column of the table."
        _check.fail(arg, f"be {ACCEPTED}", name, hint)
    index = getattr(values, "index", None) if "pandas" in sys.modules else None
    if isinstance(series.dtype, nw.Categorical | nw.Enum):
        codes, levels = _categorical(series, nw)
        return codes, index, levels
    absent = series.is_null().to_numpy()
    if absent.any():
        _missing(arg, absent)
    array = series.to_numpy()
    if array.dtype.kind not in "biufUSO":
        array = np.array(series.to_list(), dtype=object)
    return array, index, None


def _categorical(series: Any, nw: Any) -> tuple[NDArray[Any], tuple[Any, ...]]:
    """Codes and declared levels of a categorical column; a missing value has the code -1."""
    native = series.to_native()
    if hasattr(native, "cat") and hasattr(native.cat, "codes"):
        return np.asarray(native.cat.codes, dtype=np.int64), tuple(native.cat.categories.tolist())
    levels = tuple(series.cat.get_categories().to_list())
    place = {level: code for code, level in enumerate(levels)}
    texts = series.cast(nw.String).to_list()
    return np.array([place.get(text, -1) for text in texts], dtype=np.int64), levels


def _objects(arg: str, array: NDArray[Any]) -> NDArray[Any]:
    """An object array of one kind of label: text, whole numbers or booleans."""
    values = array.tolist()
    kinds = set(map(type, values))
    if kinds == {str}:
        return array
    absent = np.array([_is_missing(value) for value in values])
    if absent.any():
        _missing(arg, absent)
    if kinds <= {bool, np.bool_}:
        return array.astype(bool)
    whole = {int, np.int64, np.int32, np.int16, np.int8, np.uint8, np.uint16, np.uint32, np.uint64}
    if kinds <= whole:
        return array if max(abs(int(v)) for v in values) >= 2**63 else array.astype(np.int64)
    if kinds <= whole | {float, np.float64, np.float32}:
        return array.astype(float)
    if all(issubclass(kind, str) for kind in kinds):
        return array
    first = type(values[0])
    row = next(i for i, value in enumerate(values) if type(value) is not first)
    names = " and ".join(sorted(kind.__name__ for kind in kinds))
    got = f"{names} (row {row} is {values[row]!r}, row 0 is {values[0]!r})"
    _check.fail(arg, "hold labels of one type", got, "Convert them to one type first.")


def _whole_floats(arg: str, array: NDArray[Any]) -> NDArray[Any]:
    """Float-coded labels as integers; fractions are scores, not labels."""
    absent = np.isnan(array)
    if absent.any():
        _missing(arg, absent)
    if np.isinf(array).any():
        row = int(np.flatnonzero(np.isinf(array))[0])
        _check.fail(
            arg,
            "hold class labels",
            f"{_format.plural(int(np.isinf(array).sum()), 'infinite value')}, the first at row {row}",
        )
    fractions = array != np.floor(array)
    if fractions.any():
        row = int(np.flatnonzero(fractions)[0])
        hint = "These look like scores: pass them as y_score, or apply a threshold first."
        _check.fail(arg, "hold class labels", f"{array[row]:g} at row {row}", hint)
    if np.abs(array).max() >= 2**53:
        _check.fail(arg, "hold labels that a float can tell apart", f"{array.max():g}", "Pass integers or text.")
    return array.astype(np.int64)


def _is_missing(value: Any) -> bool:
    """None, NaN, pandas' NA and NaT."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float | np.floating) and value != value


def _missing(arg: str, absent: NDArray[Any]) -> None:
    """Refuse missing values with their count and first position."""
    rows = np.flatnonzero(absent)
    got = f"{_format.plural(len(rows), 'missing value')}, the first at row {rows[0]}"
    _check.fail(arg, "have no missing value", got, "Decide what they mean before evaluating; none is dropped.")


def _plain(value: Any) -> Label:
    """A label as a plain Python value."""
    return value.item() if isinstance(value, np.generic) else value
