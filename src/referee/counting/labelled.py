"""A file of labelled cases: numbers to learn from, the class, and what the cases belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee import _check
from referee.core.types import Label
from referee.counting.column import labels_column
from referee.counting.encode import encode
from referee.counting.files import key_column, label_columns, number_column, read_columns
from referee.counting.header import column_names


@dataclass(frozen=True)
class LabelledTable:
    """Cases to learn from: a row of `X` and a label of `y` a case; groups and times where they were named."""

    X: NDArray[np.float64]
    y: Any
    labels: tuple[Label, ...]
    features: tuple[str, ...]
    groups: Any = None
    times: Any = None


def read_labelled(
    path: str | Path,
    target: str,
    *,
    features: Sequence[str] | None = None,
    groups: str | None = None,
    times: str | None = None,
    encoding: str = "utf-8",
    delimiter: str = "",
) -> LabelledTable:
    r"""Read labelled cases from a file; the features are all other columns when they are not named.

    A feature that is no number, and a missing value, is refused with its row. No row is dropped.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "d.csv"
    >>> _ = file.write_text("y,a,b\nno,1,2\nyes,3,4\n")
    >>> table = read_labelled(file, "y")
    >>> table.X.tolist(), table.labels, table.features
    ([[1.0, 2.0], [3.0, 4.0]], ('no', 'yes'), ('a', 'b'))
    """
    roles = [name for name in (target, groups, times) if name is not None]
    if features is None:
        named = column_names(path, roles, encoding=encoding, delimiter=delimiter)
        names = [name for name in named if name not in roles]
    else:
        names = [str(name) for name in features]
    if not names:
        _check.fail("features", "name at least one column", "none beside the target")
    if target in names:
        _check.fail("features", "leave out the target", f"{target!r} among them")
    columns = read_columns(path, [*roles, *names], encoding=encoding, delimiter=delimiter)
    y = label_columns(columns, [target])[target]
    _, labels = encode(labels_column("y", y))
    return LabelledTable(
        X=np.stack([number_column(columns, name).astype(float) for name in names], axis=1),
        y=y,
        labels=labels,
        features=tuple(names),
        groups=None if groups is None else key_column(columns, groups),
        times=None if times is None else number_column(columns, times),
    )
