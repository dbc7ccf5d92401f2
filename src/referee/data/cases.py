"""Scored cases as arrays: the true class of each, and one column of scores or probabilities a class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee import _check, _format
from referee.core.types import Floats, Label
from referee.data.predictions import Predictions

SUM_TOLERANCE = 1e-5
"""How far the probabilities of a case may sum from 1."""


@dataclass(frozen=True)
class Cases:
    """Checked cases: `truth` are columns of `scores`, whose classes are `labels`; of two the positive is last.

    `weights` are importance weights or None; `groups` are codes of clusters or None. Cases that stand for several
    (`weights_are="counts"`) are repeated.
    """

    truth: NDArray[np.int64]
    scores: Floats
    labels: tuple[Label, ...]
    weights: Floats | None = None
    groups: NDArray[np.int64] | None = None

    @property
    def n(self) -> int:
        """Number of cases."""
        return len(self.truth)

    @property
    def n_effective(self) -> float:
        """Number of cases; with importance weights Kish's effective number."""
        if self.weights is None:
            return float(self.n)
        return float(self.weights.sum() ** 2 / (self.weights**2).sum())

    @property
    def unit(self) -> Floats:
        """The weights, 1 for each case when none were given."""
        return np.ones(self.n) if self.weights is None else self.weights

    @property
    def caution(self) -> str:
        """What a method that takes cases as independent must say when they come in groups."""
        return "" if self.groups is None else "; cases taken as independent although they come in groups"

    @property
    def absent(self) -> tuple[Label, ...]:
        """Classes without a case (or without weight)."""
        total = np.bincount(self.truth, weights=self.unit, minlength=len(self.labels))
        return tuple(label for label, w in zip(self.labels, total, strict=True) if w == 0)


def score_cases(
    data: Any,
    y_score: Any = None,
    *,
    positive: Label | None = None,
    labels: Sequence[Label] | None = None,
    weights: Any = None,
) -> Cases:
    """Cases with any scores, one column a class; a single score of two classes gives the columns -s and s.

    >>> score_cases([1, 0], [0.2, 0.7]).scores.tolist()
    [[-0.2, 0.2], [-0.7, 0.7]]
    """
    p = _predictions(data, y_score, positive, labels, weights)
    assert p.scores is not None
    if p.scores.ndim == 2:
        return _cases(p, p.truth, p.scores.astype(float), p.labels)
    if len(p.labels) > 2:
        rule = f"have one column for each of the {len(p.labels)} classes ({_format.listing(p.labels)})"
        _check.fail("y_score", rule, "1 column")
    s = p.scores.astype(float)
    truth, names = _against_rest(p)
    return _cases(p, truth, np.stack([-s, s], axis=1), names)


def probability_cases(
    data: Any,
    y_score: Any = None,
    *,
    positive: Label | None = None,
    labels: Sequence[Label] | None = None,
    weights: Any = None,
) -> Cases:
    """Cases with probabilities: one column a class, rows that sum to 1; one column p means (1 - p, p).

    A single column is the probability of the positive class, against the rest when there are more than two.

    >>> probability_cases([1, 0], [0.25, 0.5]).scores.tolist()
    [[0.75, 0.25], [0.5, 0.5]]
    """
    p = _predictions(data, y_score, positive, labels, weights)
    assert p.scores is not None
    matrix = _probabilities(p.scores, p.labels)
    if matrix.ndim == 1:
        return _two_columns(p, matrix)
    if len(p.labels) == 2 and p.positive == p.labels[0]:
        return _two_columns(p, matrix[:, 0])
    return _cases(p, p.truth, matrix, p.labels)


