"""Scored cases as arrays, one column of scores per class, and where the cases of each class lie among the others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from referee.core.rank_scores import run_ends
from referee.core.tables import Drawn
from referee.core.types import Codes, Floats, Label

Projection = tuple[float, Floats]
"""A value, and what a little more weight of each row adds to it."""


@dataclass(frozen=True)
class Placements:
    """Cases with one column of scores per class, each column sorted once.

    `areas[c, j]` is the probability A(c|j) that a case of class c has a higher score of c than a case of class j, ties
    half; averages of the areas over classes are weighted sums of them. DeLong's placements of the cases give the
    influence of each case on an area, and so on every average, without resampling.

    >>> truth, scores = np.array([0, 0, 1]), np.array([[0.9, 0.1], [0.4, 0.6], [0.4, 0.6]])
    >>> Placements(truth, scores, np.ones(3)).areas.tolist()
    [[0.0, 0.75], [0.75, 0.0]]
    """

    truth: Codes
    scores: Floats
    mass: Floats

    @cached_property
    def sizes(self) -> Floats:
        """What the cases of each class weigh."""
        return np.bincount(self.truth, weights=self.mass, minlength=self.scores.shape[1]).astype(float)

    @cached_property
    def _columns(self) -> list[tuple[Codes, Codes]]:
        """The order of the rows by each column, and where the runs of equal scores end in it."""
        orders = [np.argsort(column) for column in self.scores.T]
        return [(order, run_ends(column[order])) for order, column in zip(orders, self.scores.T, strict=True)]

    @cached_property
    def _above(self) -> Floats:
        """What the cases of each class above each row weigh, by the column of that class: `(rows, K)`."""
        out = np.empty(self.scores.shape)
        for c, (order, ends) in enumerate(self._columns):
            own = np.where(self.truth[order] == c, self.mass[order], 0.0)
            out[order, c] = self.sizes[c] - halfway(own, ends)
        return out

    @cached_property
    def areas(self) -> Floats:
        """A(c|j), class against class; 0 on the diagonal."""
        k = len(self.sizes)
        sums = [np.bincount(self.truth, weights=self.mass * column, minlength=k) for column in self._above.T]
        pairs = np.outer(self.sizes, self.sizes)
        return np.asarray(np.stack(sums) / pairs * ~np.eye(k, dtype=bool))

    def average(self, pull: Floats, drift: Floats | float = 0.0) -> Projection:
        """The sum of `pull` times the areas; `drift` is what a case of each class adds by changing `pull`.

        A case of class c adds (its placement among the cases of j - A(c|j)) / |c| to A(c|j), one of class j likewise.
        """
        pull = np.where(np.eye(len(pull), dtype=bool), 0.0, pull)
        value, each = float((pull * self.areas).sum()), pull / self.sizes
        rows = ((self._above / self.sizes - self.areas.T[self.truth]) * each.T[self.truth]).sum(axis=1)
        rows += np.broadcast_to(drift, len(pull))[self.truth]
        for c, (order, ends) in enumerate(self._columns):
            truth = self.truth[order]
            below, own = halfway(self.mass[order] * each[c][truth], ends), truth == c
            rows[order[own]] += (below[own] - pull[c] @ self.areas[c]) / self.sizes[c]
        return value, rows

    def of_classes(self, shares: Floats) -> Projection:
        """The areas of the classes against the rest, weighed by fixed `shares`: a rest mixes classes by their sizes."""
        rest = self.sizes.sum() - self.sizes
        drift = (self.areas - self.against_rest[:, None]) * (shares / rest)[:, None]
        np.fill_diagonal(drift, 0.0)
        return self.average((shares / rest)[:, None] * self.sizes, drift.sum(axis=0))

    @cached_property
    def against_rest(self) -> Floats:
        """The area of each class against all others."""
        return np.asarray(self.areas @ self.sizes / (self.sizes.sum() - self.sizes))


def halfway(weights: Floats, ends: Codes) -> Floats:
    """The sum of the weights before each place of a sorted column, those of its own run counted half.

    >>> halfway(np.array([1.0, 2.0, 4.0]), np.array([1, 2])).tolist()
    [1.5, 1.5, 5.0]
    """
    running = np.cumsum(weights)
    if len(ends) == len(weights):
        return np.asarray(running - weights / 2)
    upper = running[ends]
    return np.repeat((upper + np.append(0.0, upper[:-1])) / 2, np.diff(ends, prepend=-1))


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
        return tuple(label for label, w in zip(self.labels, self._class_mass, strict=True) if w == 0)

    @property
    def sizes(self) -> Floats:
        """Cases of each class; with importance weights Kish's effective numbers."""
        sums = self._class_mass
        if self.weights is None:
            return sums
        squares = np.bincount(self.truth, weights=self.weights**2, minlength=len(self.labels))
        return np.divide(sums**2, squares, out=np.zeros(len(sums)), where=squares > 0)

    @cached_property
    def _class_mass(self) -> Floats:
        """What the cases of each class weigh."""
        # Without a column of ones, which would be as large as the scores.
        alone = self.weights is None and self.times is None
        sums = np.bincount(self.truth, weights=None if alone else self.mass, minlength=len(self.labels))
        return sums.astype(float)

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
