"""How will a learner do on new cases: an estimate of its true error, with an interval that means what it says."""

from __future__ import annotations

from collections.abc import Mapping

from referee import _check, _rng
from referee._version import __version__
from referee.checks.estimating import estimation_findings
from referee.core import Skill
from referee.core.types import Column, Learner, Rng, Table
from referee.data.row_keys import copied_cases
from referee.learners.estimators.holdout_value import apparent
from referee.learners.prepare import bounded_threads
from referee.learners.recipe import Splitting
from referee.learners.run import ALONE, Run
from referee.learners.run_learner import name_of
from referee.metrics.metric import Metric
from referee.metrics.registry import get
from referee.studies.dataset import Dataset
from referee.verbs.estimate_all import ALL, estimate_all
from referee.verbs.estimate_job import EstimateJob
from referee.verbs.estimate_methods import METHODS
from referee.verbs.estimate_plan import plan_of, settle


def estimate_error(
    learner: Learner | Mapping[str, Learner],
    X: Table | Dataset,
    y: Column = None,
    *,
    method: str | Splitting | tuple[str, Splitting] = "auto",
    metric: str | Metric = "error_rate",
    level: float = 0.95,
    rng: Rng = None,
    run: Run = ALONE,
) -> Skill:
    """Estimate the error of a learner, trained on cases such as these, on new cases.

    `learner` is anything with fit and predict, pipelines and searches included, or a pair of a sampler of training
    cases and a learner. A mapping gives it a name; the learners that follow in it, such as a contemporary, stand
    beside it, on the 10 folds of the majority rule, a random one and naive Bayes. A `Dataset` instead of `X` and `y`
    also says groups that stay together, times that keep their order and the positive class.

    `method` is a name of `METHODS` or as textbooks write it (10-CV, LOO*, .632+), splits of one's own (a recipe, a
    `Splits` or a scikit-learn splitter), or both as a pair, such as (".632+", Bootstrap(50)). "all" has the textbook
    estimators side by side, from shared fits, and takes the one that suits the data. "auto" looks at the cases, the
    smallest class and the type of learner alone and takes at most 60 fits, but for leave-one-out by algebra: corrected
    leave-one-out below 50 cases and leave-one-out below 100 where that takes one fit, leave-one-out below 60 cases,
    else stratified folds. One fit is timed and the price is told before the rest; `run` says where fits run and what
    they may cost. `metric` is any registered one or your own; an area compares cases of the same test part only. The
    interval of a mean over cases is that of as many fresh cases, wider by what was measured, and is for the error of
    the model that all cases give; for more fits method="nested_cv" estimates its width instead, and method="expected"
    has an interval for the mean over training sets of this size.

    It is about the learner on random samples of one population: not about a learner that was chosen because it did
    best on these cases. References: stone1974, bayle2020.

    >>> import numpy as np
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = np.arange(30.0)[:, None] % 17, np.repeat([0, 1], 15)
    >>> skill = estimate_error(GaussianNB(), X, y, method="holdout", rng=1)
    >>> skill.estimate.n, skill.fits, skill.estimate.interval.method
    (10, 2, 'mid-P')
    """
    level = _check.fraction("level", level)
    named = learner if isinstance(learner, Mapping) else {"": learner}
    if not named:
        _check.fail("learner", "be at least one", "an empty mapping")
    (name, first), *others = named.items()
    data = X if isinstance(X, Dataset) else Dataset("", X, y)
    asked, seed = get(metric), _rng.seed_of(rng)
    job = EstimateJob(
        first,
        data,
        asked,
        level,
        seed,
        _check.instance("run", run, Run),
        str(name) or name_of(first),
        dict(others),
    )
    job.notes += bounded_threads({job.name: first})
    job.plan = settle(plan_of(method, job), job)
    every = estimate_all(job) if job.plan.method == ALL else ()
    advised = next((row.estimate for row in every if row.name == job.plan.advised), None)
    made = METHODS[job.plan.method].run(job) if advised is None else advised
    rules, stopped = ((), True) if job.interrupted else job.beside()
    main = job.main
    assert main is not None
    return Skill(
        learner=main.learner,
        metric=made.name,
        estimate=job.honest(made),
        apparent=apparent(main, asked),
        method=job.plan.method,
        why=job.plan.why,
        fits=job.fits,
        results=main,
        parts=tuple(job.parts),
        estimators=every,
        baselines=rules,
        findings=tuple(estimation_findings(job.runs, copied_cases(data.table, main.splits))),
        notes=tuple(job.notes),
        level=level,
        seed=seed,
        version=__version__,
        interrupted=stopped,
        title=asked.title,
    )
