"""How will a learner do on new cases: an estimate of its true error, with an interval that means what it says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from referee import _check, _format, _rng
from referee._version import __version__
from referee.checks.estimating import estimation_findings
from referee.core import Skill
from referee.core.types import Column, Label, Learner, Rng, Table
from referee.data.column import labels_column
from referee.data.encode import encode
from referee.learners.estimators.holdout_value import apparent
from referee.metrics.metric import Metric
from referee.metrics.registry import get
from referee.verbs.estimate_job import EstimateJob
from referee.verbs.estimate_methods import METHODS, announce


def estimate_error(
    learner: Learner,
    X: Table,
    y: Column,
    *,
    method: str = "auto",
    metric: str | Metric = "error_rate",
    splits: Any = None,
    folds: int = 10,
    repeats: int | None = None,
    resamples: int = 200,
    test: float = 1 / 3,
    sampler: Any = None,
    groups: Column = None,
    times: Column = None,
    positive: Label | None = None,
    level: float = 0.95,
    interval: Literal["auto", "nested", "none"] = "auto",
    beside: Mapping[str, Any] | None = None,
    name: str = "",
    rng: Rng = None,
    random_state: Rng = None,
    n_jobs: int = 1,
    backend: str | None = None,
    progress: bool | None = None,
) -> Skill:
    """Estimate the error of a learner, trained on cases such as these, on new cases.

    `learner` is anything with fit and predict, pipelines and searches included. `method` is one of `METHODS`; "auto"
    takes corrected leave-one-out below 50 cases (or cases of a small class), leave-one-out below 100, 10-fold from
    there, and repeated stratified folds where leave-one-out would cost more than 1,000 fits. `metric` is any
    registered one or your own; an area compares cases of the same test part only. `splits` gives splits of one's own, a
    recipe or a scikit-learn splitter. `groups` keep together, `times` keep their order. `sampler` resamples training
    parts. For means over cases the interval is by nested cross-validation, at the price of more fits. The majority
    rule, a random one and naive Bayes stand in the table, with the learners that the user puts `beside` them, such as
    a contemporary: all on 10 folds.

    It is about the learner on random samples of one population: not about a learner that was chosen because it did
    best on these cases.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = np.arange(30.0)[:, None] % 17, np.repeat([0, 1], 15)
    >>> skill = estimate_error(GaussianNB(), X, y, method="holdout", rng=1)
    >>> skill.estimate.n, skill.fits, skill.estimate.interval.method
    (10, 2, 'mid-P')
    """
    level = _check.fraction("level", level)
    _check.choice("method", method, ("auto", *METHODS))
    _check.choice("interval", interval, ("auto", "nested", "none"))
    (codes,), labels = encode(labels_column("y", y))
    asked = get(metric)
    sizes = np.bincount(codes, minlength=len(labels))
    if (sizes > 0).sum() < 2:
        only = f"only {_format.quote(labels[int(sizes.argmax())])}"
        _check.fail("y", "have at least two classes to learn", only)
    job = EstimateJob(
        learner=learner,
        X=X,
        y=y,
        metric=asked,
        sizes=sizes[sizes > 0],
        given=splits,
        folds=_check.whole("folds", folds, least=2),
        repeats=repeats,
        resamples=resamples,
        test=test,
        groups=groups,
        times=times,
        level=level,
        interval=interval,
        seed=_rng.seed_of(rng, random_state),
        options={
            "sampler": sampler,
            "positive": positive,
            "n_jobs": n_jobs,
            "backend": backend,
            "progress": progress,
            "name": name,
        },
        asked=method,
    )
    chosen, why = job.choose() if method == "auto" else (method, "asked for by name")
    announce(chosen, job, progress)
    made = METHODS[chosen](job)
    first = job.main
    assert first is not None
    rules, stopped = ((), True) if job.interrupted else job.beside(beside)
    return Skill(
        learner=first.learner,
        metric=made.name,
        estimate=job.honest(made),
        apparent=apparent(job.whole, job.metric),
        method=chosen,
        why=why,
        fits=sum(results.fits for results in job.runs),
        results=first,
        parts=tuple(job.parts),
        baselines=rules,
        findings=tuple(estimation_findings(job.runs)),
        notes=tuple(job.notes),
        level=level,
        seed=job.seed,
        version=__version__,
        interrupted=stopped,
        title=asked.title,
    )
