"""Labelled cases with their features: tables of any library as arrays, coded alike, missing values kept as missing."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee import _check, _format
from referee.core import FeatureColumn
from referee.core.types import Floats, Label, Table
from referee.data.column import keys_column, keys_text, labels_column, same_length
from referee.data.encode import encode
from referee.data.features import as_numbers, code_features, table_columns
from referee.data.row_keys import row_keys

ROLES = ("groups", "times", "ids", "sites")


@dataclass(frozen=True, eq=False)
class CaseSet:
    """Cases, with one row per case in `values` and one column per feature.

    A missing value is NaN, and of a feature with `levels` there are codes. `y` are codes of the classes or None;
    `roles` are columns beside the features: groups, times, ids and sites, as codes that are alike in all tables read
    together (times in their order). `columns` has the facts of all columns.
    """

    names: tuple[str, ...]
    values: Floats
    levels: tuple[tuple[str, ...] | None, ...]
    y: NDArray[np.int64] | None = None
    roles: Mapping[str, NDArray[np.int64]] = field(default_factory=dict)
    columns: tuple[FeatureColumn, ...] = ()

    @property
    def n(self) -> int:
        """The number of cases."""
        return len(self.values)

    @property
    def numeric(self) -> NDArray[np.bool_]:
        """Which features are numbers."""
        return np.array([levels is None for levels in self.levels], dtype=bool)

    @cached_property
    def missing(self) -> NDArray[np.bool_]:
        """Which cells are missing."""
        return np.isnan(self.values)

    @cached_property
    def keys(self) -> NDArray[np.uint64]:
        """A number for each row of features: equal rows have equal ones."""
        return row_keys(self.values)

    def rows(self, rows: NDArray[Any]) -> CaseSet:
        """Some of the cases."""
        y = None if self.y is None else self.y[rows]
        roles = {role: codes[rows] for role, codes in self.roles.items()}
        return CaseSet(self.names, self.values[rows], self.levels, y, roles)

    def design(self) -> Floats:
        """Numbers for a learner: missing ones as the median, a column for each of the first levels of a category."""
        return as_numbers(self.values, self.levels)


def datasets(
    tables: Mapping[str, Any], *, target: str | None = None, features: Sequence[str] | None = None, **roles: Any
) -> tuple[dict[str, CaseSet], tuple[Label, ...]]:
    """Tables read together: one coding of features, classes and roles for all.

    A table is a pair (X, y), or a dataframe (pandas, polars, Arrow) whose `target` is one of its columns. A role
    (groups, times, ids, sites) is the name of a column, which is then no feature, or a mapping from the name of a
    table to its column. The other columns are features, or those in `features` alone; one that only names the cases is
    left out unless it is among these.

    >>> sets, labels = datasets({"train": ([[1.0], [2.0]], ["a", "b"]), "test": ([[1.0]], ["b"])})
    >>> sets["test"].y.tolist(), labels, sets["train"].names
    ([1], ('a', 'b'), ('x0',))
    """
    apart = {name: _apart(name, table, target, roles) for name, table in tables.items() if table is not None}
    names = _same_columns({name: tuple(part[0]) for name, part in apart.items()}, features)
    looked = features is None and all(part[3] is None for part in apart.values())
    given = {name: part[0] for name, part in apart.items()}
    values, levels, facts = code_features(given, names, looked_for=looked)
    names = tuple(fact.name for fact in facts if fact.used)
    if not names:
        named = f"{_format.listing([fact.name for fact in facts])}, which name the cases"
        _check.fail("train", "have at least one feature", named, "Name the features to use one all the same.")
    classes, labels = _classes({name: part[1] for name, part in apart.items() if part[1] is not None})
    beside = {role: _role(role, {n: p[2][role] for n, p in apart.items() if role in p[2]}) for role in ROLES}
    out = {}
    for name, part in apart.items():
        array = _stack(part, values[name])
        _finite(name, names, array)
        for arg, codes in ((f"{name} y", classes.get(name)), *((r, beside[r].get(name)) for r in ROLES)):
            if codes is not None:
                same_length(arg, codes, name, len(array))
        own_roles = {role: codes[name] for role, codes in beside.items() if name in codes}
        out[name] = CaseSet(names, array, levels, classes.get(name), own_roles, facts)
    return out, labels


Part = tuple[dict[str, Any], Any, dict[str, Any], Any]
"""The features by name, the classes, the roles, and the array that the features are columns of."""


def _apart(name: str, table: Table, target: str | None, roles: Mapping[str, Any]) -> Part:
    """A user's table as features, classes and roles."""
    y = None
    if isinstance(table, tuple | list) and len(table) == 2 and target is None:
        table, y = table
    columns, whole = _columns(name, table)

    def take(role: str, column: str) -> Any:
        if column not in columns:
            hint = f"Its columns are {_format.listing(columns, 20)}."
            _check.fail(role, f"be a column of `{name}`", _check.show_value(column), hint)
        return columns.pop(column)

    beside = {}
    for role, given in roles.items():
        if isinstance(given, str):
            beside[role] = take(role, given)
        elif isinstance(given, Mapping) and given.get(name) is not None:
            beside[role] = given[name]
    if target is not None:
        if target not in columns and name == "excluded":
            return columns, None, beside, None
        y, whole = take("target", target), None
    if y is None and name != "excluded":
        _check.fail(
            name, "be a pair (X, y), or a table with `target`, its column of classes", type(table).__name__
        )
    if len(columns) != (whole.shape[1] if whole is not None else -1):
        whole = None
    return columns, y, beside, whole


