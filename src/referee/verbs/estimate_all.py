"""Every textbook estimator of true error side by side, from one set of shared fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Any

from referee.core import Estimate, Estimator, Results
from referee.errors import RefereeError
from referee.learners.bootstrap import Bootstrap
from referee.learners.cross_validation import CrossValidation
from referee.learners.estimators.bootstrap_632 import bootstrap_632, bootstrap_632_plus
from referee.learners.estimators.holdout_value import apparent, holdout_value
from referee.learners.estimators.loo_bootstrap import loo_bootstrap, optimism_bootstrap, out_of_bag
from referee.learners.estimators.pooled_value import pooled_value
from referee.learners.random_splits import Holdout
from referee.verbs.estimate_job import EstimateJob
from referee.verbs.estimate_methods import METHODS, fold_recipe, leave_out, star_of

ALL = "all"
SAMPLES, HALVES, TENS = 200, 140, 10
"""Bootstrap samples, and how often 2 and 10 folds are dealt: with a holdout no more fits than LOO* takes alone."""


def estimate_all(job: EstimateJob) -> tuple[Estimator, ...]:
    """All of them, in the order of textbooks; one that the data or the metric do not allow says why."""
    out = []
    for name, method, make in _rows(job):
        try:
            made = make()
        except RefereeError as error:
            made = Estimate(job.metric.name, float("nan"), job.n, undefined=str(error))
        out.append(Estimator(name, method, job.honest(made), METHODS[method].bias))
    return tuple(out)


def _rows(job: EstimateJob) -> Iterator[tuple[str, str, Callable[[], Estimate]]]:
    """The name in textbooks, the method, and how it is read from fits that are made when they are first asked for."""
    metric, level = job.metric, job.level
    run, ones = cache(job.run), cache(partial(leave_out, job))
    once = job.data.times is not None  # folds that follow the order of time are dealt once
    held = partial(run, Holdout())
    halves = partial(run, CrossValidation(2, 1 if once else HALVES))
    tens = partial(run, CrossValidation(fold_recipe(job).folds, 1 if once else TENS))
    samples = partial(run, Bootstrap(SAMPLES), everywhere=True)

    def star() -> Estimate:
        low = bootstrap_632(samples(), metric, level=level)
        return star_of(job, ones(), pooled_value(ones(), metric), low, pooled_value(halves(), metric))

    yield "apparent", "apparent", lambda: apparent(held(), metric)
    yield "holdout", "holdout", lambda: holdout_value(held(), metric, level=level)
    yield "2-CV", "k_fold", lambda: job.held_out(first_repeat(halves()))
    yield "10-CV", "k_fold", lambda: job.held_out(first_repeat(tens()))
    yield "10-CV, repeated", "repeated_k_fold", lambda: job.held_out(tens())
    yield "LOO", "loo", lambda: job.held_out(ones())
    yield "LOO*", "loo_star", star
    yield "e0", "e0", lambda: out_of_bag(samples(), metric, level=level)
    yield "LOO bootstrap", "loo_bootstrap", lambda: loo_bootstrap(samples(), metric, level=level)
    yield ".632B", "632", lambda: bootstrap_632(samples(), metric, level=level)
    yield ".632+", "632+", lambda: bootstrap_632_plus(samples(), metric, level=level)
    yield "optimism bootstrap", "optimism", lambda: optimism_bootstrap(samples(), metric)


def first_repeat(results: Results) -> Results:
    """The splits of the first repeat alone."""
    size = len(results.splits) // results.splits.repeats
    failures = tuple((i, why) for i, why in results.failures if i < size)
    cut: Any = {"predicted": results.predicted[:size], "scores": results.scores[:size], "failures": failures}
    return replace(results, splits=results.splits.first(size), **cut)
