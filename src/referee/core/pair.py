"""Two models on the same cases: pairing proved once, so that nobody has to check it again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal

import numpy as np

from referee import _check, _format
from referee.core.answers import Answers
from referee.core.class_scores import ScoreGrid
from referee.core.joint import JointConfusion
from referee.core.tables import Labelled, joint_counts
from referee.core.types import Array, Codes, Counts, Floats, Label
from referee.errors import PairingError

Pairing = Literal["position", "case id", "row"]
"""How it is known which rows are the same case: their place, their id, or that they were counted together."""


class Pair(Labelled):
    """Answers of two models about the same cases with the same truth.

    With case ids cases are matched by id, whatever the order of rows; without, by position, when the truth is equal
    row by row. Models that were counted together share their rows. `by` says which. Anything else is refused with a
    `PairingError`: two tables of counts made apart can look alike and mean other cases.

    >>> from referee import read
    >>> a = read([1, 0, 1], [1, 0, 0], case_ids=["x", "y", "z"])
    >>> b = read([1, 1, 0], [1, 1, 1], case_ids=["z", "x", "y"])
    >>> pair = Pair(a, b)
    >>> pair.by, pair.joint.only_a_right, pair.joint.only_b_right
    ('case id', 1, 1)
    """

    def __init__(self, a: Answers, b: Answers) -> None:
        for arg, value in (("a", a), ("b", b)):
            if not isinstance(value, Answers):
                _check.fail(arg, "be the answers of a model", type(value).__name__, "See `referee.read`.")
        self.a, self.b = a, b
        self.by: Pairing = "position" if a.case_ids is None else "case id"
        self.grid: ScoreGrid | None = None
        self._order: Codes | None = None
        if a.counted_with and a.counted_with == b.counted_with:
            self.by, self.grid = a.paired_by, a.grids.get(b.counted_as)
            self.truth, self.labels = a.truth, a.labels
        else:
            self._match(a, b)
        self.positive = self._same_positive()
        if self.grid is not None:  # each model has rows of its own score, which only the grid pairs
            self.times, self.weights, self.groups = a.times, None, None
            return
        self.times = self._same_column("times")
        self.weights = self._same_column("weights")
        self.groups = self._same_column("groups")

    def _match(self, a: Answers, b: Answers) -> None:
        """Pair rows by id or by position, and prove that they have the same truth."""
        known = a.case_ids is not None and b.case_ids is not None
        if (a.counted or b.counted) and a is not b and not known:
            hint = "Read both models at once: see `referee.read_models`."
            _check.fail("b", "be counted together with `a`", "counts made apart", hint, error=PairingError)
        if (a.case_ids is None) != (b.case_ids is None):
            who = "a" if b.case_ids is None else "b"
            got = f"case ids in `{who}` only"
            _check.fail("b", "identify its cases as `a` does", got, error=PairingError)
        if a.case_ids is not None and b.case_ids is not None:
            self._order = _match_ids(a.case_ids, b.case_ids)
        if a.n != b.n:
            got = f"{_format.plural(a.n, 'case')} and {_format.plural(b.n, 'case')}"
            _check.fail("b", "have as many cases as `a`", got, error=PairingError)
        (self.truth, other), self.labels = recode([(a.truth, a.labels), (self.of_b(b.truth), b.labels)])
        self._same_truth(other)

    def __repr__(self) -> str:
        return f"<Pair: {_format.plural(self.n, 'case')}, paired by {self.by}>"

    def of_b(self, column: Array) -> Array:
        """A column of the second model in the order of the first one's rows."""
        return column if self._order is None else column[self._order]

    @property
    def places_of_b(self) -> Codes | slice:
        """Which rows of the second model belong to the rows of the first."""
        return slice(None) if self._order is None else self._order

    @cached_property
    def predicted(self) -> tuple[Codes, Codes]:
        """The classes predicted by both models, as indexes into `labels`."""
        self._need_rows()
        parts = [(self.a.need_predicted(), self.a.labels), (self.of_b(self.b.need_predicted()), self.b.labels)]
        (one, two), _ = recode(parts)
        return one, two

    @property
    def scores(self) -> tuple[Floats, Floats]:
        """The scores of both models for the positive class, in the same order of rows."""
        self._need_rows()
        code = self.positive_code
        columns = []
        for model, name in ((self.a, "a"), (self.b, "b")):
            if model.scores is None:
                _check.fail(name, "have scores", "predicted classes only")
            own = model.labels.index(self.labels[code])
            columns.append(model.scores if model.scores.ndim == 1 else model.scores[:, own])
        return columns[0], self.of_b(columns[1])

    @cached_property
    def joint(self) -> JointConfusion:
        """The joint confusion of the two models; cases must not have importance weights."""
        if self.weights is not None:
            _check.fail("weights", "not be importance weights in a joint table of counts", "weights")
        counts = joint_counts(len(self.labels), self.truth, *self.predicted, weights=self.times)
        return JointConfusion(counts, self.labels, self.positive)

    @cached_property
    def clusters(self) -> tuple[Counts, Counts]:
        """One confusion table a group for each model, shape `(groups, K, K)`; `groups` must have been given."""
        one, two = self.predicted
        return self._cluster_tables(one), self._cluster_tables(two)

    def _need_rows(self) -> None:
        if self.grid is not None:
            hint = "Keep the records: keep='records' (--records)."
            got = "scores that were counted on a grid"
            _check.fail("b", "have the rows of `a`", got, hint, error=PairingError)

    def _same_truth(self, other: Codes) -> None:
        wrong = np.flatnonzero(self.truth != other)
        if not len(wrong):
            return
        ids = self.a.case_ids
        where = wrong if ids is None else ids[wrong]
        what = "index" if ids is None else "id"
        got = f"{_format.plural(len(wrong), 'case')} with another truth: {what} {_first(where)}"
        hint = "Give case_ids (--id) to pair rows in different order." if ids is None else ""
        _check.fail("b", "have the same truth as `a`", got, hint, error=PairingError)

    def _same_positive(self) -> Label | None:
        a, b = self.a.positive, self.b.positive
        if a is not None and b is not None and a != b:
            _check.fail("positive", "be the same for both models", f"{a!r} and {b!r}", error=PairingError)
        return b if a is None else a

    def _same_column(self, name: str) -> Array | None:
        a, b = getattr(self.a, name), getattr(self.b, name)
        if a is None and b is None:
            return None
        if a is None or b is None:
            got = f"{name} of `{'a' if b is None else 'b'}` alone"
            _check.fail(name, "be given for both models or for none", got, error=PairingError)
        if not np.array_equal(a, self.of_b(b)):
            _check.fail(name, "be the same for both models", "others in `b`", error=PairingError)
        return np.asarray(a)


