"""How will a learner do on new cases: an estimate of its true error, with an interval that means what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee import _check, _rng
from referee._version import __version__
from referee.checks.estimating import estimation_findings
from referee.core import Skill, Splits
from referee.core.types import Column, Learner, Rng, Table
from referee.data.row_keys import copied_cases
from referee.learners.advice import FEW, SOME
from referee.learners.cross_validation import CrossValidation
from referee.learners.estimators.holdout_value import apparent
from referee.learners.prepare import bounded_threads
from referee.learners.random_splits import Holdout
from referee.learners.recipe import Splitting
from referee.learners.run import ALONE, Run
from referee.learners.run_learner import name_of
from referee.metrics.metric import Metric
from referee.metrics.registry import get
from referee.studies.dataset import Dataset
from referee.verbs.estimate_all import ALL, HALVES, SAMPLES, TENS, estimate_all
from referee.verbs.estimate_job import Course, EstimateJob
from referee.verbs.estimate_methods import ALIASES, MANY, METHODS, expected_fits, fold_recipe, nested_fits

MOST_FITS = 60
"""What a plan that was not asked for by name may cost."""

HELD_OUT = ("k_fold", "repeated_k_fold", "loo", "loo_star")
"""Methods whose interval is that of held-out cases."""

MEASURED = 50, 10
"""Cases, and cases of the rarest class, from which the coverage of that interval was measured."""


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
    asked, seed, run = get(metric), _rng.seed_of(rng), _check.instance("run", run, Run)
    job = EstimateJob(first, data, asked, level, seed, run, str(name) or name_of(first), dict(others))
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


def plan_of(method: str | Splitting | tuple[str, Splitting], job: EstimateJob) -> Course:
    """The plan that was asked for, by name or by splits, or the one that suits the data."""
    if isinstance(method, str):
        if method in ("auto", ALL):
            return _suitable(job) if method == "auto" else _all_of_them(job)
        return named_plan(method)
    if isinstance(method, tuple) and len(method) == 2 and isinstance(method[0], str):
        plan = named_plan(method[0])
        if plan.method in ("loo_star", "expected"):
            _check.fail("method", f"have no splits for {plan.method!r}, which makes kinds of its own", "splits")
        return replace(plan, recipe=job.splits(method[1]))
    return _for_splits(job.splits(method))


def named_plan(method: str) -> Course:
    """A method as `METHODS` or a textbook writes it, such as 10-CV, 5x10-fold, LOO*, .632B or resubstitution.

    >>> named_plan("10-CV").recipe, named_plan("LOO*").method, named_plan("out-of-bag").method
    (CrossValidation(folds=10, repeats=1, stratified=True), 'loo_star', 'e0')
    """
    why = "asked for by name"
    if method in METHODS:
        return Course(method, why)
    word = re.sub(r"[\s_-]+", "", method.lower())
    folds = re.fullmatch(r"(?:(\d+)x)?(\d+)(?:cv|fold|foldcv)", word)
    if folds:
        times = int(folds[1] or 1)
        recipe = CrossValidation(int(folds[2]), repeats=times)
        return Course("k_fold" if times == 1 else "repeated_k_fold", why, recipe)
    if word in ALIASES:
        return Course(ALIASES[word], why)
    _check.choice("method", method, ("auto", ALL, *METHODS))
    raise AssertionError


def _for_splits(splits: Splits) -> Course:
    """The estimator that splits of one's own are for."""
    if len(splits) == 1:
        return Course("holdout", "a single split is given", splits)
    if splits.bootstrap:
        return Course("e0", "bootstrap samples are given", splits)
    if splits.partition:
        name = "k_fold" if splits.repeats == 1 else "repeated_k_fold"
        return Course(name, "splits that test every case are given", splits)
    return Course("random_splits", "splits that overlap are given", splits)


