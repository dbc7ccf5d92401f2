"""A learner with the preparation of columns inside: it imports scikit-learn, so import it where it is used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin
from sklearn.utils.metaestimators import available_if

from referee import _format
from referee.core.types import Array, Column, Floats, Table

_Method = TypeVar("_Method", bound=Callable[..., Any])


def _has(name: str) -> Callable[[_Method], _Method]:
    """A method that is there when the learner has it."""
    return available_if(lambda self: callable(getattr(self.learner, name, None)))


class Prepared(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):  # type: ignore[misc, unused-ignore]
    """A learner that can be given text columns and missing numbers, as a scikit-learn classifier.

    What the columns need is learnt in `fit`, from the training part alone (see `Preparation`); `scale` also brings
    numbers to mean 0 and standard deviation 1. Tables of numbers without gaps pass as they are. The learner itself is
    fitted, as a pipeline fits its last step.

    >>> import numpy as np
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X = np.array([["a", 1.0], ["a", None], ["b", 2.0], ["b", 3.0]], dtype=object)
    >>> Prepared(GaussianNB()).fit(X, [0, 0, 1, 1]).predict(X).tolist()
    [0, 0, 1, 1]
    """

    def __init__(self, learner: Any, scale: bool = False) -> None:
        self.learner = learner
        self.scale = scale

    def fit(self, X: Table, y: Column) -> Prepared:
        """Learn what the columns need, and the classes."""
        self.preparation_ = Preparation.of(X, scale=self.scale)
        self.learner.fit(self.preparation_.numbers(X), y)
        return self

    @property
    def classes_(self) -> Any:
        """The classes of the fitted learner, where it keeps them."""
        return self.learner.classes_

    def predict(self, X: Table) -> Any:
        """A class for each row."""
        return self.learner.predict(self.preparation_.numbers(X))

    @_has("predict_proba")
    def predict_proba(self, X: Table) -> Any:
        """A probability of each class for each row."""
        return self.learner.predict_proba(self.preparation_.numbers(X))

    @_has("decision_function")
    def decision_function(self, X: Table) -> Any:
        """The learner's own score."""
        return self.learner.decision_function(self.preparation_.numbers(X))


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
    def of(cls, X: Table, *, scale: bool = False) -> Preparation:
        """What these rows need."""
        return cls(X, scale)

    @cached_property
    def levels(self) -> tuple[dict[Any, int] | None, ...]:
        """The categories of each column of text; None for a column of numbers."""
        return tuple(_levels(column) for column in np.asarray(self.rows).T)

    @cached_property
    def fill(self) -> Floats:
        """The median of each column of numbers."""
        known = (column[~np.isnan(column)] for column in self._measure(self.rows).T)
        return np.array([np.median(column) if len(column) else 0.0 for column in known])

    @cached_property
    def centre_and_spread(self) -> tuple[Floats, Floats]:
        """The mean and standard deviation of each column of numbers; 1 for what is 0, or no more than rounding."""
        filled = self._fill(self.rows)
        centre, spread = filled.mean(axis=0), filled.std(axis=0)
        rounding = len(filled) * np.finfo(float).eps
        return centre, np.where(spread**2 <= rounding * spread**2 + (rounding * centre) ** 2, 1.0, spread)

    def _measure(self, X: Table) -> Floats:
        pairs = zip(np.asarray(X).T, self.levels, strict=True)
        columns = [column.astype(float) for column, levels in pairs if levels is None]
        return np.stack(columns, axis=1) if columns else np.zeros((len(X), 0))

    def _fill(self, X: Table) -> Floats:
        measured = self._measure(X)
        return np.where(np.isnan(measured), self.fill, measured)

    def numbers(self, X: Table) -> Any:
        """Rows as numbers: as they are when they are numbers, all there, and not to be scaled."""
        if not self.scale and _plain(X) and _plain(self.rows):
            return X
        measured = self._fill(X)
        if self.scale:
            centre, spread = self.centre_and_spread
            measured = (measured - centre) / spread
        numbers = iter(measured.T[:, :, None])
        pairs = zip(np.asarray(X).T, self.levels, strict=True)
        return np.hstack([next(numbers) if levels is None else _one_hot(cells, levels) for cells, levels in pairs])


def preparation_note(X: Table) -> str:
    """What will be done to these features inside every training part, in words; empty when nothing.

    >>> preparation_note(np.array([["a", 1.0], ["b", None]], dtype=object))
    '1 text column is one-hot coded, 1 missing number becomes the median'
    """
    if _plain(X):
        return ""
    made = Preparation.of(X)
    text, missing = sum(levels is not None for levels in made.levels), int(np.isnan(made._measure(X)).sum())
    said = []
    if text:
        said.append(f"{_format.plural(text, 'text column')} {'is' if text == 1 else 'are'} one-hot coded")
    if missing:
        verb = "becomes" if missing == 1 else "become"
        said.append(f"{_format.plural(missing, 'missing number')} {verb} the median")
    return ", ".join(said)


def _plain(X: Table) -> bool:
    """Whether this is a table of numbers that are all there, or nothing that we can look into."""
    if not isinstance(X, np.ndarray):
        return not hasattr(X, "__array__")
    return X.dtype.kind in "iub" or (X.dtype.kind == "f" and not np.isnan(X).any())


def _levels(column: Array) -> dict[Any, int] | None:
    """The categories of a column of text in order, or None for a column of numbers."""
    found = set() if column.dtype.kind in "iubf" else {_cell(value) for value in column.tolist()}
    if not any(isinstance(value, str) for value in found):
        return None
    return {value: code for code, value in enumerate(sorted(found, key=lambda v: (v is not None, str(v))))}


def _one_hot(column: Array, levels: dict[Any, int]) -> Floats:
    """A column of text with a column of 0 and 1 for each category."""
    codes = np.array([levels.get(_cell(value), -1) for value in column.tolist()])
    return (codes[:, None] == np.arange(len(levels))).astype(float)


def _cell(value: Any) -> Any:
    """A cell of a text column; whatever is no text counts as missing."""
    return value if isinstance(value, str) else None