def _columns(name: str, table: Table) -> tuple[dict[str, Any], Any]:
    """The columns of a table by name, and the array that they are views of."""
    if isinstance(table, np.ndarray | list):
        array = np.asarray(table)
        if array.ndim != 2:
            hint = "Write X.reshape(-1, 1) for one feature." if array.ndim == 1 else ""
            _check.fail(name, "be a table, one row per case", f"{array.ndim} dimension(s)", hint)
        return {f"x{j}": array[:, j] for j in range(array.shape[1])}, array if array.dtype.kind == "f" else None
    if hasattr(table, "toarray") and hasattr(table, "nnz"):
        return _columns(name, table.toarray())
    columns = table_columns(table)
    if columns is None:
        _check.fail(name, "be an array, or a pandas, polars or Arrow table", type(table).__name__)
    return columns, None


def _same_columns(columns: dict[str, tuple[str, ...]], asked: Sequence[str] | None) -> tuple[str, ...]:
    """The features, which all tables must have."""
    first, names = next(iter(columns.items()))
    if asked is not None:
        for name in asked:
            _check.choice("features", name, names)
        columns = {table: tuple(name for name in own if name in asked) for table, own in columns.items()}
        names = tuple(asked)
    for other, own in columns.items():
        lacking = [c for c in names if c not in own]
        extra = [c for c in own if c not in names]
        if lacking or extra:
            parts = [f"no {_format.listing(lacking)}"] if lacking else []
            parts += [f"{_format.listing(extra)} beside them"] if extra else []
            _check.fail(other, f"have the columns of `{first}`", " and ".join(parts))
    if not names:
        _check.fail(first, "have at least one feature", "none beside the target")
    return names


def _stack(part: Part, columns: list[Floats]) -> Floats:
    """The features as one array; an array of numbers stays as it is."""
    whole = part[3]
    if whole is not None:
        return np.asarray(whole)
    same = {len(column) for column in columns}
    if len(same) > 1:
        _check.fail("columns", "be of one length", ", ".join(map(str, sorted(same))))
    return np.stack(columns, axis=1)


def _finite(name: str, names: tuple[str, ...], values: Floats) -> None:
    """Refuse infinite numbers, naming the first."""
    bad = np.isinf(values).any(axis=0)
    if bad.any():
        j = int(bad.argmax())
        row = int(np.isinf(values[:, j]).argmax())
        _check.fail(name, "hold finite numbers", f"{values[row, j]} in column {names[j]!r} at {_format.row(row)}")


def _classes(columns: dict[str, Any]) -> tuple[dict[str, NDArray[np.int64]], tuple[Label, ...]]:
    if not columns:
        return {}, ()
    codes, labels = encode(*(labels_column(f"{name} y", column) for name, column in columns.items()))
    return dict(zip(columns, codes, strict=True)), labels


def _role(role: str, columns: dict[str, Any]) -> dict[str, NDArray[np.int64]]:
    """Codes of a role, alike in all tables; times in their order."""
    if not columns:
        return {}
    arrays = [keys_column(role, column).values for column in columns.values()]
    if role == "times" and not all(a.dtype.kind in "biufM" for a in arrays):
        arrays = [np.array([str(cell) for cell in a.tolist()]) for a in arrays]
        with contextlib.suppress(ValueError):
            arrays = [a.astype(float) for a in arrays]
    elif not all(a.dtype.kind in "biufM" for a in arrays):
        arrays = [keys_text(keys_column(role, column)) for column in columns.values()]
    _, codes = np.unique(np.concatenate(arrays), return_inverse=True)
    ends = np.cumsum([len(a) for a in arrays])[:-1]
    return dict(zip(columns, np.split(codes.astype(np.int64), ends), strict=True))
