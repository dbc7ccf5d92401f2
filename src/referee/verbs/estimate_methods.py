"""The ways to estimate true error, by name: each runs the fits it needs and reads its estimate from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee import _check
from referee.core import Estimate, Results
from referee.learners.bootstrap import Bootstrap
from referee.learners.cross_validation import CrossValidation, LeaveOneOut, LeavePairOut
from referee.learners.estimators.bootstrap_632 import bootstrap_632, bootstrap_632_plus, loo_star
from referee.learners.estimators.holdout_value import Progressive, apparent, holdout_value, progressive
from referee.learners.estimators.loo_bootstrap import (
    loo_bootstrap,
    optimism_bootstrap,
    out_of_bag,
    simple_bootstrap,
)
from referee.learners.estimators.nested_cv import NestedFolds, nested_cv
from referee.learners.estimators.on_results import OnResults
from referee.learners.estimators.pooled_value import (
    average_value,
    expected_value,
    held_out_interval,
    pooled_auc,
    pooled_value,
)
from referee.learners.random_splits import Holdout, RandomSplits
from referee.learners.recipe import Splitting
from referee.learners.run_progressive import can_update, run_progressive
from referee.verbs.estimate_job import Course, EstimateJob

PAIRS_AT_MOST = 2500
MANY = 1000
"""Cases from which one run of ten folds is enough: more runs would narrow little."""

NESTED_REPEATS = 20
"""How often nested folds are dealt: fewer leave the width to chance."""

TRAINING_SETS = 100
"""Bootstrap samples that tell how far models of different training sets differ."""

WITHOUT_INTERVAL = (apparent, simple_bootstrap, optimism_bootstrap)
"""Estimators that take no level."""


@dataclass(frozen=True)
class Way:
    """A way to estimate: how, how many fits beside that of all cases, where it errs, and its names in textbooks."""

    run: Callable[[EstimateJob], Estimate]
    fits: int | Callable[[EstimateJob, Course], int]
    bias: str
    names: str = ""

    def fits_of(self, job: EstimateJob, plan: Course) -> int:
        """The fits of a plan, beside that of all cases."""
        return self.fits(job, plan) if callable(self.fits) else self.fits


def nested_folds(n: int) -> int:
    """Folds of nested cross-validation: 5, and 10 from 100 cases: narrower where a learner needs many."""
    return 10 if n >= 100 else 5


def nested_fits(n: int) -> int:
    """Fits of nested folds: each fold, and each pair of folds, is left out.

    >>> nested_fits(99), nested_fits(100)
    (300, 1100)
    """
    folds = nested_folds(n)
    return NESTED_REPEATS * folds * (folds + 1) // 2


def _read(
    recipe: Splitting | Callable[[EstimateJob], Splitting],
    estimator: Callable[..., Estimate] | None = None,
    *,
    everywhere: bool = False,
    **options: Any,
) -> Callable[[EstimateJob], Estimate]:
    """A method that reads its estimate from one run, on the splits of a recipe, which may be a function of the job.

    Without an estimator it is the pooled estimate with the interval of held-out cases.
    """

    def run(job: EstimateJob) -> Estimate:
        results = job.run(recipe(job) if callable(recipe) else recipe, everywhere=everywhere)
        if estimator is None:
            return job.held_out(results)
        leveled = {} if estimator in WITHOUT_INTERVAL else {"level": job.level}
        return estimator(results, job.metric, **leveled, **options)

    return run


def _samples(job: EstimateJob) -> Bootstrap:
    return Bootstrap(job.plan.samples)


def _halves(job: EstimateJob) -> CrossValidation:
    return CrossValidation(2, job.plan.halves)


def _nested(job: EstimateJob) -> NestedFolds:
    return NestedFolds(nested_folds(job.n), NESTED_REPEATS)


def leave_out(job: EstimateJob) -> Results:
    """Leave-one-out; for AUC leave-pair-out, or stratified folds where the pairs are too many."""
    if not job.of_parts or job.plan.recipe is not None:
        return _by_algebra(job) or job.run(LeaveOneOut())
    folds = fold_recipe(job).folds
    if job.metric.shape != "area" or len(job.sizes) != 2:
        instead = f"{folds} stratified folds instead of leave-one-out"
        job.notes.append(f"{job.metric.name} needs several cases of one model: {instead}")
        return job.run(CrossValidation(folds))
    pairs = int(np.prod(job.sizes))
    if pairs <= PAIRS_AT_MOST and not job.dependent:
        job.notes.append(f"AUC under leave-one-out: each of {pairs:,} pairs is left out together")
        return job.run(LeavePairOut())
    job.notes.append(f"AUC under leave-one-out: {pairs:,} pairs are too many, {folds} stratified folds instead")
    return job.run(CrossValidation(folds))


def _by_algebra(job: EstimateJob) -> Results | None:
    """Leave-one-out at the price of one fit, where the learner allows it; None, with the reason noted, where not."""
    if job.plan.recipe is not None or not job.takes_algebra:
        return None
    found = job.shortcut.predictions
    if found is None:
        job.notes.append(f"each case was left out by a fit of its own: {job.shortcut.reason}")
        return None
    splits = job.splits(LeaveOneOut())
    place = {label: code for code, label in enumerate(job.data.labels)}
    codes = np.array([place[label] for label in found.labels.tolist()])
    facts: Any = {"seed": job.seed, "fits": found.refitted}
    ties = f"; {found.near_ties} of the cases were too near a tie to be sure" if found.near_ties else ""
    job.notes.append(f"leave-one-out by algebra, {found.refitted} folds really fitted{ties}")
    return job.keep(job.data.results(job.name, splits, tuple(codes[test] for test in splits.tests), **facts))


def _loo_pooled(job: EstimateJob) -> Estimate:
    if job.metric.shape != "area":
        hint = "'loo' pools labels, which is right."
        _check.fail("metric", "be 'roc_auc' for 'loo_pooled'", job.metric.name, hint)
    return pooled_auc(job.run(LeaveOneOut()), job.metric)


def _loo_star(job: EstimateJob) -> Estimate:
    results = leave_out(job)
    loo = pooled_value(results, job.metric, level=job.level)
    b632 = bootstrap_632(job.run(_samples(job)), job.metric, level=job.level)
    cv2 = pooled_value(job.run(_halves(job)), job.metric, level=job.level)
    job.parts += [loo, b632, cv2]
    return star_of(job, results, loo, b632, cv2)


def star_of(job: EstimateJob, results: Results, loo: Estimate, b632: Estimate, cv2: Estimate) -> Estimate:
    """LOO* of its three parts, with the interval of held-out cases around it."""
    sign = -job.metric.sign
    value = loo_star(loo, b632, cv2, sign=sign).value
    interval = None if job.dependent else held_out_interval(OnResults(job.metric, results), value, job.level)
    made = loo_star(loo, b632, cv2, sign=sign, interval=interval)
    return replace(made, title=f"{job.metric.title}, {made.title}")


def _progressive(job: EstimateJob) -> Estimate:
    splits = job.splits(Progressive())
    plain = not job.metric.by_scores and not isinstance(job.learner, tuple)
    if plain and can_update(job.learner, job.data.y, splits):
        job.notes.append("the model is updated by partial_fit after each case, not refitted")
        done = job.keep(run_progressive(job.learner, job.data, None, splits, rng=job.seed, name=job.name))
        return progressive(done, job.metric, level=job.level)
    return progressive(job.run(splits), job.metric, level=job.level)


def _expected(job: EstimateJob) -> Estimate:
    if not job.has_held_out_interval:
        got = f"{job.metric.name}{' of cases in groups or in time' if job.dependent else ''}"
        hint = "method='auto' takes any metric and any cases."
        _check.fail("metric", "be a mean over independent cases for 'expected'", got, hint)
    folds, samples = job.run(fold_recipe(job)), job.run(Bootstrap(TRAINING_SETS))
    return expected_value(folds, samples, job.metric, level=job.level)


def fold_recipe(job: EstimateJob) -> CrossValidation:
    """Ten folds where the rarest class has as many cases, dealt five times where cases are few."""
    return CrossValidation(max(2, min(10, job.smallest)), repeats=1 if job.n >= MANY else 5)


def expected_fits(job: EstimateJob) -> int:
    """Fits of folds and of samples for the mean over training sets."""
    recipe = fold_recipe(job)
    return recipe.folds * recipe.repeats + TRAINING_SETS


def _star_fits(job: EstimateJob, plan: Course) -> int:
    return _one_by_one(job, plan) + plan.samples + 2 * plan.halves


def _one_by_one(job: EstimateJob, plan: Course) -> int:
    """Fits of leave-one-out: none to speak of by algebra."""
    return 0 if plan.recipe is None and job.takes_algebra and job.shortcut.predictions is not None else job.n


def _sampled(estimator: Callable[..., Estimate], bias: str, names: str = "", **options: Any) -> Way:
    """A way that reads its estimate from bootstrap samples."""
    return Way(_read(_samples, estimator, **options), lambda job, plan: plan.samples, bias, names)


LOW, HIGH, NONE = "optimistic", "pessimistic", "nearly unbiased"
_HELD, _TENS, _THIRTY, _TENS_TEN_TIMES = Holdout(), CrossValidation(10), RandomSplits(30), CrossValidation(10, 10)
METHODS: dict[str, Way] = {
    "apparent": Way(_read(_HELD, apparent), 1, LOW, "resubstitution apparenterror trainingerror"),
    "holdout": Way(_read(_HELD, holdout_value), 1, HIGH, "testset trainandtest"),
    "random_splits": Way(
        _read(_THIRTY, average_value), 30, HIGH, "randomsubsampling repeatedholdout montecarlocv"
    ),
    "k_fold": Way(_read(_TENS), 10, HIGH, "cv crossvalidation kfoldcv"),
    "k_fold_averaged": Way(_read(_TENS, average_value), 10, HIGH),
    "repeated_k_fold": Way(_read(_TENS_TEN_TIMES), 100, HIGH, "repeatedcv repeatedcrossvalidation"),
    "repeated_2_fold": Way(_read(_halves, pooled_value), lambda job, plan: 2 * plan.halves, HIGH, "repeated2cv"),
    "loo": Way(lambda job: job.held_out(leave_out(job)), _one_by_one, NONE, "leaveoneout jackknife loocv ncv"),
    "loo_pooled": Way(_loo_pooled, lambda job, plan: job.n, LOW),
    "loo_star": Way(_loo_star, _star_fits, NONE, "loo* correctedloo correctedleaveoneout"),
    "simple_bootstrap": _sampled(simple_bootstrap, LOW, "bootstrap", everywhere=True),
    "optimism": _sampled(optimism_bootstrap, LOW, "optimismbootstrap refinedbootstrap", everywhere=True),
    "e0": _sampled(out_of_bag, HIGH, "outofbag oob e0bootstrap"),
    "loo_bootstrap": _sampled(loo_bootstrap, HIGH, "leaveoneoutbootstrap"),
    "632": _sampled(bootstrap_632, LOW, ".632 0.632 .632b 632b b632"),
    "632_tan": _sampled(bootstrap_632, LOW, definition="tan"),
    "632_aggarwal": _sampled(bootstrap_632, LOW, everywhere=True, definition="aggarwal"),
    "632+": _sampled(bootstrap_632_plus, NONE, ".632+ 0.632+ .632+bootstrap"),
    "progressive": Way(_progressive, lambda job, plan: round(job.n / 3), HIGH, "progressivevalidation"),
    "nested_cv": Way(
        _read(_nested, nested_cv), lambda job, plan: nested_fits(job.n), NONE, "nested nestedcrossvalidation"
    ),
    "expected": Way(_expected, lambda job, plan: expected_fits(job), HIGH, "expectederror"),
}
"""Every estimator by the name that `method` takes."""

ALIASES = {
    name: method for method, found in METHODS.items() for name in (method.replace("_", ""), *found.names.split())
}
"""The names of textbooks, without spaces and hyphens."""
