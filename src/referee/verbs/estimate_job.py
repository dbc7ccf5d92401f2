"""What one estimate of true error is asked, and the fits that were made for it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from referee import _check
from referee.core import Estimate, Interval, Results, Splits
from referee.data.column import keys_column, keys_text
from referee.learners.advice import FEW, SOME, effective_size
from referee.learners.baselines import beside
from referee.learners.estimators.nested_cv import NestedFolds, nested_interval, nested_parts
from referee.learners.estimators.on_results import NO_INTERVAL, OnResults
from referee.learners.estimators.pooled import average_value, pooled_value
from referee.learners.loo.shortcut import LooAttempt, loo_attempt
from referee.learners.recipe import from_sklearn
from referee.learners.run_learner import run_learner
from referee.metrics.metric import Metric

LOO_AT_MOST = 1000
NESTED_AT_MOST = 2000
NESTED_REPEATS = 20
"""How often nested folds are dealt: fewer leave the width to chance."""


def nested_folds(n: int) -> int:
    """Folds of the nested interval: 5, and 10 from 100 cases: narrower where a learner needs many, for more fits."""
    return 10 if n >= 100 else 5


def nested_fits(folds: int, repeats: int = NESTED_REPEATS) -> int:
    """Fits of nested folds: each fold, and each pair of folds, is left out."""
    return repeats * folds * (folds + 1) // 2


@dataclass
class EstimateJob:
    """One estimation: the data, the choices, and the runs made so far."""

    learner: Any
    X: Any
    y: Any
    metric: Metric
    sizes: Any
    given: Any
    folds: int
    repeats: int | None
    resamples: int
    test: float
    groups: Any
    times: Any
    level: float
    interval: str
    seed: int
    options: dict[str, Any]
    asked: str
    runs: list[Results] = field(default_factory=list)
    parts: list[Estimate] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    main: Results | None = None

    @property
    def n(self) -> int:
        """Number of cases."""
        return int(self.sizes.sum())

    @property
    def smallest(self) -> int:
        """Cases of the rarest class."""
        return int(self.sizes.min())

    @property
    def dependent(self) -> bool:
        """Whether cases belong together or come in time."""
        return self.groups is not None or self.times is not None

    @property
    def whole(self) -> Results:
        """The run that has the model of all cases."""
        return self.runs[0]

    @property
    def of_parts(self) -> bool:
        """Whether the metric needs several cases of one model: an area, say, not a mean over cases."""
        return self.metric.by_scores and self.metric.shape != "mean"

    @cached_property
    def shortcut(self) -> LooAttempt:
        """Leave-one-out at the price of one fit, or why there is none."""
        return loo_attempt(self.learner, self.X, self.y)

    def choose(self) -> tuple[str, str]:
        """The method that suits the data, and why."""
        if self.given is not None:
            return self._for_given()
        if self.times is not None:
            return "k_fold", "cases are in the order of time: each part is tested by models of earlier cases"
        if self.groups is not None:
            most = len(set(keys_text(keys_column("groups", self.groups)).tolist()))
            self.folds = min(self.folds, most)
            return "k_fold", f"cases come in {most} groups, which stay together in {self.folds} folds"
        size = effective_size(self.n, self.smallest)
        words = f"{self.n} cases" if size == self.n else f"the smallest class has {size} of {self.n} cases"
        needs_folds = self.of_parts and self.metric.shape != "area"
        if not needs_folds and size < SOME and self._loo_is_cheap:
            limit, found = (FEW, "loo_star") if size < FEW else (SOME, "loo")
            algebra = "" if self.n <= LOO_AT_MOST else ", and leave-one-out takes one fit by algebra"
            return found, f"{words}, fewer than {limit}{algebra}"
        self.folds = max(2, min(self.folds, self.smallest))
        if needs_folds:
            return "k_fold", f"{self.metric.name} needs several cases of one model, which a fold has"
        if size >= SOME:
            return "k_fold", f"{words}, {SOME} or more"
        return "repeated_k_fold", f"{words}, and leave-one-out would take {self.n:,} fits"

    @property
    def _loo_is_cheap(self) -> bool:
        plain = not self.metric.by_scores and self.options["sampler"] is None
        return self.n <= LOO_AT_MOST or (plain and self.shortcut.predictions is not None)

    def _for_given(self) -> tuple[str, str]:
        made = self.given = self.make_splits(None)
        if len(made) == 1:
            return "holdout", "a single split is given"
        if made.bootstrap:
            return "e0", "bootstrap samples are given"
        if made.partition:
            return "k_fold", "splits that test every case are given"
        return "random_splits", "splits that overlap are given"

    def make_splits(self, recipe: Any) -> Splits:
        """The splits of a recipe, or those given."""
        if self.given is None:
            return self._of(recipe)
        found = self._of(self.given)
        several = self.of_parts and self.asked != "loo_pooled"
        if several and len(found) > 1 and all(len(t) == 1 for t in found.tests):
            hint = "Without splits of your own, method='loo' leaves out pairs."
            _check.fail("splits", "test more than one case at a time for this metric", repr(found.kind), hint)
        return found

    def _of(self, given: Any) -> Splits:
        """The splits that a recipe or a splitter makes of the cases."""
        if isinstance(given, Splits):
            return given
        if hasattr(given, "make"):
            made: Splits = given.make(self.y, groups=self.groups, times=self.times, rng=self.seed)
            return made
        return from_sklearn(given, self.y, X=self.X, groups=self.groups, rng=self.seed)

    def run(self, recipe: Any, *, everywhere: bool = False, own: bool = True) -> Results:
        """The learner on the splits of a recipe; the first run also fits the model of all cases."""
        splits = self.make_splits(recipe) if own else recipe.make(self.y, rng=self.seed)
        first = not self.runs
        if self.interrupted:
            nothing: dict[str, Any] = {"predicted": (None,) * len(splits), "scores": (), "failures": ()}
            done = replace(self.whole, splits=splits, fits=0, whole=None, **nothing)
        else:
            asked = {"scores": self.metric.by_scores, "rng": self.seed, **self.options}
            done = run_learner(self.learner, self.X, self.y, splits, whole=first, everywhere=everywhere, **asked)
        self.runs.append(done)
        if not first:
            done = replace(done, whole=self.whole.whole, whole_scores=self.whole.whole_scores)
        if self.main is None:
            self.main = done
        return done

    @property
    def interrupted(self) -> bool:
        """Whether the person who watches stopped it."""
        return any(results.interrupted for results in self.runs)

    def nested_interval(self, results: Results, value: float) -> Interval | None:
        """The interval by nested cross-validation around a value, when it is wanted and known to hold."""
        measure, folds = OnResults(self.metric, results), nested_folds(self.n)
        known = measure.is_mean and not self.dependent and self.n >= 2 * folds
        if self.interval == "none" or not known or not np.isfinite(value):
            return None
        if self.interval == "auto" and self.n > NESTED_AT_MOST:
            price = f"for {nested_fits(folds):,} fits more"
            self.notes.append(f"interval='nested' gives the interval of nested cross-validation {price}")
            return None
        made = self.run(NestedFolds(folds, NESTED_REPEATS), own=False)
        return nested_interval(measure, nested_parts(OnResults(self.metric, made)), value, self.level)

    def with_nested(self, results: Results) -> Estimate:
        """A pooled estimate with the nested interval."""
        made = pooled_value(results, self.metric, level=self.level)
        if made.interval is not None:
            return made
        interval = self.nested_interval(results, made.value)
        if interval is None and not self.dependent and self.interval != "none" and results.splits.repeats == 1:
            spare = average_value(results, self.metric, level=self.level).interval
            if spare is not None and spare.low <= made.value <= spare.high:
                words = "the corrected t interval over folds is conservative (coverage .98 to 1 measured)"
                self.notes.append(words)
                interval = spare
        return pooled_value(results, self.metric, level=self.level, interval=interval)

    def honest(self, made: Estimate) -> Estimate:
        """The estimate without an interval where cases depend on each other, or none is wanted."""
        if made.interval is not None and (self.interval == "none" or self.groups is not None):
            why = "" if self.groups is None else "cases are dependent within groups: "
            note = "; ".join(filter(None, (made.note, why + NO_INTERVAL)))
            return replace(made, interval=None, note=note)
        return made

    def beside(self, given: Any) -> tuple[tuple[Estimate, ...], bool]:
        """The simple learners of every table and those that the user puts beside them; none after Ctrl-C."""
        where = {"groups": self.groups, "times": self.times, "positive": self.options["positive"]}
        try:
            return beside(self.X, self.y, metric=self.metric, given=given, rng=self.seed, **where), False
        except KeyboardInterrupt:
            self.notes.append("stopped by hand before the simple learners beside it")
            return (), True
