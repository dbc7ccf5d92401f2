"""A list, an array, or a pandas, polars or Arrow column as a NumPy array.

A dataframe library that the user did not import is never imported here: narwhals recognises columns of all of them
without loading any.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from referee import _check
from referee.core.types import Array, Column, Table

ACCEPTED = "a list, a NumPy array, or a pandas, polars or Arrow column"
LONG = 100
"""Characters of a text up to which NumPy's fixed-width arrays are used."""


def column_array(arg: str, values: Any, *, nested: bool = False) -> tuple[Array, tuple[Any, ...] | None]:
    """A 1-D array of a user's column, and its levels when it is categorical (then codes)."""
    levels = None
    if isinstance(values, np.ma.MaskedArray):
        _check.fail(arg, f"be {ACCEPTED}", "a masked array", "Fill or drop the masked cases first.")
    if isinstance(values, np.ndarray):
        array = values
    elif isinstance(values, list | tuple | range):
        array = _from_sequence(arg, list(values), nested)
    elif hasattr(values, "__array__") and type(values).__module__.split(".")[0] in ("torch", "jax", "jaxlib"):
        array = _tensor(values)
    else:
        array, levels = frame_column(arg, values)
    if array.dtype.kind == "T":
        array = array.astype(object)  # its missing values become None or NaN
    elif not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    if array.ndim != 1:
        hint = "Pass one column; multi-label and multi-output data are not classification with one answer a case."
        _check.fail(arg, "be one-dimensional", f"shape {array.shape}", hint)
    if array.size == 0:
        _check.fail(arg, "hold at least one case", "none")
    return array, levels


def _tensor(values: Any) -> Array:
    """A tensor of torch or JAX: of torch without its gradient, from where it is, and in a type that NumPy has."""
    if hasattr(values, "detach"):
        values = values.detach().cpu()
        if "bfloat16" in str(values.dtype):
            values = values.float()
    array = np.asarray(values)
    return array if array.dtype.kind in "biuf" else array.astype(float)


def _from_sequence(arg: str, values: list[Any], nested: bool) -> Array:
    """An array of a list; mixed kinds stay objects, so that nothing is turned into text or floats unseen."""
    kinds = set(map(type, values))
    if kinds & {list, tuple, np.ndarray, set, dict}:
        if nested and kinds == {tuple}:
            return object_array(values)
        hint = "Multi-label data are not classification with one answer a case."
        _check.fail(arg, "be one-dimensional", "a nested list", hint)
    if kinds <= {str}:
        # NumPy pads every text to the longest, and drops a NUL at the end
        plain = all(len(text) <= LONG and text[-1:] != "\0" for text in set(values))
        return np.array(values) if plain else object_array(values)
    if kinds <= {bool} or kinds <= {float}:
        return np.array(values)
    if kinds <= {int} and min(values) >= -(2**63) and max(values) < 2**63:
        return np.array(values, dtype=np.int64)
    if kinds == {int, float} and all(abs(v) < 2**53 for v in values if v == v):
        return np.array(values, dtype=float)
    return object_array(values)


def frame_column(arg: str, values: Any) -> tuple[Array, tuple[Any, ...] | None]:
    """The values of a column (missing ones as None or NaN), and its levels when it is categorical.

    Of a categorical column the values are codes into the levels, -1 for a missing one. Levels keep the order that
    the user declared; the order in which a library happened to meet them is none, and then they are sorted.
    """
    import narwhals.stable.v2 as nw

    try:
        series = nw.from_native(_whole_column(values), series_only=True)
    except TypeError:
        hint = "Pass one column of the table." if _is_table(values) else ""
        _check.fail(arg, f"be {ACCEPTED}", type(values).__name__, hint)
    if isinstance(series.dtype, nw.Categorical | nw.Enum):
        return _categorical(series, nw.String)
    if series.is_null().any() or isinstance(series.dtype, nw.Int128 | nw.UInt128 | nw.Decimal):
        return object_array(series.to_list()), None
    native = series.to_native()
    array = array_of(native) if type(native).__module__.startswith("pyarrow") else series.to_numpy()
    return (array if array.dtype.kind in "biufUSOM" else object_array(series.to_list())), None


def index_of(values: Column) -> Column:
    """The index of a pandas column or table; nothing else has one."""
    pandas = sys.modules.get("pandas")
    return values.index if pandas is not None and isinstance(values, pandas.Series | pandas.DataFrame) else None


