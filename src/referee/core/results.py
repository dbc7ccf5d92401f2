"""What a learner said on the splits of a dataset; what a study of learners on datasets will do, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
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
            hint = "Run with keep=['everywhere']."
            _check.fail("results", "have predictions of all cases", "test parts only", hint)
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


class StudyResults(Noun, schema="study_results/1", eq=False):
    """The results of a study of learners on datasets: a `Results` for each pair, and the means of each metric.

    `cells` go dataset by dataset, and within a dataset learner by learner; all learners of a dataset share its
    splits. `means[m][d][l]` is the mean of metric m over the splits that finished, NaN where none did or where it is
    undefined. `seconds[d][l]` has the time of each run, NaN where it did not finish. `versions` are those of the
    packages that ran.

    >>> from referee.core.splits import Splits
    >>> folds = Splits("2-fold", 4, ([0, 1], [2, 3]))
    >>> cell = Results("rule", (0, 1), [0, 1, 0, 1], folds, ([0, 1], [1, 1]))
    >>> study = StudyResults("study", ("toy",), ("rule",), (cell,), ("accuracy",), (((0.75,),),))
    >>> study.of("toy", "rule") is cell, study.mean("accuracy", "toy", "rule"), study.complete
    (True, 0.75, True)
    """

    name: str
    datasets: tuple[str, ...]
    learners: tuple[str, ...]
    cells: tuple[Results, ...]
    metrics: tuple[str, ...]
    means: tuple[tuple[tuple[float, ...], ...], ...]
    baselines: tuple[str, ...] = ()
    seed: int = 0
    seconds: tuple[tuple[tuple[float, ...], ...], ...] = ()
    versions: dict[str, str] = field(default_factory=dict)
    interrupted: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.cells) != len(self.datasets) * len(self.learners):
            _check.fail(
                "cells", f"be one for each of {len(self.datasets)} x {len(self.learners)}", len(self.cells)
            )

    def __repr__(self) -> str:
        done = sum(len(cell.finished) for cell in self.cells)
        total = sum(len(cell.splits) for cell in self.cells)
        size = f"{len(self.learners)} learners x {len(self.datasets)} datasets"
        return f"<StudyResults {self.name}: {size}, {done} of {total} runs>"

    def __iter__(self) -> Iterator[tuple[str, str, Results]]:
        pairs = ((dataset, learner) for dataset in self.datasets for learner in self.learners)
        return ((*pair, cell) for pair, cell in zip(pairs, self.cells, strict=True))

    def of(self, dataset: str, learner: str) -> Results:
        """The results of a learner on a dataset."""
        row, column = self._place(dataset, learner)
        return self.cells[row * len(self.learners) + column]

    def mean(self, metric: str, dataset: str, learner: str) -> float:
        """The mean of a metric over the splits that finished."""
        row, column = self._place(dataset, learner)
        _check.choice("metric", metric, self.metrics)
        return self.means[self.metrics.index(metric)][row][column]

    def _place(self, dataset: str, learner: str) -> tuple[int, int]:
        _check.choice("dataset", dataset, self.datasets)
        _check.choice("learner", learner, self.learners)
        return self.datasets.index(dataset), self.learners.index(learner)

    @property
    def complete(self) -> bool:
        """Whether every run finished."""
        return all(cell.complete for cell in self.cells)

    @property
    def failures(self) -> tuple[tuple[str, str, int, str], ...]:
        """Each run that failed: dataset, learner, split and why."""
        return tuple((dataset, learner, i, why) for dataset, learner, cell in self for i, why in cell.failures)

    @property
    def missing(self) -> tuple[tuple[str, str, int], ...]:
        """Each pair with runs that neither finished nor failed: dataset, learner and how many."""
        left = ((d, a, len(c.splits) - len(c.finished) - len(c.failures)) for d, a, c in self)
        return tuple((dataset, learner, n) for dataset, learner, n in left if n > 0)


class StudyPlan(Noun, schema="study_plan/1"):
    """The datasets, learners and number of runs of a study that has not been run, or not to the end.

    Of each dataset: its source, cases, features, classes, the kind of its splits and their number; `columns` has the
    facts of its columns where they had to be read. Of each learner: its recipe, and the fits that one run takes (a
    search fits many times). `done` and `failed` are the runs that the store has already, `as_they_come` the learners
    that get columns as they came, `notes` what else is done to learners.

    >>> facts = ("scikit-learn", 150, 4, 3, "random splits", 30)
    >>> plan = StudyPlan("study", 7, ("accuracy",), ("iris",), (facts,), ("tree",), (("Tree()", 1),), done=10)
    >>> plan.runs, plan.left, plan.fits
    (30, 20, 30)
    """

    name: str
    seed: int
    metrics: tuple[str, ...]
    datasets: tuple[str, ...]
    tables: tuple[tuple[str, int, int | None, int, str, int], ...]
    learners: tuple[str, ...]
    recipes: tuple[tuple[str, int], ...]
    baselines: tuple[str, ...] = ()
    store: str = ""
    done: int = 0
    failed: int = 0
    columns: tuple[tuple[FeatureColumn, ...], ...] = ()
    as_they_come: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        for names, facts in (("datasets", "tables"), ("learners", "recipes")):
            if len(getattr(self, names)) != len(getattr(self, facts)):
                _check.fail(
                    facts, f"be one for each of {len(getattr(self, names))} {names}", len(getattr(self, facts))
                )

    @property
    def runs(self) -> int:
        """How many runs the study has: a learner on a split of a dataset."""
        return sum(table[-1] for table in self.tables) * len(self.learners)

    @property
    def left(self) -> int:
        """How many runs are still to do; failed ones are not, unless they are tried again."""
        return self.runs - self.done - self.failed

    @property
    def fits(self) -> int:
        """How many models are fitted in all runs."""
        return sum(table[-1] for table in self.tables) * sum(fits for _, fits in self.recipes)
