"""A study against the bare fits that it makes: 5 learners x 5 datasets x 10 times 10-fold, one process.

The bare loop copies each learner, fits it, predicts and scores the test part, and keeps the arrays in a list: what a
person writes who does not fear a crash. Blocks of the study and of the loop alternate, and the least CPU time of each
counts. The store's bytes for each prediction are printed.
"""

from __future__ import annotations

import gc
import tempfile
import time
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

from benchmarks.timing import Row, row
from referee import CrossValidation, Experiment
from referee.resampling.one_thread import one_thread

ROUNDS, GOAL = 3, 1.1


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


def timed(call: Any) -> tuple[float, float]:
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

    def bare() -> list[Any]:
        kept = []
        with one_thread():
            for name, (X, y) in data.items():
                for learner in models.values():
                    for train, test in splits[name]:
                        model = clone(learner).fit(X[train], y[train])
                        kept.append((model.predict(X[test]), model.predict_proba(X[test])))
        return kept

    best = {"ours": np.full(2, np.inf), "bare": np.full(2, np.inf)}
    with tempfile.TemporaryDirectory() as folder:
        for i in range(ROUNDS):
            path = Path(folder) / f"{i}.db"
            best["bare"] = np.minimum(best["bare"], timed(bare))
            best["ours"] = np.minimum(best["ours"], timed(lambda path=path: study.run(path, progress=False)))
        size = path.stat().st_size
    predictions = sum(len(test) for name in data for _, test in splits[name]) * len(models)
    wall = best["ours"][1] / best["bare"][1]
    print(
        f"  wall time {wall:.3f} of bare fits; store {size / predictions:.1f} bytes a prediction with its scores"
    )
    title = "study, 5 learners x 5 datasets x 10x10 folds"
    ours, peer = float(best["ours"][0]), float(best["bare"][0])
    return [row(title, 1, ours, "clone, fit, predict, predict_proba", peer, GOAL, at_most=True)]
