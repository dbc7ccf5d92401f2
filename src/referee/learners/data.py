"""The features of the cases, whatever holds them, with their labels: rows by number, codes and a fingerprint."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core import FeatureColumn, Results, Splits
from referee.core.splits import Indices
from referee.core.types import Array, Codes, Column, Label, Table
from referee.data.classes import positive_class
from referee.data.column import labels_column, same_rows
from referee.data.encode import encode
from referee.data.features import Features, read_features


def rows_of(X: Table, rows: Indices | None) -> Table:
    """A copy of rows of features (an array, a sparse matrix, a dataframe or a list) in their type; all for None.

    A copy always: what a learner writes into it changes neither the user's data nor what another fit sees.
    """
    if rows is None:
        return X.copy() if hasattr(X, "copy") and not isinstance(X, list) else copy.deepcopy(X)
    if type(X) is np.ndarray:
        return X[rows]
    if isinstance(X, Features):
        return X.rows(rows)
    from sklearn.utils import _safe_indexing

    return _safe_indexing(X, rows)


def table_of(X: Table, n: int) -> Table:
    """Checked features with n rows."""
    if X is None or isinstance(X, str | bytes):
        _check.fail("X", "be a table of features, one row per case", repr(X))
    try:
        columns = [X] if not isinstance(X, Mapping) else list(X.values())
        sizes = [part.shape[0] if len(getattr(part, "shape", ())) else len(part) for part in columns]
    except TypeError:
        _check.fail("X", "be a table of features, one row per case", type(X).__name__)
    for size in sizes:
        if size != n:
            _check.fail("X", f"have as many rows as `y` ({n})", size)
    if isinstance(X, list | tuple) and X and isinstance(X[0], list | tuple | int | float):
        try:
            X = np.array(X)
        except ValueError:
            _check.fail("X", "have as many features in every row", "rows of different lengths")
    if isinstance(X, np.ndarray) and X.ndim == 1 and X.dtype.kind in "iufb":
        hint = "Write X.reshape(-1, 1) for one feature."
        _check.fail("X", "be a table of features, one row per case", "one dimension", hint)
    return X if not isinstance(X, np.ndarray) or X.dtype.isnative else X.astype(X.dtype.newbyteorder("="))


class LearnerCases:
    """Checked features and labels, as fits and results need them; fewer than `least` classes are refused."""

    table: Any
    """The features, of which `rows_of` takes rows: numbers, or what came where there is text."""
    features: Features | None
    """What the columns hold, where they had to be read; None for an array of numbers."""
    codes: Codes
    """The class of each case, as a code into `labels`."""
    labels: tuple[Label, ...]
    """The classes, in order."""
    positive: Label | None
    """The positive class, where there is one."""
    groups: Column = None
    """What stays together when cases are split."""
    times: Column = None
    """What keeps its order when cases are split."""

    def __init__(self, X: Table, y: Column, positive: Any = None, *, arg: str = "y", least: int = 0) -> None:
        same_rows(arg, y, "X", X)
        (codes,), labels = encode(labels_column(arg, y))
        table = table_of(X, len(codes))
        if len(labels) < least:
            got = f"only {_format.quote(labels[0])}" if labels else "no cases"
            _check.fail(arg, "hold at least two classes", got)
        codes = codes.view()  # labels that are codes already are the caller's own array, which stays as it is
        codes.flags.writeable = False
        features = read_features(table)
        if features is not None:
            table = features.objects if features.text else features.values
        # A frozen dataclass may be labelled too.
        vars(self).update(
            table=table, features=features, codes=codes, labels=labels, positive=positive_class(labels, positive)
        )

    @property
    def n(self) -> int:
        """The number of cases."""
        return len(self.codes)

    @property
    def columns(self) -> tuple[FeatureColumn, ...]:
        """The facts of the columns; none where they are numbers that are all there and all used."""
        facts = () if self.features is None else self.features.columns
        return facts if any(c.left_out or c.missing or c.kind != "number" for c in facts) else ()

    @property
    def up(self) -> int:
        """The code of the class whose scores are kept of two."""
        return len(self.labels) - 1 if self.positive is None else self.labels.index(self.positive)

    @cached_property
    def levels(self) -> Array:
        """The classes as an array of one plain type, for scikit-learn is slow on objects."""
        array = np.array(self.labels)
        if array.dtype.kind == "f" or (array.dtype.kind == "U") != isinstance(self.labels[0], str):
            array = np.array(self.labels, dtype=object)
        return array

    @cached_property
    def target(self) -> Array:
        """The labels as learners see them."""
        out: Array = self.levels[self.codes]
        return out

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the features and the labels."""
        digest = hashlib.sha256(repr(self.labels).encode())
        digest.update(self.codes.tobytes())
        X = self.table if self.features is None else self.features.values
        if self.features is not None:
            digest.update(repr((self.features.names, self.features.levels)).encode())
        if isinstance(X, np.ndarray) and X.dtype.kind in "iufb":
            digest.update(f"{X.shape} {X.dtype.str}".encode())
            digest.update(np.ascontiguousarray(X).data)
        else:
            import joblib

            digest.update(joblib.hash(X).encode())
        return digest.hexdigest()[:32]

    def results(self, learner: str, splits: Splits, predicted: tuple[Any, ...], **facts: Any) -> Results:
        """What a learner predicted on splits of these cases."""
        facts |= {"positive": self.positive, "data": self.fingerprint, "columns": self.columns}
        return Results(learner, self.labels, self.codes, splits, predicted, **facts)