def binary_cases(
    data: Any,
    y_score: Any = None,
    *,
    positive: Label | None = None,
    labels: Sequence[Label] | None = None,
    weights: Any = None,
) -> Cases:
    """Cases with the probability of the positive class (column 1) against the rest; truth is 0 or 1.

    >>> P = [[0.7, 0.2, 0.1], [0.1, 0.6, 0.3], [0.2, 0.3, 0.5]]
    >>> binary_cases(["a", "b", "c"], P, positive="b").scores[:, 1].tolist()
    [0.2, 0.6, 0.3]
    """
    p = _predictions(data, y_score, positive, labels, weights)
    assert p.scores is not None
    matrix = _probabilities(p.scores, p.labels)
    if matrix.ndim == 2:
        matrix = matrix[:, p.labels.index(_positive(p))]
    return _two_columns(p, matrix)


def _predictions(
    data: Any, y_score: Any, positive: Label | None, labels: Sequence[Label] | None, weights: Any
) -> Predictions:
    """The predictions given, or made of the columns."""
    if not isinstance(data, Predictions):
        if y_score is None:
            _check.fail("y_score", "be given with `y_true`", "None")
        return Predictions(data, y_score=y_score, positive=positive, labels=labels, weights=weights)
    extra = {"y_score": y_score, "positive": positive, "labels": labels, "weights": weights}
    for name, value in extra.items():
        if value is not None:
            _check.fail(name, "not be given with `Predictions`", type(value).__name__)
    if data.scores is None:
        _check.fail("y_score", "be given", "predicted classes only")
    return data


def _positive(p: Predictions) -> Label:
    if p.positive is None:
        _check.fail("positive", "name the positive class", "None", f"There are {_format.listing(p.labels)}.")
    return p.positive


def _against_rest(p: Predictions) -> tuple[NDArray[np.int64], tuple[Label, ...]]:
    """Truth as 0 or 1, and the names of the two sides."""
    positive = _positive(p)
    others = [label for label in p.labels if label != positive]
    truth = (p.truth == p.labels.index(positive)).astype(np.int64)
    return truth, (others[0] if len(others) == 1 else f"not {positive}", positive)


def _two_columns(p: Predictions, probability: Floats) -> Cases:
    truth, names = _against_rest(p)
    return _cases(p, truth, np.stack([1 - probability, probability], axis=1), names)


def _cases(p: Predictions, truth: NDArray[np.int64], scores: Floats, labels: tuple[Label, ...]) -> Cases:
    """Cases with the weights and groups of the predictions."""
    groups = None
    if p.groups is not None:
        keys = p.groups.astype(str) if p.groups.dtype == object else p.groups
        groups = np.unique(keys, return_inverse=True)[1].astype(np.int64)
    if p.weights is not None and p.weights_are == "counts":
        rows = np.repeat(np.arange(p.n), p.weights.astype(np.int64))
        return Cases(truth[rows], scores[rows], labels, None, None if groups is None else groups[rows])
    return Cases(truth, scores, labels, p.weights, groups)


def _probabilities(scores: Floats, labels: tuple[Label, ...]) -> Floats:
    """The scores as float64, refused unless they are probabilities; nothing is clipped or normalised."""
    matrix = scores.astype(float)
    outside = ~((matrix >= 0) & (matrix <= 1))
    if outside.any():
        place = np.argwhere(outside)[0]
        where = f"{matrix[tuple(place)]:g} at row {place[0]}"
        if matrix.ndim == 2:
            where += f" for class {_format.listing(labels[place[1] : place[1] + 1])}"
        hint = "Scores that are not probabilities can be ranked, not calibrated."
        _check.fail("y_score", "hold probabilities from 0 to 1", where, hint)
    if matrix.ndim == 2:
        sums = matrix.sum(axis=1)
        off = np.abs(sums - 1) > SUM_TOLERANCE
        if off.any():
            row = int(np.flatnonzero(off)[0])
            got = f"a sum of {sums[row]:.10g} at row {row} ({_format.plural(int(off.sum()), 'such row')})"
            hint = "Nothing is normalised unseen: divide each row by its sum if that is what you mean."
            _check.fail("y_score", f"have rows that sum to 1 within {SUM_TOLERANCE:g}", got, hint)
    return matrix
