"""What a learner said on the splits of a dataset."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np

from referee import _check
from referee.core.answers import Answers
from referee.core.feature_column import FeatureColumn
from referee.core.noun import Noun
from referee.core.splits import Indices, Splits
from referee.core.tables import grouped_counts
from referee.core.types import Codes, Counts, Floats, Label


class Results(Noun, schema="results/1", eq=False):
    """The predictions of a learner fitted on each split, kept with the splits and the truth.

    Classes are codes into `labels`. `predicted[i]` holds the predictions of the model of split i for its test rows,
    or for all n rows when `everywhere` is true; it is None when that fit failed (`failures` says why) or was not
    reached. `scores` are those of the positive class (of two classes), or one column per class. `whole` is what the
    model trained on all cases says of them: the apparent side. `columns` has the facts of the features.

    >>> splits = Splits("2-fold", 4, ([0, 1], [2, 3]))
    >>> results = Results("rule", (0, 1), [0, 1, 0, 1], splits, ([0, 1], [1, 1]))
    >>> results.counts.tolist()
    [[[1, 0], [0, 1]], [[0, 1], [0, 1]]]
    """

    learner: str
    labels: tuple[Label, ...]
    truth: Codes
    splits: Splits
    predicted: tuple[Codes | None, ...]
    scores: tuple[Floats | None, ...] = ()
    positive: Label | None = None
    everywhere: bool = False
    whole: Codes | None = None
    whole_scores: Floats | None = None
    failures: tuple[tuple[int, str], ...] = ()
    data: str = ""
    seed: int = 0
    fits: int = 0
    interrupted: bool = False
    columns: tuple[FeatureColumn, ...] = ()

    def __post_init__(self) -> None:
        for name, kind in (("predicted", np.int64), ("scores", float)):
            parts = (None if part is None else np.array(part, dtype=kind) for part in getattr(self, name))
            object.__setattr__(self, name, tuple(parts))
        super().__post_init__()
        if len(self.predicted) != len(self.splits):
            _check.fail("predicted", f"be one for each of {len(self.splits)} splits", len(self.predicted))
        if len(self.truth) != self.splits.n:
            _check.fail("truth", f"have the {self.splits.n} cases of the splits", len(self.truth))

    def __repr__(self) -> str:
        return f"<Results of {self.learner}: {len(self.finished)} of {len(self.splits)} splits>"

    @property
    def n(self) -> int:
        """The number of cases."""
        return len(self.truth)

    @cached_property
    def finished(self) -> tuple[int, ...]:
        """The splits that have predictions."""
        return tuple(i for i, p in enumerate(self.predicted) if p is not None)

    @property
    def complete(self) -> bool:
        """Whether every split has predictions."""
        return len(self.finished) == len(self.splits)

    def test(self, i: int) -> tuple[Indices, Codes]:
        """The test rows of split i and what its model predicted for them."""
        rows, predicted = self.splits.tests[i], self.predicted[i]
        if predicted is None:
            why = dict(self.failures).get(i, "it was not reached")
            _check.fail("split", "have finished", f"{i}: {why}")
        return rows, predicted[rows] if self.everywhere else predicted

    def test_scores(self, i: int) -> Floats:
        """The scores of the test rows of split i."""
        scores = self.scores[i] if self.scores else None
        if scores is None:
            _check.fail("scores", "have been kept", "predicted classes only", "Run with keep=['scores'].")
        return scores[self.splits.tests[i]] if self.everywhere else scores

    def answers(self, i: int, rows: Indices | None = None) -> Answers:
        """What the model of split i said of its test rows, or of other rows where it was kept everywhere."""
        if rows is None:
            tested, predicted = self.test(i)
            return self._answers(tested, predicted, self.test_scores(i) if self.scores else None)
        whole = self.predicted[i]
        if whole is None or not self.everywhere:
            _check.fail(
                "results", "have predictions of all cases", "test parts only", "Run with keep=['everywhere']."
            )
        scores = self.scores[i] if self.scores else None
        return self._answers(rows, whole[rows], None if scores is None else scores[rows])

    @property
    def whole_answers(self) -> Answers:
        """What the model trained on all cases says of them: the apparent side."""
        if self.whole is None:
            _check.fail("whole", "have been kept", "None", "Run with keep=['whole'].")
        return self._answers(np.arange(self.n), self.whole, self.whole_scores)

    @property
    def first_run(self) -> Answers:
        """The test predictions of the first repeat, each case once, with the row numbers as case ids."""
        repeat = self.splits.repeat(self.finished[0])
        run = [i for i in self.finished if self.splits.repeat(i) == repeat]
        tested, codes = (np.concatenate(column) for column in zip(*map(self.test, run), strict=True))
        rows, first = np.unique(tested, return_index=True)
        scores = np.concatenate([self.test_scores(i) for i in run])[first] if self.scores else None
        made = self._answers(rows, codes[first], scores)
        return replace(made, case_ids=rows.astype(str))

    def _answers(self, rows: Indices, predicted: Codes, scores: Floats | None) -> Answers:
        positive = self.positive
        if positive is None and scores is not None and scores.ndim == 1 and len(self.labels) == 2:
            positive = self.labels[-1]  # the class whose scores were kept
        return Answers(self.labels, self.truth[rows], predicted, scores, positive=positive, name=self.learner)

    @cached_property
    def counts(self) -> Counts:
        """The confusion counts of the test part of each finished split, shape `(splits, K, K)`."""
        size, parts = len(self.labels), [self.test(i) for i in self.finished]
        if not parts:
            return np.zeros((0, size, size), dtype=np.int64)
        rows, codes = (np.concatenate(column) for column in zip(*parts, strict=True))
        split = np.repeat(np.arange(len(parts)), [len(tested) for tested, _ in parts])
        table = grouped_counts(self.truth[rows], codes, size, split, len(parts))
        table.flags.writeable = False
        return table

    @property
    def apparent_counts(self) -> Counts:
        """The confusion counts of the model trained on all cases, on those cases."""
        return self.whole_answers.confusion.counts
