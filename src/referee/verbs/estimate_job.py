"""What one estimate of true error is asked, and the fits that were made for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from referee import _check
from referee.core import Estimate, Results, Splits
from referee.core.types import Codes
from referee.data.column import keys_column, keys_text
from referee.learners.advice import effective_size
from referee.learners.baselines import beside
from referee.learners.estimators.on_results import NO_INTERVAL, OnResults
from referee.learners.estimators.pooled_value import held_out_interval, pooled_value
from referee.learners.loo.shortcut import LooAttempt, loo_attempt
from referee.learners.recipe import Splitting, splits_for
from referee.learners.run import Price, Run
from referee.learners.run_learner import Keep, Whole, fit_whole, run_learner
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import Metric
from referee.studies.dataset import Dataset


@dataclass(frozen=True)
class Course:
    """A method, why it was chosen, the splits or the recipe where it is not its own, and how often it draws.

    `advised` is the row that leads where all estimators stand side by side.
    """

    method: str
    why: str
    recipe: Splitting | None = None
    samples: int = 200
    halves: int = 200
    advised: str = ""


@dataclass
class EstimateJob:
    """One estimation: the data, the choices, and the runs made so far."""

    learner: Any
    data: Dataset
    metric: Metric
    level: float
    seed: int
    how: Run
    name: str
    others: Mapping[str, Any] = field(default_factory=dict)
    plan: Course = Course("auto", "")
    runs: list[Results] = field(default_factory=list)
    parts: list[Estimate] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    main: Results | None = None

    @property
    def sizes(self) -> Codes:
        """The cases of each class."""
        return np.bincount(self.data.codes, minlength=len(self.data.labels))

    @property
    def n(self) -> int:
        """Number of cases."""
        return self.data.n

    @property
    def smallest(self) -> int:
        """Cases of the rarest class."""
        return int(self.sizes.min())

    @property
    def size_in_words(self) -> tuple[int, str]:
        """How many cases there are to learn from, by the rarest class, and where that comes from."""
        size = effective_size(self.n, self.smallest)
        return (
            size,
            f"{self.n:,} cases" if size == self.n else f"the smallest class has {size} of {self.n:,} cases",
        )

    @property
    def group_count(self) -> int:
        """How many groups the cases come in; 0 without groups."""
        groups = self.data.groups
        return 0 if groups is None else len(set(keys_text(keys_column("groups", groups)).tolist()))

    @property
    def dependent(self) -> bool:
        """Whether cases belong together or come in time."""
        return self.data.groups is not None or self.data.times is not None

    @property
    def of_parts(self) -> bool:
        """Whether the metric needs several cases of one model: an area, say, not a mean over cases."""
        return self.metric.by_scores and self.metric.shape != "mean"

    @cached_property
    def whole(self) -> Whole:
        """The model of all cases, fitted first: its time is the price of a fit."""
        return fit_whole(self.learner, self.data, scores=self.metric.by_scores, rng=self.seed)

    @property
    def price(self) -> Price:
        """What plans cost, by the time of that fit."""
        return Price(self.how, self.whole.seconds)

    @property
    def has_held_out_interval(self) -> bool:
        """Whether held-out cases give the metric an interval: a mean over independent cases."""
        if self.dependent:
            return False
        if isinstance(self.metric, LabelMetric):
            return self.metric.cell_values(2 if self.metric.binary else len(self.data.labels)) is not None
        return self.metric.shape == "mean"

    @property
    def takes_algebra(self) -> bool:
        """Whether leave-one-out by algebra answers what is asked: the labels of plain cases."""
        return not (self.dependent or self.metric.by_scores or isinstance(self.learner, tuple))

    @cached_property
    def shortcut(self) -> LooAttempt:
        """Leave-one-out at the price of one fit, or why there is none."""
        return loo_attempt(self.learner, self.data.X, self.data.y)

    def splits(self, recipe: Splitting) -> Splits:
        """The splits that a recipe or a splitter makes of the cases."""
        data = self.data
        return splits_for(recipe, data.X, data.y, groups=data.groups, times=data.times, rng=self.seed)

    def run(self, recipe: Splitting, *, everywhere: bool = False) -> Results:
        """The learner on the splits of the plan, or of a recipe where the plan has none."""
        planned = self.plan.recipe
        splits = self.splits(recipe if planned is None else planned)
        several = self.of_parts and self.plan.method != "loo_pooled"
        if planned is not None and several and len(splits) > 1 and all(len(t) == 1 for t in splits.tests):
            hint = "method='loo' leaves out pairs."
            _check.fail("method", "test more than one case at a time for this metric", repr(splits.kind), hint)
        if self.interrupted:
            facts: Any = {"seed": self.seed, "everywhere": everywhere, "interrupted": True}
            return self.keep(self.data.results(self.name, splits, (None,) * len(splits), **facts))
        wanted: dict[Keep, bool] = {"scores": self.metric.by_scores, "everywhere": everywhere}
        kept = [word for word, yes in wanted.items() if yes]
        asked: Any = {"rng": self.seed, "run": self.how, "name": self.name}
        return self.keep(run_learner(self.learner, self.data, None, splits, keep=kept, **asked))

    def keep(self, done: Results) -> Results:
        """Count a run, and give it the model of all cases."""
        self.runs.append(done)
        failed = ((-1, self.whole.why), *done.failures) if self.whole.why else done.failures
        done = replace(done, whole=self.whole.predicted, whole_scores=self.whole.scores, failures=failed)
        if self.main is None:
            self.main = done
        return done

    @property
    def fits(self) -> int:
        """The fits made so far, that of all cases included."""
        return 1 + sum(results.fits for results in self.runs)

    @property
    def interrupted(self) -> bool:
        """Whether the person who watches stopped it."""
        return self.whole.interrupted or any(results.interrupted for results in self.runs)

    def held_out(self, results: Results) -> Estimate:
        """The pooled estimate of folds, with the interval of held-out cases where it has none of its own."""
        made = pooled_value(results, self.metric, level=self.level)
        if made.interval is not None or not made.defined or self.dependent:
            return made
        interval = held_out_interval(OnResults(self.metric, results), made.value, self.level)
        return pooled_value(results, self.metric, level=self.level, interval=interval)

    def honest(self, made: Estimate) -> Estimate:
        """The estimate without an interval where cases depend on each other."""
        if made.interval is None or self.data.groups is None:
            return made
        why = f"cases are dependent within groups: {NO_INTERVAL}"
        return replace(made, interval=None, note="; ".join(filter(None, (made.note, why))))

    def beside(self) -> tuple[tuple[Estimate, ...], bool]:
        """The simple learners of every table and those that the user puts beside them; none after Ctrl-C."""
        data = self.data
        where = {"groups": data.groups, "times": data.times, "positive": data.positive}
        try:
            return beside(data.X, data.y, metric=self.metric, given=self.others, rng=self.seed, **where), False
        except KeyboardInterrupt:
            self.notes.append("stopped by hand before the simple learners beside it")
            return (), True
