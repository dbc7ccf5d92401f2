"""Recipes for splits, shortcuts of leave-one-out and what is worked out from scores of learners give what they gave."""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.model_selection import GroupKFold, ShuffleSplit, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import referee
from helpers.as_before import PRINTED, check, saved
from helpers.loo_brute import data, older
from referee import learners
from referee.learners.loo import loo_attempt

RECIPES = {
    "cross-validation": learners.CrossValidation(5),
    "cross-validation again": learners.CrossValidation(3, repeats=2),
    "cross-validation, not stratified": learners.CrossValidation(4, stratified=False),
    "ten folds": learners.CrossValidation(),
    "leave one out": learners.LeaveOneOut(),
    "leave a pair out": learners.LeavePairOut(),
    "holdout": learners.Holdout(),
    "holdout of half, not stratified": learners.Holdout(0.5, stratified=False),
    "random splits": learners.RandomSplits(3),
    "random splits of a few": learners.RandomSplits(2, test=0.1, stratified=False),
    "three parts": learners.TrainValidationTest(),
    "three parts, not stratified": learners.TrainValidationTest(0.3, 0.4, stratified=False),
    "bootstrap": learners.Bootstrap(3),
    "stratified bootstrap": learners.Bootstrap(3, stratified=True),
    "leave one out of bootstrap": learners.BootstrapLeaveOneOut(2),
}
CASES = {
    "halves": {"y": np.arange(24) % 2},
    "unequal": {"y": [0] * 17 + [1] * 6},
    "three classes": {"y": np.arange(31) % 3},
    "one of a class": {"y": [0] * 7 + [1]},
    "three cases": {"y": [0, 1, 0]},
    "two cases": {"y": [0, 1]},
    "groups": {"y": np.arange(24) % 2, "groups": [i // 3 for i in range(24)]},
    "two groups": {"y": np.arange(10) % 2, "groups": [i % 2 for i in range(10)]},
    "times": {"y": np.arange(25) % 2, "times": [(7 * i) % 25 for i in range(25)]},
    "the same times": {"y": np.arange(12) % 2, "times": [i // 4 for i in range(12)]},
}


def told(call):
    """What a call gives, or why it is refused."""
    try:
        made = call()
    except referee.RefereeError as refused:
        return str(refused)
    return saved(made) if hasattr(made, "to_dict") else repr(made)


@pytest.mark.parametrize("name", RECIPES)
def test_splits(name):
    for kind, given in CASES.items():
        check(f"splits, {name}, {kind}", told(lambda given=given: RECIPES[name].make(**given, rng=3)))


SPLITTERS = {"stratified": StratifiedKFold(3, shuffle=True), "shuffled": ShuffleSplit(3), "groups": GroupKFold(4)}


@pytest.mark.parametrize("name", SPLITTERS)
def test_splits_of_scikit_learn(name):
    given = CASES["groups" if name == "groups" else "halves"]
    check(f"splits of scikit-learn, {name}", told(lambda: learners.from_sklearn(SPLITTERS[name], **given, rng=3)))


SHORT = {
    "one neighbour": KNeighborsClassifier(1),
    "five neighbours": KNeighborsClassifier(5),
    "near neighbours": KNeighborsClassifier(3, weights="distance"),
    "naive Bayes": GaussianNB(),
    "linear discriminant": LinearDiscriminantAnalysis(),
    "linear discriminant by least squares": LinearDiscriminantAnalysis(solver="lsqr"),
    "quadratic discriminant": QuadraticDiscriminantAnalysis(),
    "ridge": RidgeClassifier(),
    "centroid": NearestCentroid(),
    "logistic": LogisticRegression(),
    "loose logistic": LogisticRegression(C=20.0, fit_intercept=False),
}


@older
@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("name", SHORT)
def test_leave_one_out_without_fits(name, scaled):
    learner = make_pipeline(StandardScaler(), SHORT[name]) if scaled else SHORT[name]
    for shape in ((24, 2, 2), (30, 3, 3)):
        for kind in ("plain", "imbalanced", "duplicates", "whole", "single"):
            found = loo_attempt(learner, *data(4, *shape, kind=kind), scores=True)
            text = found.reason
            if found.predictions is not None:
                made = found.predictions
                text = f"{np.asarray(made.labels).tolist()} {made.near_ties} {made.refitted}"
                text += "" if made.scores is None else f" {np.asarray(made.scores).tolist()}"
            check(f"leave one out of {name}{' of scaled' * scaled}, {shape}, {kind}", text, PRINTED)


DRAW = np.random.default_rng(31)
SCORES = (DRAW.random((5, 7)) * 0.3 + 0.6).round(3)
TABLES = DRAW.integers(0, 9, (4, 5, 2, 2))
LOSSES = (DRAW.random(40) < 0.3).astype(float)
CALLS = {
    **{f"advice for {n}": lambda n=n: learners.advice(n) for n in (2, 29, 30, 31, 99, 100, 999, 1000, 5000)},
    **{f"advice for few of a class, {k}": lambda k=k: learners.advice(200, k) for k in (1, 4, 5, 9, 10, 20, 30)},
    **{
        f"simplest by {rule}, {better} is better": lambda rule=rule, better=better: learners.simplest_within(
            SCORES, rule=rule, better=better, ratio=0.1
        )
        for rule in ("one_se", "best")
        for better in ("higher", "lower")
    },
    "simplest of one": lambda: learners.simplest_within(SCORES[:1]),
    "simplest of the same": lambda: learners.simplest_within(np.full((3, 4), 0.8)),
    "Tibshirani's correction": lambda: learners.tibshirani_correction(SCORES),
    "Tibshirani's correction of losses": lambda: learners.tibshirani_correction(SCORES, better="lower"),
    "bootstrap of choices": lambda: learners.bbc_cv(TABLES, resamples=50, rng=1),
    "bootstrap of choices by F1": lambda: learners.bbc_cv(
        TABLES, metric="f1", allowance=0.05, resamples=50, rng=1
    ),
    "jackknife": lambda: learners.jackknife(SCORES[0], SCORES[1], value_a=0.8, value_b=0.7, level=0.9),
    "jackknife of the same": lambda: learners.jackknife(SCORES[0], SCORES[0], value_a=0.8, value_b=0.8),
    "variance by jackknife": lambda: learners.jackknife_variance(SCORES[0]),
    "means without one": lambda: learners.leave_one_out_means(LOSSES).tolist(),
    "power law": lambda: learners.power_law([10, 20, 40, 80], [0.4, 0.31, 0.26, 0.23]),
    "power law of no fall": lambda: learners.power_law([10, 20, 40], [0.3, 0.3, 0.3]),
    "power law to 0": lambda: learners.power_law([10, 20, 40, 80], [0.4, 0.2, 0.1, 0.05]),
    **{
        f"two blocks of {n}": lambda n=n: [
            np.asarray(part).tolist() for part in learners.two_blocks(DRAW_X, np.arange(30) % 3, n, rng=2)
        ]
        for n in (6, 10, 41)
    },
}
DRAW_X = DRAW.normal(size=(30, 2)).round(2)


PREPARED = {
    "neighbours": KNeighborsClassifier(3),
    "logistic": LogisticRegression(),
    "naive Bayes": GaussianNB(),
    "tree": DecisionTreeClassifier(max_depth=3, random_state=0),
    "boosting": HistGradientBoostingClassifier(max_iter=3, random_state=0),
    "support vectors": SVC(),
    "majority": DummyClassifier(),
}
MIXED = {
    "age": [None if i % 7 == 0 else float(i % 13) for i in range(30)],
    "job": [None if i % 5 == 0 else "abc"[i % 3] for i in range(30)],
    "left": [i % 4 == 0 for i in range(30)],
    "rare": ["x"] * 28 + ["y", "z"],
    "size": [1000.0 * (i % 11) for i in range(30)],
}
WAYS = {
    "mixed": (pd.DataFrame(MIXED), {}),
    "numbers with gaps": (pd.DataFrame({key: MIXED[key] for key in ("age", "size")}), {}),
    "numbers": (DRAW_X, {}),
    "three classes": (DRAW_X, {"classes": 3}),
}


@pytest.mark.parametrize("name", PREPARED)
@pytest.mark.parametrize("way", WAYS)
def test_a_learner_on_columns_of_every_kind(name, way):
    X, more = WAYS[way]
    y = (np.arange(30) * 7 % 11) % more.get("classes", 2)
    splits = learners.CrossValidation(3).make(y, rng=1)
    call = partial(learners.run_learner, PREPARED[name], X, y, splits, keep=["scores", "whole"], rng=2)
    check(f"{name} on {way}", told(call), PRINTED)
    if name in ("naive Bayes", "majority"):
        check(
            f"{name} in turn on {way}",
            told(partial(learners.run_progressive, PREPARED[name], X, y, splits, rng=2)),
        )


RUNS = [
    learners.run_learner(
        tree, DRAW_X, np.arange(30) % 2, learners.Bootstrap(4).make(np.arange(30) % 2, rng=i), rng=i
    )
    for i, tree in enumerate([PREPARED["tree"]] * 3)
]
CALLS |= {
    "over-sampling": lambda: [
        np.asarray(part).tolist()
        for part in learners.OverSampling(1).fit_resample(DRAW_X[:9], [0, 0, 0, 1, 1, 0, 0, 2, 0])
    ],
    "under-sampling": lambda: [
        np.asarray(part).tolist()
        for part in learners.UnderSampling(1).fit_resample(DRAW_X[:9], [0, 0, 0, 1, 1, 0, 0, 1, 0])
    ],
    "bias and variance": lambda: learners.bias_variance(RUNS),
    **{
        f"by split, {metric}": lambda metric=metric: [
            np.asarray(v).tolist() for v in learners.per_split(RUNS[0], metric)
        ]
        for metric in ("accuracy", "mcc", "f1")
    },
    **{
        f"beside {n} by {metric}": lambda n=n, metric=metric: str(
            learners.beside(DRAW_X[:n], np.arange(n) % 2, metric=metric, rng=1)
        )
        for n in (6, 21, 30)
        for metric in ("error_rate", "roc_auc")
    },
    "beside where a class has one case": lambda: str(learners.beside(DRAW_X[:8], [0] * 7 + [1], rng=1)),
    "baselines": lambda: str(learners.baselines(rng=3)),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call(name):
    check(f"learners, {name}", told(CALLS[name]))