def _suitable(job: EstimateJob) -> Course:
    """The plan that suits the data: a function of the cases, the smallest class and the type of learner alone."""
    folds = fold_recipe(job)
    if job.data.times is not None:
        why = "cases are in the order of time: each part is tested by models of earlier cases"
        return Course("k_fold", why, CrossValidation(10))
    if job.data.groups is not None:
        few = min(10, job.group_count)
        why = f"cases come in {job.group_count} groups, which stay together in {few} folds"
        return Course("k_fold", why, CrossValidation(few))
    if job.of_parts:
        why = f"{job.metric.name} needs several cases of one model, which a fold has"
        return Course("k_fold", why, replace(folds, repeats=1))
    size, words = job.size_in_words
    if size < SOME and job.takes_algebra and job.shortcut.predictions is not None:
        limit, found = (FEW, "loo_star") if size < FEW else (SOME, "loo")
        why = f"{words}, fewer than {limit}, and leave-one-out takes one fit by algebra"
        return Course(found, why, samples=30, halves=13)
    if size < SOME and job.n < MOST_FITS:
        return Course("loo", f"{words}, fewer than {MOST_FITS}")
    if job.n >= MANY:
        return Course("k_fold", f"{words}: one run of folds is enough from {MANY:,} cases on", folds)
    return Course("repeated_k_fold", f"{words}: as many folds as {MOST_FITS} fits allow", folds)


def _all_of_them(job: EstimateJob) -> Course:
    """All estimators, with the one that suits the data."""
    size, words = job.size_in_words
    if job.dependent or job.of_parts:
        row, limit = "10-CV", ""
    elif size >= SOME:
        row, limit = "10-CV, repeated", f", {SOME} or more"
    else:
        row, limit = ("LOO*", f", fewer than {FEW}") if size < FEW else ("LOO", f", fewer than {SOME}")
    return Course(ALL, f"{row} suits {words}{limit}", advised=row)


def fits_of(plan: Course, job: EstimateJob) -> int:
    """How many fits a plan takes, the model of all cases included."""
    recipe = plan.recipe
    if recipe is not None:
        return 1 + len(recipe if isinstance(recipe, Splits) else job.splits(recipe))
    if plan.method != ALL:
        return 1 + METHODS[plan.method].fits_of(job, plan)
    ones = METHODS["loo"].fits_of(job, plan)
    return 2 + ones + SAMPLES + 2 * HALVES + TENS * fold_recipe(job).folds


def settle(plan: Course, job: EstimateJob) -> Course:
    """The plan, or the best smaller one that the budget allows, with its price told; what more would buy is noted."""
    courses = [plan]
    if job.price.is_long(fits_of(plan, job)):
        folds = CrossValidation(min(5, job.group_count or job.n))
        courses += [Course("k_fold", "", folds), Course("holdout", "", Holdout())]
    plans = [(course.method, fits_of(course, job)) for course in courses]
    at, why = job.price.choose(plans)
    plan = replace(courses[at], why=why) if at else plan
    threads = tuple(job.notes)  # before what more would buy is noted
    job.price.tell(plans[at:], *_more(plan, job), *threads)
    return plan


def _more(plan: Course, job: EstimateJob) -> Iterator[str]:
    """What is not in the price, and what more fits would buy, for the person who watches; the latter is noted too."""
    if job.others:
        yield f"not in this price: 10 folds of {', '.join(map(str, job.others))}, to stand beside it"
    if not job.has_held_out_interval or plan.method not in HELD_OUT:
        return
    fits = 1 + nested_fits(job.n)
    yield f"an interval whose width is measured on these data: {job.price.words('nested_cv', fits)}"
    job.notes.append(f"method='nested_cv' measures the width of the interval on these data: {fits:,} fits")
    fits = 1 + expected_fits(job)
    yield f"an interval for the mean over training sets of this size: {job.price.words('expected', fits)}"
    whose = "the interval is for the model of all cases, not for the mean over training sets of this size"
    job.notes.append(f"{whose}: method='expected' has that, for {fits:,} fits")
    if job.n < MEASURED[0] or job.smallest < MEASURED[1]:
        words = f"from {MEASURED[0]} cases and {MEASURED[1]} of the rarest class on"
        job.notes.append(f"the coverage of the interval was measured {words}: here it is not known")
