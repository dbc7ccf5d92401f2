"""Features as they come: numbers, text, booleans, dates and gaps as one table of numbers, with facts of each column."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from referee import _check, _format
from referee.core.feature_column import FeatureColumn, FeatureKind, LeftOut
from referee.core.types import Array, Column, Floats, Table
from referee.data.frames import frame_column, in_one_piece, is_text, object_array

ABSENT = ("", "?", "na", "n/a", "nan", "null", "none")
"""Words for a missing value among numbers, dates and booleans; in a column of texts they are texts."""

FEWEST, MANY, MOST = 10, 20, 1000
"""Cases below which no column is an identifier; texts above which one that differs in most cases is, and any is."""

MOST_LEVELS = 20

_IDENTIFIER = {"id", "ids", "uuid", "guid", "identifier", "rowid", "rownames", "index", "unnamed"}
_OWNER = "account case client customer device item member order patient person record row sample subject user"
_OWNED = re.compile(f"({_OWNER.replace(' ', '|')})(id|number|no|nr)$")
_DATE = re.compile(r"\d{4}-\d\d-\d\d([ T].*)?$")
_COMMA = re.compile(r"[+-]?\d+,\d+")
_YEAR = 365.25 * 86_400e6
_START = np.datetime64("2000-01-01", "us").astype("i8")


@dataclass(frozen=True, eq=False)
class Features:
    """Features of cases: `values` has one row per case, codes in columns of text (`levels`), NaN where missing.

    `columns` has the facts of every column that came, those left out too; `came` is the user's own table without
    those, None when the columns were read from a file.
    """

    names: tuple[str, ...]
    values: Floats
    levels: tuple[tuple[str, ...] | None, ...]
    columns: tuple[FeatureColumn, ...]
    came: Any = None

    def __len__(self) -> int:
        return len(self.values)

    @property
    def shape(self) -> tuple[int, ...]:
        """Cases and features."""
        return self.values.shape

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return np.asarray(self.values if self.plain else self.objects, dtype=dtype)

    @property
    def text(self) -> tuple[int, ...]:
        """The places of the columns of text."""
        return tuple(j for j, levels in enumerate(self.levels) if levels is not None)

    @property
    def gaps(self) -> bool:
        """Whether a number is missing."""
        return any(column.used and column.missing and column.kind != "text" for column in self.columns)

    @property
    def plain(self) -> bool:
        """Whether this is numbers that are all there."""
        return not self.text and not self.gaps

    @property
    def numbers(self) -> Floats:
        """The table for simulations and bounds, as `as_numbers` makes it."""
        return as_numbers(self.values, self.levels)

    @property
    def objects(self) -> Array:
        """The table with its texts, None where one is missing, for learners that code text themselves."""
        out = self.values.astype(object)
        for j in self.text:
            known = np.array([*(self.levels[j] or ()), None], dtype=object)
            codes = self.values[:, j]
            out[:, j] = known[np.where(np.isnan(codes), -1, codes).astype(int)]
        return out

    def rows(self, rows: NDArray[Any]) -> Features:
        """Some of the cases."""
        from sklearn.utils import _safe_indexing

        came = None if self.came is None else _safe_indexing(self.came, rows)
        return replace(self, values=self.values[rows], came=came)


def as_numbers(values: Floats, levels: Sequence[tuple[str, ...] | None]) -> Floats:
    """A table for simulations: missing numbers as the median of all, a column for each of the first levels of a text.

    >>> as_numbers(np.array([[0.0, 1.0], [1.0, np.nan]]), [("a", "b"), None]).tolist()
    [[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]]
    """
    parts = []
    for column, own in zip(values.T, levels, strict=True):
        if own is None:
            missing = np.isnan(column)
            middle = float(np.median(column[~missing])) if not missing.all() else 0.0
            parts.append(np.where(missing, middle, column))
        else:
            parts += [(column == code).astype(float) for code in range(min(len(own), MOST_LEVELS))]
    return np.stack(parts, axis=1) if parts else np.zeros((len(values), 0))


def read_features(X: Table, *, asked: Sequence[str] | None = None) -> Features | None:
    """The features of a table; None for what needs no reading or cannot be looked into.

    That is an array of numbers without gaps, a sparse matrix, and a list of texts or other things. `X` is an array, a
    mapping from names to columns, or a dataframe (pandas, polars, Arrow). A column that only names the cases is left
    out, unless it is among those `asked` for. Dates become years since 2000, booleans 0 and 1, text written as numbers
    numbers.

    >>> found = read_features({"id": list(range(12)), "job": ["a", "b", None] * 4, "pay": ["1", "?", "2.5"] * 4})
    >>> found.names, found.values[:3].tolist(), found.columns[0].left_out
    (('job', 'pay'), [[0.0, 1.0], [1.0, nan], [nan, 2.5]], 'named')
    """
    if isinstance(X, Features):
        return X
    if isinstance(X, np.ndarray) and X.dtype.kind in "iufb":
        return _of_numbers(X)
    given = table_columns(X)
    if given is None:
        return None
    for name in asked or ():
        _check.choice("features", name, given)
    wanted = list(dict.fromkeys(given if asked is None else asked))
    values, levels, facts = code_features({"": given}, wanted, looked_for=asked is None)
    names = tuple(fact.name for fact in facts if fact.used)
    if not names:
        got = "none" if not facts else f"{_format.listing([fact.name for fact in facts])}, which name the cases"
        _check.fail("X", "hold at least one feature", got, "Name the features to use one all the same.")
    came = None if isinstance(X, Mapping) else _select(X, names)
    return Features(names, np.stack(values[""], axis=1), levels, facts, came)


def code_features(
    tables: Mapping[str, Mapping[str, Any]], names: Sequence[str], *, looked_for: bool
) -> tuple[dict[str, list[Floats]], tuple[tuple[str, ...] | None, ...], tuple[FeatureColumn, ...]]:
    """The columns of several tables coded alike: the numbers of each table and the levels, and the facts of all.

    Columns that only name the cases, where they are `looked_for`, have facts alone.
    """
    values: dict[str, list[Floats]] = {table: [] for table in tables}
    levels, facts = [], []
    for name in names:
        coded, own, kind = code_feature({table: columns[name] for table, columns in tables.items()})
        facts.append(feature_facts(name, np.concatenate([*coded.values()]), own, kind, looked_for=looked_for))
        if facts[-1].used:
            levels.append(own)
            for table, numbers in coded.items():
                values[table].append(numbers)
    return values, tuple(levels), tuple(facts)


def _of_numbers(X: Array) -> Features | None:
    """An array of numbers, when some are missing."""
    missing = np.isnan(X).sum(axis=0) if X.dtype.kind == "f" and X.ndim == 2 else np.zeros(1)
    if not missing.any():
        return None
    names = tuple(f"x{j}" for j in range(X.shape[1]))
    facts = tuple(FeatureColumn(name, "number", int(gaps)) for name, gaps in zip(names, missing, strict=True))
    return Features(names, X, (None,) * len(names), facts, X)


def table_columns(X: Table) -> dict[str, Any] | None:
    """The columns of a table by name, or None for what has none."""
    if isinstance(X, np.ndarray):
        return {f"x{j}": X[:, j] for j in range(X.shape[1])} if X.ndim == 2 else None
    if isinstance(X, Mapping):
        return dict(X)
    import narwhals.stable.v2 as nw

    try:
        frame = nw.from_native(X, eager_only=True)
    except TypeError:
        return None
    return {str(name): frame[name].to_native() for name in frame.columns}


def _select(X: Table, names: Sequence[str]) -> Any:
    """A table with some of its columns."""
    if isinstance(X, np.ndarray):
        return X[:, [int(name[1:]) for name in names]]
    import narwhals.stable.v2 as nw

    frame = nw.from_native(X, eager_only=True)
    return frame.select([name for name in frame.columns if str(name) in names]).to_native()


def feature_facts(
    name: str, values: Floats, levels: tuple[str, ...] | None, kind: FeatureKind, *, looked_for: bool = True
) -> FeatureColumn:
    """What a coded column holds, and whether it only names the cases.

    >>> feature_facts("customer_id", np.arange(50.0) * 7, None, "number").left_out
    'named'
    """
    commas = next((level for level in levels or () if not _COMMA.fullmatch(level)), None)
    if levels and commas is None:
        _check.fail(name, "hold numbers", _format.quote(levels[0]), "Write decimals with a point.")
    known = values[~np.isnan(values)]
    why = _identifies(name, known, len(values), kind) if looked_for else ""
    return FeatureColumn(name, kind, len(values) - len(known), 0 if levels is None else len(levels), why)


def _identifies(name: str, known: Floats, n: int, kind: FeatureKind) -> LeftOut:
    """Why a column is an identifier: numbers with fractions, dates and a few repeated values never are."""
    if n < FEWEST or kind in ("boolean", "date") or (kind == "number" and (known != np.floor(known)).any()):
        return ""
    different = len(np.unique(known))
    if different > n / 2 and _names_cases(name):
        return "named"
    if kind == "text":
        if different == n:
            return "unique"
        return "texts" if different > MOST or (different > MANY and different > n / 2) else ""
    return "unique" if different == n and known.max() - known.min() == n - 1 else ""


def _names_cases(name: str) -> bool:
    """Whether a column is called as identifiers are.

    >>> [_names_cases(name) for name in ("Id", "patientID", "sample code number", "acid", "humid")]
    [True, True, True, False, False]
    """
    words = [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]
    return (
        bool(_IDENTIFIER & set(words)) or {"code", "number"} <= set(words) or bool(_OWNED.search("".join(words)))
    )


def code_feature(
    columns: Mapping[str, Any],
) -> tuple[dict[str, Floats], tuple[str, ...] | None, FeatureKind]:
    """A feature of several tables coded alike: as numbers when each is one, else as codes of its texts.

    Missing values are NaN. A nominal column (Arrow's dictionary, pandas' categories of text) is text whatever its
    values look like.

    >>> coded, levels, kind = code_feature({"train": ["2024-01-01", ""], "test": ["2000-01-01", None]})
    >>> coded["train"].tolist(), levels, kind
    ([24.0, nan], None, 'date')
    """
    arrow = all(isinstance(column, pa.Array | pa.ChunkedArray) for column in columns.values())
    if arrow and all(is_text(column.type) for column in columns.values()):  # numbers without an object per cell
        quick = _read_all(_numbers, {name: in_one_piece(column) for name, column in columns.items()})
        if quick is not None:
            return quick, None, "number"
    arrays: dict[str, Array] = {}
    nominal = False
    for name, column in columns.items():
        arrays[name], declared = _array(name, column)
        nominal |= declared
    kinds = {array.dtype.kind for array in arrays.values()}
    if kinds <= set("biuf"):
        floats = {name: np.asarray(array, dtype=float) for name, array in arrays.items()}
        return floats, None, "boolean" if kinds == {"b"} else "number"
    if kinds <= set("Mm"):
        return {name: _years(array) for name, array in arrays.items()}, None, "date"
    texts = {name: object_array([_text(cell) for cell in array.tolist()]) for name, array in arrays.items()}
    for read, kind in () if nominal else _READERS:
        found = _read_all(read, texts)
        if found is not None:
            return found, None, kind
    levels = tuple(sorted({cell for cells in texts.values() for cell in cells if cell is not None}))
    place: dict[str | None, float] = {level: float(code) for code, level in enumerate(levels)}
    place[None] = np.nan
    return {name: np.array([place[cell] for cell in cells]) for name, cells in texts.items()}, levels, "text"


def _read_all(read: Callable[[Any], Floats | None], texts: Mapping[str, Any]) -> dict[str, Floats] | None:
    """The numbers that the texts of all tables are written as, or None when one of them is not."""
    found = {name: read(cells) for name, cells in texts.items()}
    known = {name: numbers for name, numbers in found.items() if numbers is not None}
    return known if len(known) == len(found) else None


def _array(name: str, column: Column) -> tuple[Array, bool]:
    """A column as a NumPy array, and whether its texts are declared categories."""
    if isinstance(column, np.ndarray | list | tuple):
        array, levels = (column if isinstance(column, np.ndarray) else object_array(column)), None
    else:
        array, levels = frame_column(name, column)
    if levels is None:
        kinds = set(map(type, array.tolist())) - {type(None)} if array.dtype.kind == "O" else set()
        numbers = kinds and kinds <= {int, float}
        return np.array(array, dtype=float) if numbers else array, False
    cells = object_array([levels[code] if code >= 0 else None for code in array.tolist()])
    return cells, any(isinstance(level, str) for level in levels)


def _years(array: Array) -> Floats:
    """Years since 2000, numbers of a size that learners cope with, or the years of a span; NaN where missing."""
    date = array.dtype.kind == "M"
    moments = array.astype("M8[us]" if date else "m8[us]").view("i8") - (_START if date else 0)
    return np.asarray(np.where(np.isnat(array), np.nan, moments / _YEAR))


def _text(cell: Any) -> str | None:
    """A cell as text; None when it is missing."""
    if cell is None or type(cell).__name__ in ("NAType", "NaTType"):  # of pandas, which compares to nothing
        return None
    return None if cell == "" or cell != cell else str(cell)


def _present(cells: Any) -> tuple[pa.Array, pa.Array]:
    """The cells without spaces around them, and which of them stand for a missing value."""
    given = cells if isinstance(cells, pa.Array) else pa.array(cells, pa.string())
    texts = pc.utf8_trim_whitespace(pc.cast(given, pa.string()))
    return texts, pc.or_(pc.is_null(texts), pc.is_in(pc.utf8_lower(texts), value_set=pa.array(ABSENT)))


def _numbers(cells: Any) -> Floats | None:
    """Texts that are all written as numbers, or None."""
    texts, gaps = _present(cells)
    try:
        numbers = pc.cast(pc.if_else(gaps, pa.scalar(None, pa.string()), texts), pa.float64())
    except pa.ArrowInvalid:
        return None
    return np.array(numbers.to_numpy(zero_copy_only=False), dtype=float)


def _dates(cells: Array) -> Floats | None:
    """Texts that are all dates as ISO 8601 writes them, or None."""
    texts, gaps = _present(cells)
    given = ["NaT" if gap else text for text, gap in zip(texts.to_pylist(), gaps.to_pylist(), strict=True)]
    if not all(text == "NaT" or _DATE.match(text) for text in given):
        return None
    try:
        return _years(np.array([text.rstrip("Z") for text in given], dtype="M8[us]"))
    except ValueError:
        return None


def _booleans(cells: Array) -> Floats | None:
    """Texts that are all true or false, or None."""
    texts, gaps = _present(cells)
    said = pc.utf8_lower(texts)
    if not pc.all(pc.or_(gaps, pc.is_in(said, value_set=pa.array(["true", "false"])))).as_py():
        return None
    return np.where(np.asarray(gaps), np.nan, np.asarray(pc.fill_null(pc.equal(said, "true"), False)))


_READERS: tuple[tuple[Any, FeatureKind], ...] = ((_numbers, "number"), (_booleans, "boolean"), (_dates, "date"))
