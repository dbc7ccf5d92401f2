"""The simple learners that every other must beat, and what they reach on folds of the same cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from referee import _check, _rng
from referee.core import Estimate
from referee.core.types import Column, Label, Learner, Rng, Table
from referee.learners.cross_validation import CrossValidation
from referee.learners.data import LearnerCases
from referee.learners.estimators.pooled_value import pooled_value
from referee.learners.recipe import cases_of
from referee.learners.run import QUIET
from referee.learners.run_learner import run_to_the_end
from referee.metrics.metric import Metric
from referee.metrics.registry import get


def baselines(*, rng: Rng = None) -> dict[str, Learner]:
    """Simple learners to stand in every table: majority rule, random by prior, naive Bayes.

    The majority rule predicts the most frequent training class, the random one draws classes by their training
    shares, naive Bayes is Gaussian and needs numeric features. A contemporary method is the user's to add.
    Reference: duda2001.

    >>> sorted(baselines(rng=0))
    ['majority', 'naive Bayes', 'prior-random']
    """
    from sklearn.dummy import DummyClassifier
    from sklearn.naive_bayes import GaussianNB

    seed = int(_rng.stream(_rng.seed_of(rng), "baselines").integers(2**31 - 1))
    return {
        "majority": DummyClassifier(strategy="most_frequent"),
        "prior-random": DummyClassifier(strategy="stratified", random_state=seed),
        "naive Bayes": GaussianNB(),
    }


def beside(
    X: Table,
    y: Column,
    *,
    metric: str | Metric = "error_rate",
    given: Mapping[str, Any] | None = None,
    groups: Column = None,
    times: Column = None,
    positive: Label | None = None,
    rng: Rng = None,
) -> tuple[Estimate, ...]:
    """The majority rule, prior-random, naive Bayes and the learners `given`, on ten stratified folds.

    Folds whatever the other learners are tested on, because leave-one-out misjudges a rule that follows the class
    counts; fewer where a class has fewer cases. One that cannot be fitted is undefined with the reason. It errs as
    one run of k-fold does: prior-random is a single draw. Reference: duda2001.

    >>> X, y = np.arange(40.0)[:, None], np.repeat([0, 1], 20)
    >>> {rule.name: rule.value for rule in beside(X, y, rng=0)}["majority"]
    0.5
    """
    if given is not None and not isinstance(given, Mapping):
        _check.fail("beside", "map names to learners", type(given).__name__)
    cases = cases_of(y, groups, times)
    sizes = np.bincount(cases.classes)
    most = int(sizes[sizes > 0].min() if cases.groups is None else cases.groups.max() + 1)
    seed = _rng.seed_of(rng)
    splits = CrossValidation(max(2, min(10, most))).make(y, groups=groups, times=times, rng=seed)
    data, kept = LearnerCases(X, y, positive), ["scores"] if get(metric).by_scores else []
    out = []
    for name, learner in {**baselines(rng=seed), **(given or {})}.items():
        results = run_to_the_end(learner, data, None, splits, keep=kept, rng=seed, run=QUIET, name=str(name))
        out.append(replace(pooled_value(results, metric), name=str(name), interval=None, note=""))
    return tuple(out)
