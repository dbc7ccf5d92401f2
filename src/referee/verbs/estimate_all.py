"""Every textbook estimator of true error side by side, from one set of shared fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from referee.core import Estimate, Estimator, Results
from referee.errors import RefereeError
from referee.learners.advice import FEW, SOME, effective_size
from referee.learners.bootstrap import Bootstrap
from referee.learners.cross_validation import CrossValidation
from referee.learners.estimators.bootstrap_632 import bootstrap_632, bootstrap_632_plus
from referee.learners.estimators.holdout_value import apparent, holdout_value
from referee.learners.estimators.loo_bootstrap import loo_bootstrap, optimism_bootstrap, out_of_bag
from referee.learners.estimators.pooled_value import pooled_value
from referee.learners.random_splits import Holdout
from referee.verbs.estimate_job import Course, EstimateJob
from referee.verbs.estimate_methods import METHODS, fold_recipe, leave_out, star_of

ALL = "all"
SAMPLES, HALVES, TENS = 200, 140, 10
"""Bootstrap samples, and how often 2 and 10 folds are dealt: with a holdout no more fits than LOO* takes alone."""


def estimate_all(job: EstimateJob) -> tuple[Estimator, ...]:
    """All of them, in the order of textbooks; one that the data or the metric do not allow says why."""
    shared = _Shared(job)
    out = []
    for name, method, make in shared.rows:
        try:
            made = make()
        except RefereeError as error:
            made = Estimate(job.metric.name, float("nan"), job.n, undefined=str(error))
        out.append(Estimator(name, method, job.honest(made), METHODS[method].bias))
    return tuple(out)


def plan_all(job: EstimateJob) -> Course:
    """All of them, with the one that suits the data."""
    size = effective_size(job.n, job.smallest)
    words = f"{job.n:,} cases" if size == job.n else f"the smallest class has {size} of {job.n:,} cases"
    if job.dependent or job.of_parts or size >= SOME:
        row, limit = ("10-CV", "") if job.dependent or job.of_parts else ("10-CV, repeated", f", {SOME} or more")
    else:
        row, limit = ("LOO*", f", fewer than {FEW}") if size < FEW else ("LOO", f", fewer than {SOME}")
    return Course(ALL, f"{row} suits {words}{limit}", advised=row)


def fits_of_all(job: EstimateJob) -> int:
    """The fits of all together: no more than those of LOO* alone."""
    ones = METHODS["loo"].fits(job, Course("loo", ""))
    return ones + SAMPLES + 2 * HALVES + TENS * fold_recipe(job).folds + 1


class _Shared:
    """The fits that several estimators read; each kind is run when it is first asked for."""

    def __init__(self, job: EstimateJob) -> None:
        self.job = job

    @cached_property
    def held(self) -> Results:
        """A holdout of a third."""
        return self.job.run(Holdout())

    @cached_property
    def halves(self) -> Results:
        """2 folds, many times."""
        return self.job.run(CrossValidation(2, self._often(HALVES)))

    @cached_property
    def tens(self) -> Results:
        """10 folds, many times; fewer where a class has fewer cases."""
        return self.job.run(CrossValidation(fold_recipe(self.job).folds, self._often(TENS)))

    def _often(self, times: int) -> int:
        """How often folds are dealt: once where they follow the order of time."""
        return times if self.job.data.times is None else 1

    @cached_property
    def ones(self) -> Results:
        """Leave-one-out, by algebra where that can be."""
        return leave_out(self.job)

    @cached_property
    def samples(self) -> Results:
        """Bootstrap samples, every case told by each model."""
        return self.job.run(Bootstrap(SAMPLES), everywhere=True)

    @property
    def rows(self) -> Iterator[tuple[str, str, Callable[[], Estimate]]]:
        """The name in textbooks, the method, and how it is read from the fits."""
        job, metric, level = self.job, self.job.metric, self.job.level
        yield "apparent", "apparent", lambda: apparent(self.held, metric)
        yield "holdout", "holdout", lambda: holdout_value(self.held, metric, level=level)
        yield "2-CV", "k_fold", lambda: job.held_out(first_repeat(self.halves))
        yield "10-CV", "k_fold", lambda: job.held_out(first_repeat(self.tens))
        yield "10-CV, repeated", "repeated_k_fold", lambda: job.held_out(self.tens)
        yield "LOO", "loo", lambda: job.held_out(self.ones)
        yield "LOO*", "loo_star", lambda: star_of(job, self.ones, *self._corners)
        yield "e0", "e0", lambda: out_of_bag(self.samples, metric, level=level)
        yield "LOO bootstrap", "loo_bootstrap", lambda: loo_bootstrap(self.samples, metric, level=level)
        yield ".632B", "632", lambda: bootstrap_632(self.samples, metric, level=level)
        yield ".632+", "632+", lambda: bootstrap_632_plus(self.samples, metric, level=level)
        yield "optimism bootstrap", "optimism", lambda: optimism_bootstrap(self.samples, metric)

    @property
    def _corners(self) -> tuple[Estimate, Estimate, Estimate]:
        """LOO and the two values that LOO* keeps it between."""
        low = bootstrap_632(self.samples, self.job.metric, level=self.job.level)
        return pooled_value(self.ones, self.job.metric), low, pooled_value(self.halves, self.job.metric)


def first_repeat(results: Results) -> Results:
    """The splits of the first repeat alone."""
    size = len(results.splits) // results.splits.repeats
    failures = tuple((i, why) for i, why in results.failures if i < size)
    cut: Any = {"predicted": results.predicted[:size], "scores": results.scores[:size], "failures": failures}
    return replace(results, splits=results.splits.first(size), **cut)
