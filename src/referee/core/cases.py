"""Scored cases as arrays: the true class of each row, and one column of scores or probabilities per class."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from referee.core.placements import Placements
from referee.core.tables import Drawn
from referee.core.types import Codes, Floats, Label


@dataclass(frozen=True)
class Cases(Drawn):
    """Checked rows: `truth` are columns of `scores`, whose classes are `labels`; of two the positive is last.

    A row stands for `times` cases (one when None). `weights` are importance weights or None; `groups` are codes of
    clusters or None.
    """

    truth: Codes
    scores: Floats
    labels: tuple[Label, ...]
    times: Codes | None = None
    weights: Floats | None = None
    groups: Codes | None = None

    @property
    def n_effective(self) -> float:
        """Number of cases; with importance weights Kish's effective number."""
        if self.weights is None:
            return float(self.n)
        return float(self.weights.sum() ** 2 / (self.weights**2).sum())

    @cached_property
    def placements(self) -> Placements:
        """Where the cases of each class lie among the others."""
        return Placements(self.truth, self.scores, self.mass)

    @property
    def caution(self) -> str:
        """What a method that takes cases as independent must say when they come in groups."""
        return "" if self.groups is None else "; cases taken as independent although they come in groups"

    @property
    def absent(self) -> tuple[Label, ...]:
        """Classes without a case (or without weight)."""
        total = np.bincount(self.truth, weights=self.mass, minlength=len(self.labels))
        return tuple(label for label, w in zip(self.labels, total, strict=True) if w == 0)

    @property
    def sizes(self) -> Floats:
        """Cases of each class; with importance weights Kish's effective numbers."""
        sums = np.bincount(self.truth, weights=self.mass, minlength=len(self.labels))
        if self.weights is None:
            return sums.astype(float)
        squares = np.bincount(self.truth, weights=self.weights**2, minlength=len(self.labels))
        return np.divide(sums**2, squares, out=np.zeros(len(sums)), where=squares > 0)

    def kinds(self) -> Cases:
        """Equal rows joined, in sorted order, so that random draws meet the same table whatever the order of rows.

        Cases with weights or in groups stay as they are: those belong to the row.
        """
        if self.weights is not None or self.groups is not None:
            return self
        first, place = distinct_rows(self.truth, *self.scores.T)
        times = np.bincount(place, weights=self.mass, minlength=len(first)).astype(np.int64)
        return Cases(self.truth[first], self.scores[first], self.labels, times)

    def repeat(self) -> Cases:
        """One row per case, for methods that look at records."""
        if self.times is None:
            return self
        rows = np.repeat(np.arange(len(self.truth)), self.times)
        weights = None if self.weights is None else self.weights[rows]
        groups = None if self.groups is None else self.groups[rows]
        return Cases(self.truth[rows], self.scores[rows], self.labels, None, weights, groups)


def distinct_rows(*columns: NDArray[np.generic]) -> tuple[Codes, Codes]:
    """The first row of each kind, kinds in sorted order, and the kind of each row.

    Columns are coded one at a time, which is several times faster than `np.unique(axis=0)`: that sorts rows as bytes.

    >>> first, place = distinct_rows(np.array([1, 0, 1]), np.array([0.5, 0.2, 0.5]))
    >>> first.tolist(), place.tolist()
    ([1, 0], [1, 0, 1])
    """
    first, place = np.zeros(1, dtype=np.int64), np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        codes = np.unique(column, return_inverse=True)[1]
        _, first, place = np.unique(place * (codes.max() + 1) + codes, return_index=True, return_inverse=True)
    return first, place