def _match_ids(a: Array, b: Any) -> Codes:
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


def _first(values: Array) -> str:
    return _format.listing(values[:3].tolist(), 3) + (f" and {len(values) - 3} more" if len(values) > 3 else "")


def names_of(a: object, b: object) -> tuple[str, str]:
    """What two models are called: A and B where a name is missing, and where both have the same one.

    >>> names_of(None, None)
    ('A', 'B')
    """
    one, two = getattr(a, "name", "") or "A", getattr(b, "name", "") or "B"
    return ("A", "B") if one == two else (one, two)


def recode(parts: Sequence[tuple[Codes, tuple[Label, ...]]]) -> tuple[list[Codes], tuple[Label, ...]]:
    """Columns coded apart, recoded into one tuple of labels.

    >>> codes, labels = recode([(np.array([0, 1]), ("a", "b")), (np.array([0, 0]), ("b",))])
    >>> labels, [c.tolist() for c in codes]
    (('a', 'b'), [[0, 1], [1, 1]])
    """
    if all(own == parts[0][1] for _, own in parts):  # as the pairs of many models are, thousands of them
        return [codes for codes, _ in parts], parts[0][1]
    labels = join_labels([own for _, own in parts])
    place = {label: code for code, label in enumerate(labels)}
    out = []
    for codes, own in parts:
        new = np.array([place[label] for label in own], dtype=np.int64)
        out.append(codes if np.array_equal(new, np.arange(len(own))) else new[codes])
    return out, labels


def join_labels(parts: Sequence[tuple[Label, ...]]) -> tuple[Label, ...]:
    """One tuple of the labels of several columns: that of the column that has them all, in its order, else sorted.

    >>> join_labels([("low", "high"), ("high",)]), join_labels([("b", "a"), ("c",)])
    (('low', 'high'), ('a', 'b', 'c'))
    """
    declared = max(parts, key=len)
    every = {label for labels in parts for label in labels}
    return declared if set(declared) == every else tuple(sort_labels(every))


def sort_labels(labels: Any) -> list[Label]:
    """Labels in ascending order; numbers before text.

    >>> sort_labels({"b", "a"}), sort_labels({10, 9})
    (['a', 'b'], [9, 10])
    """
    return sorted(labels, key=lambda label: (isinstance(label, str), label))


def fingerprints(ids: Array) -> Codes:
    """A number for each text: equal texts have equal numbers, other texts nearly always others.

    Case ids are compared by them: sorting a million texts takes seconds, sorting their fingerprints does not.

    >>> one, two = fingerprints(np.array(["a", "bc"])), fingerprints(np.array(["bc", "long text"]))
    >>> bool(one[1] == two[0]), bool(one[0] == two[1])
    (True, False)
    """
    return np.fromiter(map(hash, ids.tolist()), dtype=np.int64, count=len(ids))


def all_differ(ids: Array) -> bool:
    """Whether the ids are known to differ from each other; False also when two fingerprints collide.

    >>> all_differ(np.array(["a", "b"])), all_differ(np.array(["a", "a"]))
    (True, False)
    """
    numbers = np.sort(fingerprints(ids))
    return not (numbers[1:] == numbers[:-1]).any()


def order_of(a: Array, b: Array) -> Codes | None:
    """The rows of b in the order of a, or None when fingerprints cannot show that they are the same ids.

    >>> order_of(np.array(["x", "y", "z"]), np.array(["z", "x", "y"])).tolist()
    [1, 2, 0]
    """
    if len(a) != len(b):
        return None
    if np.array_equal(a, b):
        return np.arange(len(a))
    by_a, by_b = np.argsort(fingerprints(a)), np.argsort(fingerprints(b))
    order = np.empty(len(a), dtype=np.int64)
    order[by_a] = by_b
    return order if np.array_equal(a, b[order]) else None
