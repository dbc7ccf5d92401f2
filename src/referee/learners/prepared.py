"""A learner with the preparation of columns inside: it imports scikit-learn, so import it where it is used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin
from sklearn.utils.metaestimators import available_if

from referee.core.types import Array, Column, Floats, Table

MOST = 1000
"""So many categories of a column are told apart, those that the training part has most often."""

_Method = TypeVar("_Method", bound=Callable[..., Any])


def _has(name: str) -> Callable[[_Method], _Method]:
    """A method that is there when the learner has it."""
    return available_if(lambda self: callable(getattr(self.learner, name, None)))


class Prepared(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):  # type: ignore[misc, unused-ignore]
    """A learner that can be given codes of text and missing numbers, as a scikit-learn classifier.

    What the columns need is learnt in `fit`, from the training part alone (see `Preparation`); `text` are the places of
    columns of text, `gaps` leaves missing numbers to the learner, `scale` brings numbers to mean 0 and standard
    deviation 1, `single` makes them floats of 32 bits, and `coded` gives the learner classes as 0, 1, 2, ... The
    learner itself is fitted, as a pipeline fits its last step.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> X = np.array([[0.0, 1.0], [0.0, np.nan], [1.0, 2.0], [1.0, 3.0]])
    >>> Prepared(GaussianNB(), text=(0,)).fit(X, ["no", "no", "yes", "yes"]).predict(X).tolist()
    ['no', 'no', 'yes', 'yes']
    """

    def __init__(
        self,
        learner: Any,
        scale: bool = False,
        text: tuple[int, ...] = (),
        gaps: bool = False,
        coded: bool = False,
        single: bool = False,
    ) -> None:
        self.learner = learner
        self.scale = scale
        self.text = text
        self.gaps = gaps
        self.coded = coded
        self.single = single

    def fit(self, X: Table, y: Column) -> Prepared:
        """Learn what the columns need, and the classes."""
        self.preparation_ = Preparation.of(np.asarray(X), text=self.text, scale=self.scale, gaps=self.gaps)
        if self.coded:
            self.classes_, y = np.unique(np.asarray(y), return_inverse=True)
        self.learner.fit(self._numbers(X), y)
        if not self.coded and hasattr(self.learner, "classes_"):
            self.classes_ = self.learner.classes_
        return self

    def _numbers(self, X: Table) -> Any:
        numbers = self.preparation_.numbers(np.asarray(X))
        return numbers.astype(np.float32) if self.single else numbers

    def predict(self, X: Table) -> Array:
        """A class for each row."""
        said = self.learner.predict(self._numbers(X))
        return self.classes_[np.asarray(said).astype(np.int64).ravel()] if self.coded else said

    @_has("predict_proba")
    def predict_proba(self, X: Table) -> Array:
        """A probability of each class for each row."""
        return self.learner.predict_proba(self._numbers(X))

    @_has("decision_function")
    def decision_function(self, X: Table) -> Array:
        """The learner's own score."""
        return self.learner.decision_function(self._numbers(X))


@dataclass(frozen=True, eq=False)
class Preparation:
    """How to turn columns into numbers for learners: codes of text one-hot, missing numbers to the median, scaled.

    Learnt from the rows it is made `of`, used on any. A text that these rows did not have becomes all zeros; a
    missing text is a category of its own; a column of numbers that are all missing becomes 0. The columns of numbers
    come first, then those of each text.

    >>> rows = np.array([[0.0, 1.0], [1.0, np.nan], [0.0, 3.0]])
    >>> Preparation.of(rows, text=(0,)).numbers(np.array([[1.0, np.nan], [2.0, 7.0]])).tolist()
    [[2.0, 0.0, 1.0], [7.0, 0.0, 0.0]]
    """

    text: tuple[int, ...]
    seen: tuple[Floats, ...]
    """The codes of each column of text that the rows have, -1 for a missing one."""
    fill: Floats | None
    centre: Floats | None
    spread: Floats | None

    @classmethod
    def of(cls, X: Floats, *, text: tuple[int, ...] = (), scale: bool = False, gaps: bool = False) -> Preparation:
        """What these rows need."""
        seen = tuple(_categories(X[:, j]) for j in text)
        numbers = np.delete(X, text, axis=1) if text else X
        fill = centre = spread = None
        missing = np.isnan(numbers) if numbers.dtype.kind == "f" else np.zeros((0, 0), dtype=bool)
        if not gaps:
            known = (column[~np.isnan(column)] for column in numbers.T) if missing.any() else numbers.T
            fill = np.array([np.median(column) if len(column) else 0.0 for column in known])
            numbers = np.where(missing, fill, numbers) if missing.any() else numbers
        if scale:
            centre, spread = np.nanmean(numbers, axis=0), np.nanstd(numbers, axis=0)
            rounding = len(numbers) * np.finfo(float).eps
            flat = (spread <= rounding * np.abs(centre)) | np.isinf(spread)  # rounding, or too large: not scaled
            spread = np.where(flat, 1.0, spread)
        return cls(text, seen, fill, centre, spread)

    def numbers(self, X: Floats) -> Floats:
        """Rows as numbers."""
        numbers = np.delete(X, self.text, axis=1) if self.text else X
        if self.fill is not None and numbers.dtype.kind == "f":
            numbers = np.where(np.isnan(numbers), self.fill, numbers)
        if self.centre is not None and self.spread is not None:
            numbers = (numbers - self.centre) / self.spread
        if not self.text:
            return numbers
        coded = [_codes(X[:, j])[:, None] == seen for j, seen in zip(self.text, self.seen, strict=True)]
        return np.hstack([numbers, *coded]).astype(float)


def _codes(column: Floats) -> Floats:
    return np.where(np.isnan(column), -1.0, column)


def _categories(column: Floats) -> Floats:
    """The categories of a column of codes, in order; of too many those that are most often there."""
    found, counts = np.unique(_codes(column), return_counts=True)
    return found if len(found) <= MOST else np.sort(found[np.argsort(-counts, kind="stable")[:MOST]])
