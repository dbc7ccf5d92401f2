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


def estimate_few(method):
    return lambda: referee.estimate_error(BAYES, X[:12], Y[:12], method=method, rng=1)


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


def drawn(n, kind="alone", seed=0):
    """Two models on n drawn cases; a class of which there may be few."""
    rng = np.random.default_rng([n, seed])
    y = (np.arange(n) % 3 == 0).astype(int)
    given = {"groups": np.arange(n) // 2} if kind == "groups" else {}
    given |= {"weights": 0.5 + np.arange(n) % 4} if kind == "weights" else {}
    out = []
    for i, sharp in enumerate((1.5, 1.0)):
        p = (1 / (1 + np.exp(-rng.normal(sharp * (2 * y - 1), 1.0)))).round(2)
        out.append(referee.read(y, (p >= 0.5).astype(int), p, positive=1, labels=[0, 1], name=f"m{i}", **given))
    return out


def table(learners, datasets):
    """Scores of so many learners on so many datasets, with ties."""
    values = np.random.default_rng([learners, datasets]).random((learners, datasets))
    return {
        f"l{i}": {f"d{d}": round(0.7 + 0.02 * i + 0.1 * values[i, d], 2) for d in range(datasets)}
        for i in range(learners)
    }


METRICS = ("accuracy", "f1", "roc_auc", "brier_score", "mcc", "log_loss")
CALLS |= {
    **{
        f"evaluate {n}, {k}": lambda n=n, k=k: referee.evaluate(drawn(n, k)[0], rng=1)
        for n in (1, 2, 4, 9, 20, 29, 30, 51, 100)
        for k in ("alone", "groups", "weights")
    },
    **{
        f"compare {n}, {k}, by {m}": lambda n=n, k=k, m=m: referee.compare(
            *drawn(n, k), metric=m, margin=0.05, rng=1
        )
        for n in (2, 6, 15, 31)
        for k in ("alone", "groups", "weights")
        for m in METRICS
    },
    **{
        f"compare different {n} by {m}": lambda n=n, m=m: referee.compare(
            drawn(n)[0], drawn(n + 4, seed=1)[1], metric=m, independent=True, rng=1
        )
        for n in (2, 6, 15, 31)
        for m in METRICS
    },
    **{
        f"compare at {level} by {m}": lambda level=level, m=m: referee.compare(
            *drawn(40), metric=m, level=level, rng=1
        )
        for level in (0.5, 0.6, 0.99)
        for m in METRICS
    },
    **{f"where better, {n}": lambda n=n: referee.where_better(*drawn(n), rng=1) for n in (3, 12, 31)},
    **{
        f"gate, {n} by {m}": lambda n=n, m=m: referee.gate(*drawn(n), metric=m, margin=0.1, rng=1)
        for n in (6, 31)
        for m in METRICS
    },
    **{
        f"rank {k} on {d}": lambda k=k, d=d: referee.rank(table(k, d), metric="accuracy", margin=0.02, rng=1)
        for k in (2, 3, 5, 9)
        for d in (1, 2, 4, 5, 6, 10, 26)
    },
    **{
        f"rank {k} on {d} against the first": lambda k=k, d=d: referee.rank(
            table(k, d), metric="accuracy", baseline="l0", rng=1
        )
        for k in (2, 4)
        for d in (2, 5, 12)
    },
    **{
        f"rank by {test}, {d}": lambda test=test, d=d: referee.rank(
            table(4, d), metric="accuracy", test=test, rng=1
        )
        for test in RANKS
        for d in (3, 5, 26)
    },
    **{
        f"estimate of {n}": lambda n=n: referee.estimate_error(BAYES, X[:n], Y[:n], rng=1)
        for n in (4, 6, 10, 11, 30)
    },
    **{
        f"estimate of {n} by 3-fold and {m}": lambda n=n, m=m: referee.estimate_error(
            BAYES, X[:n], Y[:n], method="3-fold", metric=m, rng=1
        )
        for n in (6, 31)
        for m in METRICS
    },
    **{
        f"plan {question} {sorted(given.items())}": lambda question=question, given=given: referee.plan(
            question, **given
        )
        for question, given in [
            ("paired", {"effect": 0.01, "discordance": 0.3}),
            ("paired", {"effect": 0.1, "discordance": 0.1}),
            ("paired", {"effect": 0.05, "discordance": 0.2, "n": 300}),
            ("paired", {"effect": 0.05, "discordance": 0.2, "power": 0.95}),
            ("independent", {"a": 0.85, "b": 0.8, "n": 500}),
            ("independent", {"a": 0.99, "b": 0.9, "level": 0.99}),
            ("noninferiority", {"margin": 0.05, "discordance": 0.1, "n": 400}),
            ("auc", {"a": 0.9, "b": 0.85}),
            ("auc", {"a": 0.7, "b": 0.6, "correlation": 0.0}),
            ("width", {"value": 0.5, "n": 30}),
            ("width", {"value": 0.99, "width": 0.02}),
            ("width", {"value": 0.0, "width": 0.1}),
        ]
    },
    **{
        f"review {sorted(given.items())}": lambda given=given: referee.review(**given)
        for given in [
            {"accuracy": "0.9", "n": 20},
            {"accuracy": "0.91", "n": 20},
            {"accuracy": "1.0", "n": 50, "positives": 5},
            {"accuracy": "0.95", "n": 1000, "positives": 40},
            {"accuracy": "0.96", "n": 1000, "positives": 40},
            {"f1": "0.5", "precision": "0.6", "n": 100, "positives": 30},
            {"tpr": "0.9", "tnr": "0.8", "n": 100, "positives": 50, "prevalence": 0.02},
            {"accuracy": "0.85", "n": 200, "against": 0.8, "against_n": 200, "claim": "better"},
            {"accuracy": "0.85", "n": 200, "against": 0.84, "claim": "significant"},
            {"accuracy": "0.80", "n": 200, "against": 0.85, "against_n": 150, "claim": "better"},
            {"accuracy": "0.85", "n": 2000, "against": 0.75, "against_n": 2000, "claim": "significant"},
            {"auc": "0.9", "n": 100, "positives": 20},
            {"accuracy": "0.9", "n": 100, "folds": 5, "positives": 50},
        ]
    },
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
ANY_TREE = DecisionTreeClassifier(max_features=1, splitter="random")
"""It asks for a random state of its own."""
CALLS |= {
    "estimate of a drawn tree": lambda: referee.estimate_error(ANY_TREE, X, Y, method="5-CV", rng=1),
    "variance of a drawn tree": lambda: learners.variance_sources(ANY_TREE, X, Y, repeats=6, rng=1),
    "learning curve of a drawn tree": lambda: learners.learning_curve(
        ANY_TREE, X, Y, splits=learners.TrainingSizes(repeats=3), rng=1
    ),
    **{f"estimate {name}, few": estimate_few(name) for name in (*RESAMPLED, "all")},
    "validate, few": lambda: referee.validate(BAYES, X, Y, n=20, runs=10, rng=1),
    "compare learners, bootstrap_loo, few": lambda: referee.compare_learners(
        {"bayes": BAYES, "tree": TREE}, X[:16], Y[:16], method="bootstrap_loo", rng=1
    ),
}
LONG = {"compare learners, bootstrap_loo", "estimate all", "validate", *(f"estimate {name}" for name in RESAMPLED)}
LONG |= {f"{name}, few" for name in LONG}  # of few cases, and still long
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
