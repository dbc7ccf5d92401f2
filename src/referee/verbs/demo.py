"""A first look: two learners on data that scikit-learn ships."""

from __future__ import annotations

import os
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from referee import _rng
from referee.core import Comparison, Evaluation, Region, Standings, StudyResults
from referee.core.whole_file import write_whole
from referee.data.read import read
from referee.verbs.compare import compare
from referee.verbs.evaluate import evaluate
from referee.verbs.rank import rank
from referee.verbs.where_better import where_better


def run_demo(seed: int = 0) -> tuple[dict[str, Evaluation | Comparison], Region]:
    """Train logistic regression and naive Bayes on two thirds of the breast cancer data; judge them on the rest.

    Returns two evaluations and two comparisons by name, and where the first model is better.
    """
    from sklearn.datasets import load_breast_cancer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import train_test_split
    from sklearn.naive_bayes import GaussianNB
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    data = load_breast_cancer()
    y = np.where(data.target == 0, "malignant", "benign")
    state = int(_rng.stream(seed, "demo").integers(2**31))
    train_x, test_x, train_y, test_y = train_test_split(
        data.data, y, test_size=1 / 3, stratify=y, random_state=state
    )
    learners = {"logistic": make_pipeline(StandardScaler(), LogisticRegression()), "naive Bayes": GaussianNB()}
    models = {}
    for name, learner in learners.items():
        learner.fit(train_x, train_y)
        chance = learner.predict_proba(test_x)[:, list(learner.classes_).index("malignant")]
        models[name] = read(test_y, learner.predict(test_x), chance, positive="malignant", name=name)
    one, two = models.values()
    results: dict[str, Evaluation | Comparison] = {
        "logistic": evaluate(one, costs={"fp": 1, "fn": 20}, rng=seed),
        "naive-bayes": evaluate(two, costs={"fp": 1, "fn": 20}, rng=seed),
        "accuracy": compare(one, two, metric="accuracy", margin=0.02, rng=seed),
        "auc": compare(one, two, metric="roc_auc", margin=0.02, rng=seed),
    }
    return results, where_better(one, two, rng=seed)


def run_demo_study(folder: str | os.PathLike[str], seed: int = 0) -> tuple[StudyResults, Standings]:
    """Run the study that the package brings, three learners on three datasets, into a folder; and rank the learners.

    The study file is put there too, to look at. A demo study that the folder has already goes on.
    """
    from referee.studies.study_file import read_experiment

    place = Path(folder)
    with as_file(files("referee.examples") / "study.toml") as example:
        study = read_experiment(example)
        write_whole(place / "demo-study.toml", example.read_text(encoding="utf-8"))
    results = study.run(place / "demo-study.db", other_versions=True)
    return results, rank(results, metric="accuracy", rng=seed)
