"""Which estimator of true error, and on which splits: by name, by the data alone, or by what a budget allows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from referee import _check
from referee.core import Splits
from referee.data.column import keys_column, keys_text
from referee.learners.advice import FEW, SOME, effective_size
from referee.learners.cross_validation import CrossValidation
from referee.learners.random_splits import Holdout
from referee.learners.recipe import Splitting
from referee.studies.dataset import Dataset
from referee.verbs.estimate_all import ALL, fits_of_all, plan_all
from referee.verbs.estimate_job import Course, EstimateJob
from referee.verbs.estimate_methods import ALIASES, MANY, METHODS, expected_fits, fold_recipe, nested_fits

MOST_FITS = 60
"""What a plan that was not asked for by name may cost."""

HELD_OUT = ("k_fold", "repeated_k_fold", "loo", "loo_star")
"""Methods whose interval is that of held-out cases."""

MEASURED = 50, 10
"""Cases, and cases of the rarest class, from which the coverage of that interval was measured."""


def plan_of(method: str | Splitting | tuple[str, Splitting], job: EstimateJob) -> Course:
    """The plan that was asked for, by name or by splits, or the one that suits the data."""
    if isinstance(method, str):
        if method in ("auto", ALL):
            return chosen(job) if method == "auto" else plan_all(job)
        return named_plan(method)
    if isinstance(method, tuple) and len(method) == 2 and isinstance(method[0], str):
        plan = named_plan(method[0])
        if plan.method in ("loo_star", "expected"):
            _check.fail("method", f"have no splits for {plan.method!r}, which makes kinds of its own", "splits")
        return replace(plan, recipe=job.splits(method[1]))
    return given_plan(job.splits(method))


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


def given_plan(splits: Splits) -> Course:
    """The estimator that splits of one's own are for."""
    if len(splits) == 1:
        return Course("holdout", "a single split is given", splits)
    if splits.bootstrap:
        return Course("e0", "bootstrap samples are given", splits)
    if splits.partition:
        name = "k_fold" if splits.repeats == 1 else "repeated_k_fold"
        return Course(name, "splits that test every case are given", splits)
    return Course("random_splits", "splits that overlap are given", splits)


def chosen(job: EstimateJob) -> Course:
    """The plan that suits the data: a function of the cases, the smallest class and the type of learner alone."""
    data, folds = job.data, fold_recipe(job)
    if data.times is not None:
        why = "cases are in the order of time: each part is tested by models of earlier cases"
        return Course("k_fold", why, CrossValidation(10))
    if data.groups is not None:
        most = _group_count(data)
        few = min(10, most)
        why = f"cases come in {most} groups, which stay together in {few} folds"
        return Course("k_fold", why, CrossValidation(few))
    if job.of_parts:
        return Course(
            "k_fold",
            f"{job.metric.name} needs several cases of one model, which a fold has",
            replace(folds, repeats=1),
        )
    size = effective_size(job.n, job.smallest)
    words = f"{job.n:,} cases" if size == job.n else f"the smallest class has {size} of {job.n:,} cases"
    if size < SOME and job.takes_algebra and job.shortcut.predictions is not None:
        limit, found = (FEW, "loo_star") if size < FEW else (SOME, "loo")
        why = f"{words}, fewer than {limit}, and leave-one-out takes one fit by algebra"
        return Course(found, why, samples=30, halves=13)
    if size < SOME and job.n < MOST_FITS:
        return Course("loo", f"{words}, fewer than {MOST_FITS}")
    if job.n >= MANY:
        return Course("k_fold", f"{words}: one run of folds is enough from {MANY:,} cases on", folds)
    return Course("repeated_k_fold", f"{words}: as many folds as {MOST_FITS} fits allow", folds)


def _group_count(data: Dataset) -> int:
    """How many groups the cases come in; 0 without groups."""
    return 0 if data.groups is None else len(set(keys_text(keys_column("groups", data.groups)).tolist()))


def fits_of(plan: Course, job: EstimateJob) -> int:
    """How many fits a plan takes, the model of all cases included."""
    recipe = plan.recipe
    if plan.method == ALL:
        return 1 + fits_of_all(job)
    if recipe is None:
        return 1 + METHODS[plan.method].fits(job, plan)
    return 1 + len(recipe if isinstance(recipe, Splits) else job.splits(recipe))


def settle(plan: Course, job: EstimateJob) -> Course:
    """The plan, or the best smaller one that the budget allows, with its price told; what more would buy is noted."""
    courses = [plan]
    if job.price.is_long(fits_of(plan, job)):
        folds = CrossValidation(min(5, _group_count(job.data) or job.n))
        courses += [Course("k_fold", "", folds), Course("holdout", "", Holdout())]
    plans = [(course.method, fits_of(course, job)) for course in courses]
    at, why = job.price.choose(plans)
    plan = replace(courses[at], why=why) if at else plan
    threads = tuple(job.notes)
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
