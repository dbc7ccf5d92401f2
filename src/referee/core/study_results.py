"""What a study will do, and what learners said on the splits of its datasets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from referee import _check
from referee.core.feature_column import FeatureColumn
from referee.core.noun import Noun
from referee.core.results import Results


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
