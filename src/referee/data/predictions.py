"""What a model said about labelled cases: checked once, then counted on demand."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from referee import _check, _format
from referee.core.confusion import ConfusionMatrix
from referee.core.ranking import Ranking
from referee.core.types import Counts, Floats, Label
from referee.data.column import (
    Column,
    keys_column,
    keys_text,
    labels_column,
    numbers_column,
    same_length,
    same_rows,
    score_columns,
)
from referee.data.encode import encode, relabel
from referee.data.ids import all_differ
from referee.data.scores import rank, rank_weighted
from referee.data.tables import count_columns, grouped_counts, weighted_counts

WeightMeaning = Literal["importance", "counts"]


class Predictions:
    """Cases with their true class, and what a model said: a predicted class, a score, or both.

    Everything is checked on creation. Missing values are refused with their number and first position, never
    dropped; labels must be of one type; nothing is guessed: of two classes the positive one is `positive`, or
    True of (False, True), 1 of (0, 1) and of (-1, 1), else none.

    `weights` are importance weights (multiplying all by a constant changes nothing) unless
    `weights_are="counts"` says that each case stands for that many. `groups` names the cluster of each case
    (patient, document). `case_ids` identify cases, so that two models can be paired whatever the order of rows.

    >>> p = Predictions([1, 0, 1, 0], [1, 0, 0, 0], positive=1, name="logit")
    >>> p.n, p.confusion.tp, p.confusion.fn
    (4, 1, 1)
    """

    def __init__(
        self,
        y_true: Any,
        y_pred: Any = None,
        y_score: Any = None,
        *,
        labels: Sequence[Label] | None = None,
        positive: Label | None = None,
        case_ids: Any = None,
        weights: Any = None,
        weights_are: WeightMeaning = "importance",
        groups: Any = None,
        name: str = "",
    ) -> None:
        if y_pred is None and y_score is None:
            _check.fail("y_pred", "be given, or `y_score`", "neither")
        self.name = str(name)
        self.source = _library(y_true)
        self._truth = labels_column("y_true", y_true)
        self._prediction = None if y_pred is None else labels_column("y_pred", y_pred)
        self.n = len(self._truth)
        if self._prediction is not None:
            same_length("y_pred", self._prediction, "y_true", self.n)
            _same_kind(self._truth, self._prediction)
        self._declared = None if labels is None else tuple(_check.items("labels", labels, "labels"))
        self.labels: tuple[Label, ...] = self._found_labels()
        self.scores = None if y_score is None else _scores(y_score, self.n, self.labels)
        self.positive = _positive(self.labels, positive)
        self.positive_was_given = positive is not None
        _check.choice("weights_are", weights_are, ("importance", "counts"))
        self.weights_are: WeightMeaning = weights_are
        self.weights = None if weights is None else _weights(weights, self.n, weights_are)
        self.groups: NDArray[Any] | None = None
        if groups is not None:
            column = keys_column("groups", groups)
            same_length("groups", column, "y_true", self.n)
            self.groups = column.values if column.values.dtype.kind != "O" else keys_text(column)
        self.case_ids: NDArray[Any] | None = None
        if case_ids is not None:
            self.case_ids = _unique_ids(case_ids, self.n)
        given = {"y_pred": y_pred, "y_score": y_score, "weights": weights, "groups": groups, "case_ids": case_ids}
        for arg, values in given.items():
            same_rows(arg, values, "y_true", y_true)

    def __repr__(self) -> str:
        name = f" {self.name!r}" if self.name else ""
        return f"<Predictions{name}: {_format.plural(self.n, 'case')}, {len(self.labels)} classes>"

    def __len__(self) -> int:
        return self.n

    def _found_labels(self) -> tuple[Label, ...]:
        """The labels in order: declared, or those that occur."""
        if self._declared is None and self._prediction is not None:
            self._table, labels = count_columns(self._truth, self._prediction)
            return labels
        _, labels = self._codes_and_labels
        return labels

    @cached_property
    def _codes_and_labels(self) -> tuple[list[NDArray[np.int64]], tuple[Label, ...]]:
        """Codes of the truth (and of the prediction), and the labels in order."""
        columns = [c for c in (self._truth, self._prediction) if c is not None]
        codes, found = encode(*columns)
        return (codes, found) if self._declared is None else relabel(codes, found, self._declared)

    @property
    def truth(self) -> NDArray[np.int64]:
        """The true class of each case, as an index into `labels`."""
        return self._codes_and_labels[0][0]

    @property
    def predicted(self) -> NDArray[np.int64]:
        """The predicted class of each case, as an index into `labels`."""
        self._need_labels()
        return self._codes_and_labels[0][1]

    @property
    def has_labels(self) -> bool:
        """Whether there are predicted classes."""
        return self._prediction is not None

    @cached_property
    def confusion(self) -> ConfusionMatrix:
        """The confusion matrix."""
        self._need_labels()
        size = len(self.labels)
        if self.weights is None:
            table = getattr(self, "_table", None)
            if table is None:
                table, _, _ = weighted_counts(self.truth, self.predicted, size, np.ones(self.n))
                table = table.astype(np.int64)
            return ConfusionMatrix(table, self.labels, self.positive)
        sums, squares, cases = weighted_counts(self.truth, self.predicted, size, self.weights)
        if self.weights_are == "counts":
            return ConfusionMatrix(sums.astype(np.int64), self.labels, self.positive)
        return ConfusionMatrix(sums, self.labels, self.positive, squares, cases)

    @cached_property
    def ranking(self) -> Ranking:
        """The ranking by the score of the positive class."""
        if self.positive is None:
            _check.fail(
                "positive", "name the positive class", "None", f"There are {_format.listing(self.labels)}."
            )
        return self.ranking_of(self.positive)

    def cut(self, threshold: float) -> Predictions:
        """The same cases with the classes that `score >= threshold` predicts; two classes, one score a case.

        >>> Predictions([1, 0, 1], y_score=[0.9, 0.4, 0.3]).cut(0.4).confusion.counts.tolist()
        [[0, 1], [1, 1]]
        """
        if self.scores is None or self.scores.ndim != 1:
            _check.fail("y_score", "be one score a case to cut at a threshold", "none")
        if self.positive is None or len(self.labels) != 2:
            got = f"{_format.listing(self.labels)} with positive {self.positive!r}"
            _check.fail("positive", "be one of two classes to cut scores at a threshold", got)
        code = self.labels.index(self.positive)
        names = np.array(self.labels)
        above = self.scores >= threshold
        return Predictions(
            names[self.truth],
            names[np.where(above, code, 1 - code)],
            self.scores,
            labels=self.labels,
            positive=self.positive,
            case_ids=self.case_ids,
            weights=self.weights,
            weights_are=self.weights_are,
            groups=self.groups,
            name=self.name,
        )

    def ranking_of(self, label: Label) -> Ranking:
        """The ranking of one class against the rest: by its own column of scores when there is one a class."""
        if self.scores is None:
            _check.fail("y_score", "be given to rank the cases", "predicted classes only")
        code = self.labels.index(label)
        scores = self.scores if self.scores.ndim == 1 else np.ascontiguousarray(self.scores[:, code])
        is_positive = self.truth == code
        if self.weights is None:
            return Ranking(*rank(scores, is_positive), positive=label)
        values, positives, negatives, p2, n2 = rank_weighted(scores, is_positive, self.weights)
        if self.weights_are == "counts":
            return Ranking(values, positives.astype(np.int64), negatives.astype(np.int64), label)
        return Ranking(values, positives, negatives, label, p2, n2)

    @cached_property
    def clusters(self) -> Counts:
        """One confusion table a group, shape `(groups, K, K)`; `groups` must have been given."""
        self._need_labels()
        if self.groups is None:
            _check.fail("groups", "be given to count by cluster", "None")
        names, group = np.unique(self.groups, return_inverse=True)
        return grouped_counts(self.truth, self.predicted, len(self.labels), group, len(names), self.weights)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the cases: their ids and true classes; the order of rows is irrelevant when ids are given."""
        codes = self.truth
        digest = hashlib.sha256()
        names = [str(label).encode() for label in self.labels]
        if self.case_ids is None:
            digest.update(b"by position\0")
            digest.update(b"\0".join(map(names.__getitem__, codes.tolist())))
        else:
            ids = self.case_ids
            order = np.argsort(ids, kind="stable")
            digest.update(b"by id\0")
            digest.update("\0".join(ids[order].tolist()).encode())
            digest.update(b"\0\0")
            digest.update(b"\0".join(map(names.__getitem__, codes[order].tolist())))
        return digest.hexdigest()[:32]

    def _need_labels(self) -> None:
        if self._prediction is None:
            _check.fail("y_pred", "be given to count labels", "scores only", "Apply a threshold to the scores.")


