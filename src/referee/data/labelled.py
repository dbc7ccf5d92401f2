"""A file of labelled cases: features to learn from, the class, and what the cases belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from referee import _check
from referee.core.types import Array, Label
from referee.data.cells import key_column, label_columns, number_column
from referee.data.column import labels_column
from referee.data.encode import encode
from referee.data.features import Features, read_features
from referee.data.file_errors import check_columns
from referee.data.files import column_names, is_arff, read_arff, read_columns
from referee.errors import FileError


@dataclass(frozen=True)
class LabelledTable:
    """Cases to learn from: a row of `X` and a label of `y` a case; groups and times where they were named."""

    X: Features
    y: Any
    labels: tuple[Label, ...]
    groups: Any = None
    times: Any = None


def read_labelled(
    path: str | Path,
    target: str,
    *,
    features: Sequence[str] | None = None,
    drop: Sequence[str] = (),
    groups: str | None = None,
    times: str | None = None,
    encoding: str = "utf-8",
    delimiter: str = "",
) -> LabelledTable:
    r"""Read labelled cases from a file; the features are all other columns but those in `drop` when they are not named.

    They are read as `read_features` does; a column that only names the cases is left out unless the features are
    named. No row is dropped. ARFF files are read too.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "d.csv"
    >>> _ = file.write_text("y,a,b\nno,1,2\nyes,3,4\n")
    >>> table = read_labelled(file, "y")
    >>> table.X.values.tolist(), table.labels, table.X.names
    ([[1.0, 2.0], [3.0, 4.0]], ('no', 'yes'), ('a', 'b'))
    """
    roles = [name for name in (target, groups, times) if name is not None]
    columns, named = _open(path, [*roles, *drop, *(features or ())], encoding, delimiter)
    names = (
        [name for name in named if name not in (*roles, *drop)] if features is None else list(map(str, features))
    )
    if not names:
        _check.fail("features", "name at least one column", "none beside the target")
    if target in names:
        _check.fail("features", "leave out the target", f"{target!r} among them")
    if columns is None:
        columns = read_columns(path, [*roles, *names], encoding=encoding, delimiter=delimiter)
    y = label_columns(columns, [target])[target]
    _, labels = encode(labels_column(target, y))
    given = {name: columns[name] for name in names}
    X = read_features(given, asked=None if features is None else names)
    assert X is not None
    return LabelledTable(
        X=X,
        y=y,
        labels=labels,
        groups=None if groups is None else key_column(columns, groups),
        times=None if times is None else _moments(columns, times),
    )


def _open(
    path: str | Path, wanted: list[str], encoding: str, delimiter: str
) -> tuple[dict[str, Any] | None, list[str]]:
    """The names of all columns, and the columns where they had to be read for that; those wanted are there."""
    if not is_arff(path):
        return None, column_names(path, wanted, encoding=encoding, delimiter=delimiter)
    columns = read_arff(path, encoding=encoding)
    check_columns(Path(path), wanted, list(columns))
    return columns, list(columns)


def _moments(columns: dict[str, Any], name: str) -> Array:
    """A column of times: numbers, or dates as ISO 8601 writes them."""
    try:
        return number_column(columns, name)
    except FileError:
        try:
            moments = np.array([str(cell).strip() for cell in columns[name].to_pylist()], dtype="datetime64[ns]")
        except ValueError:
            moments = None
        if moments is None or np.isnat(moments).any():
            raise
        return moments
