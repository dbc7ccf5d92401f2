"""What columns need before a learner can use them, learnt from the training part alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee import _format
from referee.core.types import Floats


@dataclass(frozen=True, eq=False)
class Preparation:
    """How to turn columns into numbers: text one-hot, missing numbers to the median, scaled when asked.

    Learnt from the rows it is made `of`, used on any. A text that these rows did not have becomes all zeros; a
    missing text is a category of its own; a column of numbers that are all missing becomes 0.

    >>> rows = np.array([["a", 1.0], ["b", np.nan], ["a", 3.0]], dtype=object)
    >>> Preparation.of(rows).numbers(np.array([["b", np.nan], ["c", 7.0]], dtype=object)).tolist()
    [[0.0, 1.0, 2.0], [0.0, 0.0, 7.0]]
    """

    rows: Any
    scale: bool = False

    @classmethod
    def of(cls, X: Any, *, scale: bool = False) -> Preparation:
        """What these rows need."""
        return cls(X, scale)

    @cached_property
    def levels(self) -> tuple[dict[Any, int] | None, ...]:
        """The categories of each column of text; None for a column of numbers."""
        return tuple(_levels(column) for column in _columns(self.rows))

    @cached_property
    def fill(self) -> Floats:
        """The median of each column of numbers."""
        known = (column[~np.isnan(column)] for column in self._measured.T)
        return np.array([np.median(column) if len(column) else 0.0 for column in known])

    @cached_property
    def centre(self) -> Floats:
        """The mean of each column of numbers."""
        return np.where(np.isnan(self._measured), self.fill, self._measured).mean(axis=0)

    @cached_property
    def spread(self) -> Floats:
        """The standard deviation of each column of numbers; 1 where it is 0, or no more than rounding."""
        spread = np.where(np.isnan(self._measured), self.fill, self._measured).std(axis=0)
        rounding = len(self.rows) * np.finfo(float).eps
        return np.where(spread**2 <= rounding * spread**2 + (rounding * self.centre) ** 2, 1.0, spread)

    @cached_property
    def _measured(self) -> Floats:
        pairs = zip(_columns(self.rows), self.levels, strict=True)
        columns = [column.astype(float) for column, levels in pairs if levels is None]
        return np.stack(columns, axis=1) if columns else np.zeros((len(self.rows), 0))

    def numbers(self, X: Any) -> Any:
        """Rows as numbers: as they are when they are numbers, all there, and not to be scaled."""
        if not self.scale and _plain(X) and _plain(self.rows):
            return X
        columns = _columns(X)
        parts, number = [], 0
        for column, levels in zip(columns, self.levels, strict=True):
            if levels is not None:
                codes = np.array([levels.get(_cell(value), -1) for value in column.tolist()])
                parts.append((codes[:, None] == np.arange(len(levels))).astype(float))
                continue
            values = column.astype(float)
            values = np.where(np.isnan(values), self.fill[number], values)
            if self.scale:
                values = (values - self.centre[number]) / self.spread[number]
            parts.append(values[:, None])
            number += 1
        return np.concatenate(parts, axis=1)


def preparation_note(X: Any) -> str:
    """What will be done to these features inside every training part, in words; empty when nothing.

    >>> preparation_note(np.array([["a", 1.0], ["b", None]], dtype=object))
    '1 text column is one-hot coded, 1 missing number becomes the median'
    """
    if _plain(X):
        return ""
    text = missing = 0
    for column in _columns(X):
        if _levels(column) is not None:
            text += 1
        else:
            missing += int(np.isnan(column.astype(float)).sum())
    said = []
    if text:
        said.append(f"{_format.plural(text, 'text column')} {'is' if text == 1 else 'are'} one-hot coded")
    if missing:
        said.append(
            f"{_format.plural(missing, 'missing number')} {'becomes' if missing == 1 else 'become'} the median"
        )
    return ", ".join(said)


def _plain(X: Any) -> bool:
    """Whether this is a table of numbers that are all there, or nothing that we can look into."""
    if not isinstance(X, np.ndarray):
        return not hasattr(X, "__array__")
    return X.dtype.kind in "iub" or (X.dtype.kind == "f" and not np.isnan(X).any())


def _columns(X: Any) -> list[NDArray[Any]]:
    return list(np.asarray(X).T)


def _levels(column: NDArray[Any]) -> dict[Any, int] | None:
    """The categories of a column of text in order, or None for a column of numbers."""
    if column.dtype.kind in "iubf":
        return None
    found = {_cell(value) for value in column.tolist()}
    if not any(isinstance(value, str) for value in found):
        return None
    return {value: code for code, value in enumerate(sorted(found, key=lambda v: (v is not None, str(v))))}


def _cell(value: Any) -> Any:
    """A cell of a text column; whatever is no text counts as missing."""
    return value if isinstance(value, str) else None