def _library(column: Any) -> str:
    """The library that a column came from."""
    return type(column).__module__.split(".")[0]


def _same_kind(truth: Column, prediction: Column) -> None:
    """Refuse text in one column and numbers in the other: no case could ever be right."""
    kinds = {truth.kind, prediction.kind}
    if "str" in kinds and len(kinds) > 1:
        got = f"{truth.kind} in `y_true` (such as {_first(truth)!r}) and {prediction.kind} (such as "
        got += f"{_first(prediction)!r})"
        _check.fail("y_pred", "have labels of the same type as `y_true`", got, "Convert one of them.")


def _first(column: Column) -> Label:
    value = column.values[0] if column.levels is None else column.levels[0]
    return value.item() if isinstance(value, np.generic) else value


def _positive(labels: tuple[Label, ...], positive: Label | None) -> Label | None:
    """The positive class: the one named, or the one that 0/1 coding names, or none."""
    if positive is None:
        if labels in ((False, True), (0, 1), (-1, 1)):
            return labels[1]
        return None
    if isinstance(positive, np.generic):
        positive = positive.item()
    for label in labels:
        if label == positive and isinstance(label, str) == isinstance(positive, str):
            return label
    _check.fail(
        "positive",
        "be a label that occurs",
        _check.written(positive),
        f"The labels are {_format.listing(labels)}.",
    )


