"""The ways to estimate true error, by name: each runs the fits it needs and reads its estimate from them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core import Estimate, Results
from referee.learners.bootstrap import Bootstrap
from referee.learners.cross_validation import CrossValidation, LeaveOneOut, LeavePairOut
from referee.learners.estimators.bootstrap_632 import bootstrap_632, bootstrap_632_plus, loo_star
from referee.learners.estimators.holdout_value import Progressive, apparent, holdout_value, progressive
from referee.learners.estimators.loo_bootstrap import loo_bootstrap, out_of_bag, simple_bootstrap
from referee.learners.estimators.nested_cv import NestedFolds, nested_cv
from referee.learners.estimators.pooled import average_value, pooled_auc, pooled_value
from referee.learners.random_splits import Holdout, RandomSplits
from referee.learners.run_progressive import can_update, run_progressive
from referee.verbs.estimate_job import NESTED_AT_MOST, NESTED_REPEATS, EstimateJob, nested_fits, nested_folds

PAIRS_AT_MOST = 2500


def _apparent(job: EstimateJob) -> Estimate:
    return apparent(job.run(Holdout(job.test)), job.metric)


def _holdout(job: EstimateJob) -> Estimate:
    return holdout_value(job.run(Holdout(job.test)), job.metric, level=job.level)


def _random_splits(job: EstimateJob) -> Estimate:
    return average_value(job.run(RandomSplits(job.repeats or 30, job.test)), job.metric, level=job.level)


def _k_fold(job: EstimateJob) -> Estimate:
    return job.with_nested(job.run(CrossValidation(job.folds, job.repeats or 1)))


def _k_fold_averaged(job: EstimateJob) -> Estimate:
    return average_value(job.run(CrossValidation(job.folds, job.repeats or 1)), job.metric, level=job.level)


def _repeated_k_fold(job: EstimateJob) -> Estimate:
    return job.with_nested(job.run(CrossValidation(job.folds, job.repeats or 10)))


def _repeated_2_fold(job: EstimateJob) -> Estimate:
    return pooled_value(job.run(CrossValidation(2, job.repeats or 200)), job.metric, level=job.level)


def _loo(job: EstimateJob) -> Estimate:
    return job.with_nested(_leave_out(job))


def _leave_out(job: EstimateJob) -> Results:
    """Leave-one-out; for AUC leave-pair-out, or stratified folds where the pairs are too many."""
    if not job.of_parts or job.given is not None:
        return _by_algebra(job) or job.run(LeaveOneOut())
    folds = max(2, min(10, job.smallest))
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


def _loo_pooled(job: EstimateJob) -> Estimate:
    if job.metric.shape != "area":
        hint = "'loo' pools labels, which is right."
        _check.fail("metric", "be 'roc_auc' for 'loo_pooled'", job.metric.name, hint)
    return pooled_auc(job.run(LeaveOneOut()), job.metric)


def _by_algebra(job: EstimateJob) -> Results | None:
    """Leave-one-out at the price of one fit, where the learner allows it; None, with the reason noted, where not."""
    if job.given is not None or job.dependent or job.options["sampler"] is not None or job.metric.by_scores:
        return None
    attempt = job.shortcut
    found = attempt.predictions
    if found is None:
        job.notes.append(f"each case was left out by a fit of its own: {attempt.reason}")
        return None
    splits = job.make_splits(LeaveOneOut())
    one = job.run(replace(splits, tests=splits.tests[:1]), own=True)
    place = {label: code for code, label in enumerate(one.labels)}
    codes = np.array([place[label] for label in found.labels.tolist()])
    done = replace(one, splits=splits, predicted=tuple(codes[test] for test in splits.tests))
    done = replace(done, fits=one.fits + found.refitted)
    job.runs[-1] = job.main = done
    ties = f"; {found.near_ties} of the cases were too near a tie to be sure" if found.near_ties else ""
    job.notes.append(f"leave-one-out by algebra, {found.refitted} folds really fitted{ties}")
    return done


def _loo_star(job: EstimateJob) -> Estimate:
    if job.given is not None:
        _check.fail("splits", "not be given for 'loo_star', which makes three kinds of its own", "splits")
    results = _leave_out(job)
    loo = pooled_value(results, job.metric, level=job.level)
    b632 = bootstrap_632(job.run(Bootstrap(job.resamples)), job.metric, level=job.level)
    cv2 = pooled_value(job.run(CrossValidation(2, job.repeats or 200)), job.metric, level=job.level)
    job.parts += [loo, b632, cv2]
    sign = -job.metric.sign
    interval = job.nested_interval(results, loo_star(loo, b632, cv2, sign=sign).value)
    made = loo_star(loo, b632, cv2, sign=sign, interval=interval)
    return replace(made, title=f"{job.metric.title}, {made.title}")


def _simple_bootstrap(job: EstimateJob) -> Estimate:
    return simple_bootstrap(job.run(Bootstrap(job.resamples), everywhere=True), job.metric)


def _bootstrap(
    estimator: Callable[..., Estimate], *, everywhere: bool = False, **options: Any
) -> Callable[[EstimateJob], Estimate]:
    def estimate(job: EstimateJob) -> Estimate:
        results = job.run(Bootstrap(job.resamples), everywhere=everywhere)
        return estimator(results, job.metric, level=job.level, **options)

    return estimate


def _progressive(job: EstimateJob) -> Estimate:
    if job.given is not None:
        _check.fail("splits", "not be given for 'progressive'", "splits")
    splits = job.make_splits(Progressive(job.test))
    plain = job.options["sampler"] is None and not job.metric.by_scores
    if plain and can_update(job.learner, job.y, splits):
        job.notes.append("the model is updated by partial_fit after each case, not refitted")
        options = {key: job.options[key] for key in ("positive", "name")}
        job.main = run_progressive(job.learner, job.X, job.y, splits, rng=job.seed, **options)
        job.runs.append(job.main)
        return progressive(job.main, job.metric, level=job.level)
    return progressive(job.run(splits), job.metric, level=job.level)


def _nested_cv(job: EstimateJob) -> Estimate:
    folds = NestedFolds(_asked_folds(job), job.repeats or NESTED_REPEATS)
    return nested_cv(job.run(folds), job.metric, level=job.level)


def _asked_folds(job: EstimateJob) -> int:
    """Folds of nested cross-validation as an estimator of its own."""
    return max(3, min(job.folds, nested_folds(job.n)))


def fits_of(method: str, job: EstimateJob) -> int:
    """How many fits a method takes, the model of all cases and the interval included."""
    wanted = job.interval != "none" and not job.dependent and not job.of_parts and job.n <= NESTED_AT_MOST
    nested = nested_fits(nested_folds(job.n)) if wanted else 0
    repeats = job.repeats
    table = {
        "random_splits": repeats or 30,
        "k_fold": job.folds * (repeats or 1) + nested,
        "k_fold_averaged": job.folds * (repeats or 1),
        "repeated_k_fold": job.folds * (repeats or 10) + nested,
        "repeated_2_fold": 2 * (repeats or 200),
        "loo": job.n + nested,
        "loo_pooled": job.n,
        "loo_star": job.n + job.resamples + 2 * (repeats or 200) + nested,
        "progressive": round(job.n * job.test),
        "nested_cv": nested_fits(_asked_folds(job), repeats or NESTED_REPEATS),
        "holdout": 1,
        "apparent": 1,
    }
    return 1 + table.get(method, job.resamples)


def announce(method: str, job: EstimateJob, progress: bool | None) -> None:
    """Say how many fits are coming, where a person watches."""
    shown = None if progress is None else _check.flag("progress", progress)
    if sys.stderr is not None and sys.stderr.isatty() if shown is None else shown:
        sys.stderr.write(f"  {method}: about {_format.plural(fits_of(method, job), 'fit')}\n")


METHODS: dict[str, Callable[[EstimateJob], Estimate]] = {
    "apparent": _apparent,
    "holdout": _holdout,
    "random_splits": _random_splits,
    "k_fold": _k_fold,
    "k_fold_averaged": _k_fold_averaged,
    "repeated_k_fold": _repeated_k_fold,
    "repeated_2_fold": _repeated_2_fold,
    "loo": _loo,
    "loo_pooled": _loo_pooled,
    "loo_star": _loo_star,
    "simple_bootstrap": _simple_bootstrap,
    "e0": _bootstrap(out_of_bag),
    "loo_bootstrap": _bootstrap(loo_bootstrap),
    "632": _bootstrap(bootstrap_632),
    "632_tan": _bootstrap(bootstrap_632, definition="tan"),
    "632_aggarwal": _bootstrap(bootstrap_632, everywhere=True, definition="aggarwal"),
    "632+": _bootstrap(bootstrap_632_plus),
    "progressive": _progressive,
    "nested_cv": _nested_cv,
}
"""Every estimator by the name that `method` takes."""