def column_of(table: Table, name: str) -> Column:
    """A column of a table of any library."""
    return table.column(name) if hasattr(table, "column_names") else table[name]


def in_one_piece(column: Column) -> Column:
    """An Arrow column, or a piece of one, as one array."""
    if hasattr(column, "unify_dictionaries"):
        column = column.unify_dictionaries().combine_chunks()
    return column.chunk(0) if hasattr(column, "chunks") and column.num_chunks else column


def array_of(column: Column) -> Array:
    """An Arrow column, or a piece of one, as a NumPy array.

    Numbers and booleans are handed over without Arrow's own `to_numpy`, which imports pandas wherever it is installed:
    that costs more than a small file does.
    """
    import pyarrow as pa

    kind = column.type
    plain = pa.types.is_integer(kind) or pa.types.is_float32(kind) or pa.types.is_float64(kind)
    if column.null_count or not len(column) or not (plain or pa.types.is_boolean(kind)):
        return np.asarray(
            column.to_numpy() if hasattr(column, "chunks") else column.to_numpy(zero_copy_only=False)
        )
    whole = in_one_piece(column)
    return np.from_dlpack(whole) if plain else np.from_dlpack(whole.cast(pa.uint8())).view(bool)


def is_text(kind: Any) -> bool:
    """Whether an Arrow type is text."""
    import pyarrow as pa

    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or str(kind) == "string_view")


def _whole_column(values: Any) -> Any:
    """A bare pandas array or index, or a piece of an Arrow column, as the column it stands for."""
    pandas, arrow = sys.modules.get("pandas"), sys.modules.get("pyarrow")
    if pandas is not None and isinstance(values, pandas.api.extensions.ExtensionArray | pandas.Index):
        return pandas.Series(values).reset_index(drop=True)
    if arrow is not None and isinstance(values, arrow.Array):
        return arrow.chunked_array([values])
    return values


def _is_table(values: Any) -> bool:
    """Whether this is a dataframe: by its type, since asking a lazy one for its columns may compute it."""
    return any(hasattr(type(values), name) for name in ("columns", "column_names")) or hasattr(values, "_mgr")


def object_array(values: Any) -> Array:
    """A 1-D array of any Python values, kept as they are."""
    items = list(values)
    out = np.empty(len(items), dtype=object)
    out[:] = items
    return out


def _categorical(series: Any, text: Any) -> tuple[Array, tuple[Any, ...]]:
    """Codes and declared levels of a categorical column."""
    native = series.to_native()
    if hasattr(native, "combine_chunks"):
        return _dictionary(native)
    if "pandas" in sys.modules and isinstance(native, sys.modules["pandas"].Series):
        if hasattr(native.dtype, "pyarrow_dtype"):
            return _dictionary(native.array.__arrow_array__())
        return np.asarray(native.cat.codes, dtype=np.int64), tuple(native.cat.categories.tolist())
    levels = series.cat.get_categories().to_list()
    if not hasattr(series.dtype, "categories"):
        levels.sort()
    place = {level: code for code, level in enumerate(levels)}
    cells = series.cast(text).to_list()
    return np.array([place.get(cell, -1) for cell in cells], dtype=np.int64), tuple(levels)


def _dictionary(column: Column) -> tuple[Array, tuple[Any, ...]]:
    """Codes and levels of an Arrow dictionary column."""
    whole = in_one_piece(column)
    codes = array_of(whole.indices.fill_null(-1)).astype(np.int64)
    given, levels = whole.dictionary.to_pylist(), dictionary_levels(whole)
    if given == list(levels):
        return codes, levels
    rank = np.array([*(levels.index(level) for level in given), -1])
    return rank[codes], levels


def dictionary_levels(column: Column) -> tuple[Any, ...]:
    """The levels of an Arrow dictionary column in one piece: in their order where they have one, else sorted."""
    levels = column.dictionary.to_pylist()
    return tuple(levels if column.type.ordered or None in levels else sorted(levels))


def frame_levels(series: Any) -> tuple[Any, ...] | None:
    """The declared levels of a column of a dataframe; None where it is not categorical."""
    import narwhals.stable.v2 as nw

    return _categorical(series, nw.String)[1] if isinstance(series.dtype, nw.Categorical | nw.Enum) else None