def _scores(y_score: Any, n: int, labels: tuple[Label, ...]) -> Floats:
    """One score a case, or one column of scores a class, in the order of the labels."""
    columns = score_columns("y_score", y_score)
    same_length("y_score", columns[0] if isinstance(columns, list) else columns, "y_true", n)
    if not isinstance(columns, list):
        return columns
    if len(columns) != len(labels):
        rule = f"have one column for each of the {len(labels)} classes ({_format.listing(labels)})"
        _check.fail(
            "y_score", rule, f"{_format.plural(len(columns), 'column')}", "Declare labels= if classes are absent."
        )
    return np.stack(columns, axis=1)


def _weights(weights: Any, n: int, meaning: WeightMeaning) -> Floats:
    """Checked weights."""
    array = numbers_column("weights", weights).astype(float)
    same_length("weights", array, "y_true", n)
    if (array < 0).any():
        row = int(np.flatnonzero(array < 0)[0])
        _check.fail("weights", "be at least 0", f"{array[row]:g} at row {row}")
    if array.sum() == 0:
        _check.fail("weights", "not all be 0", "a sum of 0")
    if meaning == "counts" and (array != np.floor(array)).any():
        row = int(np.flatnonzero(array != np.floor(array))[0])
        _check.fail("weights", "be whole numbers when weights_are='counts'", f"{array[row]:g} at row {row}")
    return array


def _unique_ids(case_ids: Any, n: int) -> NDArray[Any]:
    """The ids as text, each once."""
    column = keys_column("case_ids", case_ids)
    same_length("case_ids", column, "y_true", n)
    ids = keys_text(column)
    if all_differ(ids):
        return ids
    order = np.argsort(ids, kind="stable")
    again = np.sort(order[1:][ids[order[1:]] == ids[order[:-1]]])
    if len(again):
        twice = list(dict.fromkeys(ids[again].tolist()))
        got = f"{_format.plural(len(twice), 'repeated id')} ({_format.listing(twice, 3)}), the first at row {again[0]}"
        _check.fail("case_ids", "be different for each case", got)
    return ids
