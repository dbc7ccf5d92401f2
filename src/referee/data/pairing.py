"""Two models on the same cases: pairing proved once, so that nobody has to check it again."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee import _check, _format
from referee.core.joint import JointConfusion
from referee.core.types import Counts, Floats, Label
from referee.data.encode import shared
from referee.data.ids import order_of
from referee.data.predictions import Predictions
from referee.data.tables import grouped_counts
from referee.errors import PairingError

_CHUNK = 1 << 16


class PairedPredictions:
    """Predictions of two models that are about the same cases with the same truth.

    With case ids cases are matched by id, whatever the order of rows; without, by position, when the truth is
    equal row by row. `by` says which. Anything else is refused with a `PairingError`.

    >>> a = Predictions([1, 0, 1], [1, 0, 0], case_ids=["x", "y", "z"])
    >>> b = Predictions([1, 1, 0], [1, 1, 1], case_ids=["z", "x", "y"])
    >>> pair = PairedPredictions(a, b)
    >>> pair.by, pair.joint.only_a_right, pair.joint.only_b_right
    ('case id', 1, 1)
    """

    def __init__(self, a: Predictions, b: Predictions) -> None:
        for arg, value in (("a", a), ("b", b)):
            if not isinstance(value, Predictions):
                _check.fail(arg, "be Predictions", type(value).__name__)
        self.a, self.b = a, b
        self.n = a.n
        if (a.case_ids is None) != (b.case_ids is None):
            who = "a" if b.case_ids is None else "b"
            got = f"case ids in `{who}` only"
            _check.fail("b", "identify its cases as `a` does", got, error=PairingError)
        self.by = "position" if a.case_ids is None else "case id"
        self._order = None if a.case_ids is None else _matched(a.case_ids, b.case_ids)
        if a.n != b.n:
            got = f"{_format.plural(a.n, 'case')} and {_format.plural(b.n, 'case')}"
            _check.fail("b", "have as many cases as `a`", got, error=PairingError)
        (self.truth, other), self.labels = shared([(a.truth, a.labels), (self.of_b(b.truth), b.labels)])
        self._same_truth(other)
        self.positive = self._same_positive()
        self.weights = self._same_column("weights")
        self.groups = self._same_column("groups")

    def __repr__(self) -> str:
        return f"<PairedPredictions: {_format.plural(self.n, 'case')}, paired by {self.by}>"

    def of_b(self, column: NDArray[Any]) -> NDArray[Any]:
        """A column of the second model in the order of the first one's rows."""
        return column if self._order is None else column[self._order]

    @cached_property
    def predicted(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The classes predicted by both models, as indexes into `labels`."""
        parts = [(self.a.predicted, self.a.labels), (self.of_b(self.b.predicted), self.b.labels)]
        place = {label: code for code, label in enumerate(self.labels)}
        one, two = (np.array([place[label] for label in own])[codes] for codes, own in parts)
        return one, two

    @property
    def scores(self) -> tuple[Floats, Floats]:
        """The scores of both models for the positive class, in the same order of rows."""
        code = self._positive_code
        columns = []
        for model, name in ((self.a, "a"), (self.b, "b")):
            if model.scores is None:
                _check.fail(name, "have scores", "predicted classes only")
            own = model.labels.index(self.labels[code])
            columns.append(model.scores if model.scores.ndim == 1 else model.scores[:, own])
        return columns[0], self.of_b(columns[1])

    @property
    def is_positive(self) -> NDArray[np.bool_]:
        """Whether each case is of the positive class."""
        return np.asarray(self.truth == self._positive_code)

    @cached_property
    def joint(self) -> JointConfusion:
        """The joint confusion of the two models; cases must not have importance weights."""
        weights: Any = None
        if self.weights is not None:
            if self.a.weights_are != "counts":
                _check.fail("weights", "not be importance weights in a joint table of counts", "weights")
            weights = self.weights
        return JointConfusion(
            _triple_counts(self.truth, *self.predicted, len(self.labels), weights), self.labels, self.positive
        )

    @cached_property
    def clusters(self) -> tuple[Counts, Counts]:
        """One confusion table a group for each model, shape `(groups, K, K)`; `groups` must have been given."""
        if self.groups is None:
            _check.fail("groups", "be given to count by cluster", "None")
        names = self.groups.astype(str) if self.groups.dtype == object else self.groups
        found, group = np.unique(names, return_inverse=True)
        one, two = (
            grouped_counts(self.truth, answers, len(self.labels), group, len(found), self.weights)
            for answers in self.predicted
        )
        return one, two

    @property
    def _positive_code(self) -> int:
        if self.positive is None:
            hint = f"There are {_format.listing(self.labels)}."
            _check.fail("positive", "name the positive class", "None", hint)
        return self.labels.index(self.positive)

    def _same_truth(self, other: NDArray[np.int64]) -> None:
        wrong = np.flatnonzero(self.truth != other)
        if not len(wrong):
            return
        ids = self.a.case_ids
        where = wrong if ids is None else ids[wrong]
        what = "row" if ids is None else "id"
        got = f"{_format.plural(len(wrong), 'case')} with another truth: {what} {_first(where)}"
        hint = "Give case_ids to pair rows in different order." if ids is None else ""
        _check.fail("b", "have the same truth as `a`", got, hint, error=PairingError)

    def _same_positive(self) -> Label | None:
        a, b = self.a.positive, self.b.positive
        if a is not None and b is not None and a != b:
            _check.fail("positive", "be the same for both models", f"{a!r} and {b!r}", error=PairingError)
        return b if a is None else a

    def _same_column(self, name: str) -> NDArray[Any] | None:
        a, b = getattr(self.a, name), getattr(self.b, name)
        if a is None and b is None:
            return None
        aligned = None if b is None else self.of_b(b)
        if a is not None and aligned is not None and not np.array_equal(a, aligned):
            _check.fail(name, "be the same for both models", "others in `b`", error=PairingError)
        return a if a is not None else aligned


def _matched(a: NDArray[Any], b: Any) -> NDArray[np.int64]:
    """The rows of b in the order of a, both with ids that differ from each other."""
    found = order_of(a, b)
    if found is not None:
        return found
    by_a, by_b = np.argsort(a, kind="stable"), np.argsort(b, kind="stable")
    if len(a) != len(b) or not np.array_equal(a[by_a], b[by_b]):
        missing, unexpected = np.setdiff1d(a, b), np.setdiff1d(b, a)
        parts = [
            f"{_format.count(len(ids))} {word}: {_first(ids)}"
            for ids, word in ((missing, "missing"), (unexpected, "unexpected"))
            if len(ids)
        ]
        _check.fail("b", "be about the cases of `a`", "; ".join(parts), error=PairingError)
    order = np.empty(len(a), dtype=np.int64)
    order[by_a] = by_b
    return order


def _first(values: NDArray[Any]) -> str:
    return _format.listing(values[:3].tolist(), 3) + (f" and {len(values) - 3} more" if len(values) > 3 else "")


def _triple_counts(
    truth: NDArray[np.int64], a: NDArray[np.int64], b: NDArray[np.int64], size: int, weights: Any
) -> Counts:
    """Counts of three code columns, in cache-sized pieces."""
    out = np.zeros(size**3)
    if weights is None:
        out = out.astype(np.int64)
    for start in range(0, len(truth), _CHUNK):
        piece = slice(start, start + _CHUNK)
        cell = (truth[piece] * size + a[piece]) * size + b[piece]
        out += np.bincount(cell, weights=None if weights is None else weights[piece], minlength=size**3)
    return out.reshape(size, size, size)
