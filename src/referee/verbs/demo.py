"""A first look: two learners on data that scikit-learn ships."""

from __future__ import annotations

import numpy as np

from referee import _rng
from referee.core.evaluation import Evaluation
from referee.verbs.evaluate import evaluate


def run_demo(seed: int = 0) -> list[Evaluation]:
    """Evaluate naive Bayes and a nearest-neighbour rule on a held-out third of the breast cancer data."""
    from sklearn.datasets import load_breast_cancer
    from sklearn.model_selection import train_test_split
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier

    data = load_breast_cancer()
    y = np.where(data.target == 0, "malignant", "benign")
    state = int(_rng.stream(seed, "demo").integers(2**31))
    train_x, test_x, train_y, test_y = train_test_split(
        data.data, y, test_size=1 / 3, stratify=y, random_state=state
    )
    learners = {"naive Bayes": GaussianNB(), "5 nearest neighbours": KNeighborsClassifier(5)}
    out = []
    for name, learner in learners.items():
        predicted = learner.fit(train_x, train_y).predict(test_x)
        costs = {"fp": 1, "fn": 20}
        out.append(evaluate(test_y, predicted, positive="malignant", costs=costs, name=name, rng=seed))
    return out
