"""A study against the bare fits that it makes: 5 learners x 5 datasets x 10 times 10-fold, one process.

The bare loop copies each learner, fits it, predicts the test part and keeps the array in a list: what a person writes
who does not fear a crash; the second row's loop asks for probabilities too, which the study keeps. Studies and loops
alternate, and the least CPU time of each counts. Wall time and the store's bytes a prediction are printed.
"""

from __future__ import annotations

import gc
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris, load_wine, make_classification
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from referee import Experiment
from referee.learners import CrossValidation
from referee.learners.same_bits import one_thread
from tools.benchmarks.timing import Row, row

ROUNDS, GOAL = 3, 1.1
PEERS = {"clone, fit, predict": False, "clone, fit, predict, predict_proba": True}


def learners() -> dict[str, Any]:
    """Quick learners, for which overhead shows most."""
    return {
        "naive Bayes": GaussianNB(),
        "5nn": KNeighborsClassifier(5),
        "LDA": LinearDiscriminantAnalysis(),
        "tree": DecisionTreeClassifier(random_state=0),
        "logistic": LogisticRegression(max_iter=1000),
    }


def datasets() -> dict[str, Any]:
    """Three bundled datasets and two made ones, standardised."""
    found = {
        "iris": load_iris(return_X_y=True),
        "wine": load_wine(return_X_y=True),
        "breast cancer": load_breast_cancer(return_X_y=True),
        "made 300": make_classification(300, 10, random_state=1),
        "made 1000": make_classification(1000, 20, random_state=2),
    }
    return {name: (StandardScaler().fit_transform(X), y) for name, (X, y) in found.items()}


def time_call(call: Any) -> tuple[float, float]:
    """CPU and wall seconds of a call."""
    gc.collect()
    cpu, wall = time.process_time(), time.perf_counter()
    call()
    return time.process_time() - cpu, time.perf_counter() - wall


def jobs() -> list[Row]:
    """The row of overhead, by CPU time; wall time and bytes are printed."""
    data, models = datasets(), learners()
    study = Experiment(models, data, CrossValidation(10, repeats=10), rng=1, baselines=False)
    study.check()
    splits = {name: list(study.splits_of(name)) for name in data}

    def bare(scores: bool) -> list[Any]:
        kept: list[Any] = []
        with one_thread():
            for name, (X, y) in data.items():
                for learner in models.values():
                    for train, test in splits[name]:
                        model = clone(learner).fit(X[train], y[train])
                        kept.append(model.predict(X[test]))
                        if scores:
                            kept.append(model.predict_proba(X[test]))
        return kept

    best = {name: np.full(2, np.inf) for name in ("study", *PEERS)}
    with tempfile.TemporaryDirectory() as folder:
        for i in range(ROUNDS):
            path = Path(folder) / f"{i}.db"
            sides = {name: partial(bare, scores) for name, scores in PEERS.items()}
            for name, call in {**sides, "study": partial(study.run, path, progress=False)}.items():
                best[name] = np.minimum(best[name], time_call(call))
        size = path.stat().st_size
    predictions = sum(len(test) for name in data for _, test in splits[name]) * len(models)
    wall = best["study"][1] / best["clone, fit, predict"][1]
    print(
        f"  wall time {wall:.3f} of fit and predict; store {size / predictions:.1f} bytes a prediction, with scores"
    )
    title = "study, 5 learners x 5 datasets x 10x10 folds"
    ours = float(best["study"][0])
    return [row(title, 1, ours, name, float(best[name][0]), GOAL, at_most=True) for name in PEERS]
