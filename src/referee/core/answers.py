"""What a model said about labelled cases: rows of answers, and how many cases each row stands for.

In memory there is one row per case. Of a large file or a database there is one row per *kind* of case and the number
of such cases: the GROUP BY of the same columns. It is one class, so that no verb can tell them apart.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import Literal

import numpy as np

from referee import _check, _format
from referee.core.cases import Cases
from referee.core.class_scores import ClassScores, ScoreGrid
from referee.core.confusion import ConfusionMatrix
from referee.core.noun import Noun
from referee.core.rank_scores import rank, rank_weighted
from referee.core.ranking import Ranking
from referee.core.tables import Labelled, cut_classes, joint_counts
from referee.core.types import Array, Codes, Counts, Floats, Label

SUM_TOLERANCE = 1e-5
"""How far the probabilities of a case may sum from 1."""

ROWS = ("truth", "predicted", "scores", "tops", "times", "weights", "groups", "case_ids")
"""The columns of answers: one value in each row."""


class Answers(Labelled, Noun, schema="answers/1", eq=False):
    """The answers of one model. `truth` and `predicted` are places in `labels`, one per row.

    `scores` has one number per row (for the positive class), or one column per class in the order of `labels`: floats
    of either size, or whole numbers that floats cannot tell apart. `times` says how many cases a row stands for, one
    when it is None. A score that was counted on bins has the lowest score of each bin in `scores` and the highest in
    `tops`. Scores of several classes that were counted apart, each column by itself, are in `class_scores`. `weights`
    are importance weights, `groups` the cluster of each row, `case_ids` its identity. `counted_with` names the counting
    that several models share, `counted_as` this model in it and `paired_by` how its rows were known to be the same
    cases; `grids` are the scores of this model beside those of each other one.

    Everything was checked where the answers were read: see `referee.read`.
    """

    labels: tuple[Label, ...]
    truth: Codes
    predicted: Codes | None = None
    scores: Array | None = None
    tops: Floats | None = None
    times: Codes | None = None
    weights: Floats | None = None
    groups: Array | None = None
    case_ids: Array | None = None
    positive: Label | None = None
    positive_was_given: bool = False
    name: str = ""
    source: str = ""
    threshold: float | None = None
    class_scores: tuple[ClassScores, ...] = ()
    counted_with: str = ""
    counted_as: str = ""
    paired_by: Literal["row", "case id"] = "row"
    grids: Mapping[str, ScoreGrid] = field(default_factory=dict)
    dropped: int = 0
    missing: Mapping[str, int] = field(default_factory=dict)

    def check_saved(self) -> None:
        """Refuse rows that do not fit together; those that `read` made were checked there."""
        columns = {name: column for name in ROWS if (column := getattr(self, name)) is not None}
        for name, column in columns.items():
            if len(column) != len(self.truth):
                got = f"{len(column)} of {_format.plural(len(self.truth), 'row')}"
                _check.fail(name, "have a value in each row", got)
        for name in columns.keys() & {"truth", "predicted"} if len(self.truth) else ():
            least, most = int(columns[name].min()), int(columns[name].max())
            if least < 0 or most >= len(self.labels):
                got = f"{least} to {most} for {_format.plural(len(self.labels), 'label')}"
                _check.fail(name, "hold places in `labels`", got)
        if self.scores is not None and self.scores.dtype.kind not in "fiu":
            _check.fail("scores", "hold numbers", f"dtype {self.scores.dtype}")

    def __repr__(self) -> str:
        name = f" {self.name!r}" if self.name else ""
        return f"<Answers{name}: {_format.plural(self.n, 'case')}, {len(self.labels)} classes>"

    def __len__(self) -> int:
        return self.n

    @property
    def counted(self) -> bool:
        """Whether the rows are kinds of cases, counted where the data is."""
        return self.times is not None

    @property
    def has_labels(self) -> bool:
        """Whether there are predicted classes."""
        return self.predicted is not None

    @property
    def has_scores(self) -> bool:
        """Whether there are scores."""
        return self.scores is not None or bool(self.class_scores)

    @property
    def left_out(self) -> str:
        """The cases left out for missing values, in words; empty without any."""
        if not self.dropped:
            return ""
        lost = ", ".join(f"{name} {_format.count(count)}" for name, count in self.missing.items())
        return f"{_format.plural(self.dropped, 'case')} left out for missing values ({lost})"

    @cached_property
    def confusion(self) -> ConfusionMatrix:
        """The confusion matrix."""
        predicted, size = self.need_predicted(), len(self.labels)
        if self.weights is None and self.times is None:
            return ConfusionMatrix(joint_counts(size, self.truth, predicted), self.labels, self.positive)
        sums = joint_counts(size, self.truth, predicted, weights=self.mass)
        if self.weights is None:
            return ConfusionMatrix(sums.astype(np.int64), self.labels, self.positive)
        squares = joint_counts(size, self.truth, predicted, weights=self.weights**2)
        return ConfusionMatrix(
            sums, self.labels, self.positive, squares, joint_counts(size, self.truth, predicted)
        )

    @cached_property
    def ranking(self) -> Ranking:
        """The ranking by the score of the positive class."""
        return self.ranking_of(self.need_positive())

    def ranking_of(self, label: Label) -> Ranking:
        """The ranking of one class against the rest: by its own column of scores when there is one per class."""
        for column in self.class_scores:
            if column.label == label:
                return column.ranking()
        scores, code = self.need_scores(), self.labels.index(label)
        if scores.ndim == 2:
            scores = np.ascontiguousarray(scores[:, code])
        is_positive = self.truth == code
        if self.weights is None and self.times is None:
            return Ranking(*rank(scores, is_positive), positive=label)
        values, positives, negatives, p2, n2 = rank_weighted(scores, is_positive, self.mass)
        if self.weights is not None:
            return Ranking(values, positives, negatives, label, p2, n2)
        tops = None
        if self.tops is not None:
            order = np.argsort(-scores, kind="stable")
            tops = np.maximum.reduceat(self.tops[order], np.searchsorted(-scores[order], -values))
        return Ranking(values, positives.astype(np.int64), negatives.astype(np.int64), label, tops=tops)

    @cached_property
    def is_probability(self) -> bool:
        """Whether the scores can be read as probabilities: from 0 to 1, each row of several classes summing to 1."""
        return self.has_scores and self.why_not_probability == ""

    @cached_property
    def why_not_probability(self) -> str:
        """What keeps the scores from being probabilities, with the first row where; empty when they are."""
        if self.class_scores:
            return "the columns of the classes were counted apart"
        return self._outside or self._other_sum

    @cached_property
    def _outside(self) -> str:
        """The first score that is not from 0 to 1, in words."""
        scores = self.need_scores()
        high = scores if self.tops is None else self.tops
        outside = ~((scores >= 0) & (high <= 1))
        if not outside.any():
            return ""
        place = np.argwhere(outside)[0]
        where = f"{float(scores[tuple(place)]):g} at {_format.row(place[0])}"
        if scores.ndim == 2:
            where += f" for class {_format.listing(self.labels[place[1] : place[1] + 1])}"
        return where

    @property
    def _other_sum(self) -> str:
        """The first row of scores that does not sum to 1, in words."""
        scores = self.need_scores()
        sums = scores.sum(axis=1) if scores.ndim == 2 else np.ones(1)
        off = np.abs(sums - 1) > SUM_TOLERANCE
        if not off.any():
            return ""
        row = int(np.flatnonzero(off)[0])
        return (
            f"a sum of {sums[row]:.10g} at {_format.row(row)}, {_format.plural(int(off.sum()), 'such row')} in all"
        )

    def cases(self, *, probabilities: bool = False) -> Cases:
        """The rows with one column of scores per class; a single score s of two classes gives the columns -s and s.

        A single column p of numbers from 0 to 1 gives (1 - p, p), as a metric that compares columns within a row needs
        it. With `probabilities` anything else is refused: nothing is clipped or normalised. A single column is for the
        positive class, against the rest when there are more than two.
        """
        scores = self.need_scores()
        if probabilities:
            self.need_probabilities()
        scores = scores.astype(float, copy=False)
        if scores.ndim == 2 and probabilities and len(self.labels) == 2 and self.positive == self.labels[0]:
            scores = scores[:, 0]
        if scores.ndim == 2:
            return self._cases(self.truth, scores, self.labels)
        if len(self.labels) > 2 and not probabilities:
            rule = f"have one column for each of the {len(self.labels)} classes ({_format.listing(self.labels)})"
            _check.fail("y_score", rule, "1 column")
        return self._two_columns(scores, probabilities or self.is_probability)

    def binary_cases(self) -> Cases:
        """The rows with the probability of the positive class (column 1) against the rest; truth is 0 or 1."""
        scores = self.need_scores()
        self.need_probabilities()
        scores = scores.astype(float, copy=False)
        if scores.ndim == 2:
            scores = scores[:, self.positive_code]
        return self._two_columns(scores, True)

    def _two_columns(self, scores: Floats, probability: bool) -> Cases:
        columns = np.empty((len(scores), 2))
        columns[:, 1] = scores
        np.subtract(float(probability), scores, out=columns[:, 0])
        as_they_are = len(self.labels) == 2 and self.positive_code == 1
        truth = self.truth if as_they_are else self.is_positive.astype(np.int64)
        return self._cases(truth, columns, self.two_classes)

    @property
    def two_classes(self) -> tuple[Label, Label]:
        """The other class, or the rest in words, and the positive class."""
        positive = self.need_positive()
        others = [label for label in self.labels if label != positive]
        return others[0] if len(others) == 1 else f"not {positive}", positive

    def _cases(self, truth: Codes, scores: Floats, labels: tuple[Label, ...]) -> Cases:
        groups = None if self.groups is None else self.group_codes
        return Cases(truth, scores, labels, self.times, self.weights, groups)

    @cached_property
    def clusters(self) -> Counts:
        """One confusion table per group, shape `(groups, K, K)`; `groups` must have been given."""
        return self._cluster_tables(self.need_predicted())

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the cases: their ids and true classes; the order of rows is irrelevant when ids are given.

        Counts only know how many cases there are of each class.
        """
        names = sorted(map(str, self.labels))
        small = np.uint8 if len(names) <= 256 else np.int64
        truth = np.array([names.index(str(label)) for label in self.labels], dtype=small)[self.truth]
        if self.counted:
            sizes = np.bincount(truth, weights=self.times, minlength=len(names)).astype(np.int64)
            return _hash_kind(b"counts", names, sizes.tobytes())
        if self.case_ids is None:
            return _hash_kind(b"by position", names, truth.tobytes())
        order = np.argsort(self.case_ids, kind="stable")
        ids = "\0".join(self.case_ids[order].tolist()).encode(errors="surrogatepass")
        return _hash_kind(b"by id", names, ids, truth[order].tobytes())

    def cut(self, threshold: float) -> Answers:
        """The same cases with the classes that `score >= threshold` predicts; two classes, one score per case."""
        scores = self.need_scores()
        if scores.ndim != 1 or self.tops is not None:
            _check.fail("y_score", "be one score per case, not on bins, to cut at a threshold", "others")
        predicted = cut_classes(self.labels, self.positive, scores >= threshold)
        return replace(self, predicted=predicted, threshold=float(threshold))

    def rows(self, chosen: Array) -> Answers:
        """Some of the rows, in the order asked for."""
        if self.class_scores:
            _check.fail("answers", "have scores of each case to choose rows", "columns that were counted apart")
        kept = {name: getattr(self, name)[chosen] for name in ROWS if getattr(self, name) is not None}
        if self.counted_with:  # the same rows of models that share them are still the same cases
            shared = not self.grids
            kept["counted_with"] = (
                _hash_kind(b"rows", [self.counted_with], np.asarray(chosen).tobytes()) if shared else ""
            )
            kept["grids"] = {}
        return replace(self, **kept)

    def need_predicted(self) -> Codes:
        """Predicted classes, or a refusal."""
        if self.predicted is None:
            hint = "Ask for a metric of scores, such as roc_auc, or apply a threshold."
            _check.fail("y_pred", "be given to count labels", "scores only", hint)
        return self.predicted

    def need_scores(self) -> Floats:
        """Scores, or a refusal."""
        if self.scores is None:
            _check.fail("y_score", "be given to rank the cases", "predicted classes only")
        return self.scores

    def need_probabilities(self) -> None:
        """Refuse scores that are not probabilities, in words."""
        why = self.why_not_probability
        if not why:
            return
        if self.class_scores or self._outside:
            hint = "Scores that are not probabilities can be ranked, not calibrated."
            _check.fail("y_score", "hold probabilities from 0 to 1", why, hint)
        hint = "Nothing is normalised unseen: divide each row by its sum if that is what you mean."
        _check.fail("y_score", f"have rows that sum to 1 within {SUM_TOLERANCE:g}", why, hint)


def _hash_kind(kind: bytes, names: list[str], *parts: bytes) -> str:
    digest = hashlib.sha256(kind)
    for part in ("\0".join(names).encode(errors="surrogatepass"), *parts):
        digest.update(b"\0\0")
        digest.update(part)
    return digest.hexdigest()[:32]
