"""The features of the cases, whatever holds them: rows by number, and a fingerprint."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee import _check
from referee.core.splits import Indices
from referee.core.types import Label


@dataclass(frozen=True)
class Table:
    """Features that can be asked for rows: an array, a sparse matrix, a dataframe or a list."""

    X: Any

    def rows(self, rows: Indices | None) -> Any:
        """Those rows, in the type of the whole; all of them for None."""
        if rows is None:
            return self.X
        if type(self.X) is np.ndarray:
            return self.X[rows]
        from sklearn.utils import _safe_indexing

        return _safe_indexing(self.X, rows)


def table_of(X: Any, n: int) -> Table:
    """Checked features with n rows."""
    if X is None or isinstance(X, str | bytes):
        _check.fail("X", "be a table of features, one row a case", repr(X))
    try:
        size = X.shape[0] if len(getattr(X, "shape", ())) else len(X)
    except TypeError:
        _check.fail("X", "be a table of features, one row a case", type(X).__name__)
    if size != n:
        _check.fail("X", f"have as many rows as `y` ({n})", size)
    if isinstance(X, list | tuple) and X and isinstance(X[0], list | tuple | int | float):
        try:
            X = np.array(X)
        except ValueError:
            _check.fail("X", "have as many features in every row", "rows of different lengths")
    if isinstance(X, np.ndarray) and X.ndim == 1 and X.dtype.kind in "iufb":
        hint = "Write X.reshape(-1, 1) for one feature."
        _check.fail("X", "be a table of features, one row a case", "one dimension", hint)
    return Table(X)


def fingerprint_of(table: Table, codes: NDArray[np.int64], labels: tuple[Label, ...]) -> str:
    """A hash of the features and the labels."""
    digest = hashlib.sha256(repr(labels).encode())
    digest.update(codes.tobytes())
    X = table.X
    if isinstance(X, np.ndarray) and X.dtype.kind in "iufb":
        digest.update(f"{X.shape} {X.dtype.str}".encode())
        digest.update(np.ascontiguousarray(X).data)
    else:
        import joblib

        digest.update(joblib.hash(X).encode())
    return digest.hexdigest()[:32]
