"""Results with one thing more than their pages list, and with names that are longer than what is shown of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import referee
from helpers.noun_examples import NOUNS
from referee import curves, inference
from referee.core.feature_column import FeatureColumn
from referee.core.results import Results
from referee.core.splits import Splits

LONG = " ".join(["a name that goes on and on"] * 8)


def named(i):
    return f"{i} {LONG}"


def classes(size, n=420):
    """Answers and probabilities for so many classes, some of which are taken for their neighbours."""
    rng = np.random.default_rng(size)
    names, y = np.array([named(i) for i in range(size)]), np.arange(n) % size
    p = rng.random((n, size))
    p[np.arange(n), np.where(rng.random(n) < 0.7, y, (y + 1) % size)] += 1.0
    p /= p.sum(axis=1, keepdims=True)
    answers = referee.read(names[y], names[p.argmax(axis=1)], p, labels=list(names), name=LONG)
    return referee.evaluate(answers, rng=0)


def models(count, n=90):
    rng = np.random.default_rng(count)
    y = rng.random(n) < 0.4
    truth = np.where(y, "ill" + LONG, "well" + LONG)
    out = {}
    for i in range(count):
        p = (1 / (1 + np.exp(-rng.normal((0.4 + 0.2 * i) * (2 * y - 1), 1.0)))).round(2)
        answer = np.where(p >= 0.5, "ill" + LONG, "well" + LONG)
        out[named(i)] = referee.read(truth, answer, p, positive="ill" + LONG, name=named(i))
    return out


def scores(learners, datasets, *, gaps=0, scale=1.0):
    """A table of learners on datasets, the first of which have a gap."""
    rng = np.random.default_rng(learners)
    values = scale * (0.7 + 0.02 * np.arange(learners) / learners + 0.05 * rng.random((datasets, learners))).round(
        3
    )
    missing = []
    for i in range(gaps):
        values[i, i] = np.nan
        missing.append((named(i), named(i), f"ValueError: {LONG}"))
    rows, columns = (tuple(named(i) for i in range(size)) for size in (datasets, learners))
    metric = "accuracy" if scale == 1 else "log_loss"
    better = "higher" if scale == 1 else "lower"
    return referee.core.ScoreTable(metric, better, rows, columns, values, tuple(missing), LONG)


def findings(count):
    kinds = ("serious", "warning", "note")
    return tuple(
        referee.core.Finding(f"R{i:03d}", kinds[i % 3], named(i), f"evidence {i}", f"advice {i}")
        for i in range(count)
    )


def columns(count):
    why = ("", "unique", "named", "texts")
    return tuple(
        FeatureColumn(named(i), ("number", "text")[i % 2], missing=i % 3, levels=i, left_out=why[i % 4])
        for i in range(count)
    )


def slices():
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, 410)
    p = (0.6 * y + 0.5 * rng.random(410)).round(2)
    data = {"y": y, "p": (p > 0.5).astype(int), "s": p, "g": [named(i) for i in np.arange(410) % 41]}
    return referee.evaluate_by(
        referee.read_slices(data, by="g", truth="y", pred="p", score="s", positive=1), rng=0
    )


def ranking():
    rng = np.random.default_rng(3)
    y = rng.random(200) < 0.5
    return referee.Ranking.from_scores(y, rng.normal(1.5 * y, 1.0), positive=True)


def failures():
    splits = Splits("7-fold", 14, tuple([2 * i, 2 * i + 1] for i in range(7)))
    predicted = (*[None] * 6, [0, 1])
    why = tuple((i, f"ValueError: {LONG}") for i in range(6))
    return Results(LONG, ("a", "b"), [0, 1] * 7, splits, predicted, failures=why, columns=columns(9))


CROWDED = {
    "three classes": lambda: classes(3),
    "20 classes": lambda: classes(20),
    "21 classes": lambda: classes(21),
    "31 classes": lambda: classes(31),
    "two models": lambda: referee.compare(*models(2).values(), margin=0.05, rng=0),
    "areas of two models": lambda: referee.compare(*models(2).values(), metric="roc_auc", rng=0),
    "one model": lambda: referee.evaluate(next(iter(models(2).values())), costs={"fp": 1, "fn": 3}, rng=0),
    "seven models": lambda: referee.compare_all(models(7), rng=0),
    "twelve models": lambda: referee.compare_all(models(12), rng=0),
    "against a baseline": lambda: referee.compare_all(models(7), baseline=named(0), rng=0),
    "a gate": lambda: referee.gate(*models(2).values(), margin=0.05, rng=0),
    "a table of scores": lambda: scores(13, 41),
    "standings": lambda: referee.rank(scores(7, 9, gaps=6), margin=0.01, rng=0),
    "standings of losses": lambda: referee.rank(scores(4, 12, scale=14.0), rng=0),
    "standings of many": lambda: referee.rank(scores(13, 41), rng=0),
    "standings with a baseline": lambda: referee.rank(scores(7, 9), baseline=named(0), rng=0),
    "slices": slices,
    "family": lambda: inference.adjust(np.linspace(0.0004, 0.9, 31), labels=[named(i) for i in range(31)]),
    "pairwise": lambda: inference.nemenyi(scores(13, 20).values, learners=[named(i) for i in range(13)]),
    "hull": lambda: curves.roc_hull(ranking()),
    "curve": lambda: curves.roc(ranking()),
    "a threshold with ties": lambda: replace(
        curves.threshold_by_youden(ranking()), thresholds=tuple(0.1234567 * i for i in range(7))
    ),
    "splits": lambda: referee.learners.CrossValidation(21).make(np.arange(168) % 2, rng=0),
    "eleven splits": lambda: referee.learners.CrossValidation(11).make(np.arange(44) % 2, rng=0),
    "results with failures": failures,
    "findings": lambda: replace(NOUNS["evaluation"], findings=findings(13)),
    "findings of two": lambda: replace(NOUNS["comparison"], findings=findings(13)),
    "findings of a study": lambda: replace(NOUNS["standings"], findings=findings(13)),
    "audit": lambda: referee.core.Audit(
        findings(14),
        ran=tuple((f"R{i:03d}", named(i)) for i in range(7)),
        skipped=tuple((f"R{i:03d}", named(i), LONG) for i in range(7, 14)),
        n_train=1234,
        n_test=567,
        n_features=9,
        labels=("a" + LONG, "b"),
        columns=columns(9),
    ),
    "matrices": lambda: referee.claims.consistent_matrices(n=200, positives=80, accuracy="0.8"),
    "folds": lambda: referee.claims.consistent_folds([(5, 10)] * 21, accuracy="0.8"),
    "review": lambda: referee.review(
        accuracy="0.85", f1="0.8", n=300, positives=100, prevalence=0.01, against="0.8", claim="better"
    ),
    "study plan": lambda: replace(
        NOUNS["study plan"],
        name=LONG,
        store=LONG,
        learners=("tree" + LONG, "majority" + LONG),
        baselines=("majority" + LONG,),
        recipes=((f"DecisionTreeClassifier({LONG})", 1), ("DummyClassifier()", 1)),
        columns=(columns(9),),
    ),
}
