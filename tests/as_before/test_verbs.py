"""Verbs with each of their options, and everything that takes a learner, give what they gave."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import referee
from helpers.as_before import check, saved
from helpers.drawn_models import KINDS, cases
from helpers.report_pages import models
from referee import learners
from referee.verbs.compare_learners import TESTS
from referee.verbs.estimate import METHODS

DRAW = np.random.default_rng(21)
Y = np.arange(48) % 2
X = (DRAW.normal(size=(48, 3)) + 0.9 * Y[:, None]).round(2)
THREE = np.arange(48) % 3
GROUPS = np.arange(48) // 3
BAYES, TREE = GaussianNB(), DecisionTreeClassifier(max_depth=2, random_state=0)
MIXED = pd.DataFrame(
    {
        "age": [None if i % 7 == 0 else float(x) for i, x in enumerate(X[:, 0])],
        "job": ["ab"[int(x > 0)] if i % 5 else None for i, x in enumerate(X[:, 1])],
        "left": (X[:, 2] > 0.5).tolist(),
    }
)
SCORES = {
    name: {f"d{d}": round(0.7 + 0.03 * i + 0.1 * float(DRAW.random()), 3) for d in range(9)}
    for i, name in enumerate(("forest", "svm", "tree", "rule"))
}
RANKS = ("auto", "wilcoxon-holm", "wilcoxon", "nemenyi", "shaffer", "bergmann", "holm", "finner")


def estimate(method, **options):
    return lambda: referee.estimate_error(BAYES, X, Y, method=method, rng=1, **options)


CALLS = {
    **{f"estimate {method}": estimate(method) for method in METHODS},
    "estimate auto, three classes": lambda: referee.estimate_error(TREE, X, THREE, rng=1),
    "estimate all": estimate("all"),
    "estimate by area": estimate("5-CV", metric="roc_auc"),
    "estimate by log loss": estimate("5-CV", metric="log_loss"),
    "estimate, groups": lambda: referee.estimate_error(
        BAYES, referee.Dataset("d", X, Y, groups=GROUPS), method="5-CV", rng=1
    ),
    "estimate, mixed columns": lambda: referee.estimate_error(
        LogisticRegression(), MIXED, Y, method="5-CV", rng=1
    ),
    "estimate, neighbours": lambda: referee.estimate_error(KNeighborsClassifier(3), MIXED, Y, method="loo", rng=1),
    **{
        f"compare learners, {test}": lambda test=test: referee.compare_learners(
            {"bayes": BAYES, "tree": TREE}, X, Y, method=test, margin=0.1, rng=1
        )
        for test in TESTS
    },
    "learning curve": lambda: learners.learning_curve(
        BAYES, X, Y, rng=1, splits=learners.TrainingSizes(repeats=4)
    ),
    "validation curve": lambda: learners.validation_curve(TREE, X, Y, grid={"max_depth": [1, 2, 3]}, rng=1),
    "validation fraction": lambda: learners.validation_fraction(
        BAYES, X, Y, rng=1, splits=learners.ValidationFractions(repeats=4)
    ),
    "order effects": lambda: learners.order_effects(
        SGDClassifier(random_state=0),
        X,
        Y,
        resamples=99,
        rng=1,
        splits=learners.TrainingOrders(orders=3, refits=2),
    ),
    "against chance": lambda: learners.against_chance(TREE, X, Y, resamples=19, rng=1),
    "against chance, others": lambda: learners.against_chance(
        BAYES, X, Y, resamples=9, beside={"tree": TREE}, rng=1
    ),
    "select": lambda: learners.select_learner({"stump": TREE, "bayes": BAYES}, X, Y, rng=1),
    "select best": lambda: learners.select_learner({"stump": TREE, "bayes": BAYES}, X, Y, rule="best", rng=1),
    "variance": lambda: learners.variance_sources(TREE, X, Y, repeats=6, rng=1),
    "validate": lambda: referee.validate(BAYES, X, Y, n=40, runs=12, rng=1),
    "bounds of neighbours": lambda: referee.bounds.nearest_neighbour_bounds(X, Y),
    **{
        f"rank by {test}": lambda test=test: referee.rank(SCORES, metric="accuracy", test=test, rng=1)
        for test in RANKS
    },
    "rank with a margin": lambda: referee.rank(SCORES, metric="accuracy", margin=0.01, rope=0.02, rng=1),
    "rank against a baseline": lambda: referee.rank(SCORES, metric="error_rate", baseline="tree", rng=1),
    "rank few": lambda: referee.rank(
        {name: dict(list(row.items())[:3]) for name, row in SCORES.items()}, metric="accuracy", rng=1
    ),
    **{
        f"where better, {k}": lambda k=k: referee.where_better(*cases(k), independent=k == "apart", rng=1)
        for k in KINDS
    },
    **{
        f"gate, {k}": lambda k=k: referee.gate(*cases(k), margin=0.1, independent=k == "apart", rng=1)
        for k in KINDS
    },
    **{
        f"compare {way} by {metric}": lambda way=way, metric=metric: referee.compare(
            *cases("alone"), metric=metric, alternative=way, level=0.9, rng=1
        )
        for way in ("greater", "less")
        for metric in ("accuracy", "f1", "roc_auc", "brier_score")
    },
    **{
        f"evaluate {k} at a prevalence": lambda k=k: referee.evaluate(cases(k)[0], prevalence=0.05, rng=1)
        for k in ("alone", "weights", "groups")
    },
    "evaluate with parts": lambda: referee.core.Evaluation(**vars(referee.evaluate(models()["sharp"], rng=1))),
    "slices": lambda: referee.evaluate_by(
        referee.read_slices(
            {"y": Y, "p": (X[:, 0] > 0.4).astype(int), "s": X[:, 0], "g": [f"g{i}" for i in GROUPS // 4]},
            by="g",
            truth="y",
            pred="p",
            score="s",
            positive=1,
        ),
        rng=1,
    ),
    **{
        f"plan {question}": lambda question=question, given=given: referee.plan(question, **given)
        for question, given in {
            "paired": {"effect": 0.05, "discordance": 0.2},
            "independent": {"a": 0.85, "b": 0.8},
            "noninferiority": {"margin": 0.03, "discordance": 0.1},
            "auc": {"a": 0.85, "b": 0.8, "n": 200},
            "width": {"value": 0.8, "width": 0.1},
        }.items()
    },
    "review of a claim": lambda: referee.review(
        accuracy="0.912", f1="0.85", n=180, positives=60, against=0.88, against_n=180, claim="significant"
    ),
    "review of folds": lambda: referee.review(accuracy="0.91", n=100, positives=40, folds=10),
}


RESAMPLED = (
    "loo_star",
    "632_tan",
    "632_aggarwal",
    "632",
    "simple_bootstrap",
    "optimism",
    "repeated_2_fold",
    "nested_cv",
    "expected",
)
LONG = {"compare learners, bootstrap_loo", "estimate all", "validate", *(f"estimate {name}" for name in RESAMPLED)}
ORDER = [pytest.param(name, marks=[pytest.mark.slow] if name in LONG else []) for name in CALLS]


@pytest.mark.parametrize("name", ORDER)
def test_a_call(name):
    try:
        made = CALLS[name]()
    except referee.RefereeError as refused:
        check(f"verb, {name}", str(refused))
        return
    check(f"verb, {name}", saved(made))
    check(f"verb, {name}: text", str(made), digits=True)
