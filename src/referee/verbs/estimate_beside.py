"""The simple learners that stand in every table of an estimate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from referee import _check
from referee.core.estimate import Estimate
from referee.resampling.baselines import baselines
from referee.resampling.cross_validation import CrossValidation
from referee.resampling.estimators.pooled import pooled
from referee.resampling.run_learner import run_learner

if TYPE_CHECKING:
    from referee.verbs.estimate_job import EstimateJob


def beside_of(job: EstimateJob, given: Mapping[str, Any] | None) -> tuple[Estimate, ...]:
    """Majority rule, prior-random, naive Bayes and the learners `given`, on stratified folds of the same cases.

    Folds whatever the method, because leave-one-out misjudges a rule that follows the class counts. One that cannot
    be fitted is undefined with the reason. None after an interruption.
    """
    if given is not None and not isinstance(given, Mapping):
        _check.fail("beside", "map names to learners", type(given).__name__)
    if any(results.interrupted for results in job.runs):
        return ()
    most = job.smallest if job.groups is None else len(set(map(str, job.groups)))
    splits = CrossValidation(max(2, min(10, most))).make(job.y, groups=job.groups, times=job.times, rng=job.seed)
    out = []
    for name, learner in {**baselines(rng=job.seed), **(given or {})}.items():
        options = {"scores": job.auc, "positive": job.options["positive"], "progress": False}
        results = run_learner(learner, job.X, job.y, splits, rng=job.seed, name=str(name), **options)
        out.append(replace(pooled(results, job.metric, level=job.level), name=str(name), interval=None, note=""))
    return tuple(out)
