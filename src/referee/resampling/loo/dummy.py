"""The majority rule and the prior, left out one by one."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.resampling.loo.cases import Cases, Folds, anything, one_of, require

RULES = {"strategy": one_of("most_frequent", "prior"), "random_state": anything, "constant": anything}


def folds(learner: Any, cases: Cases) -> Folds:
    """Class counts less one of the case's own class; the first of the most frequent classes is predicted.

    Counts are whole numbers, so nothing is doubtful. On two classes of equal size every prediction is wrong.

    >>> from sklearn.dummy import DummyClassifier
    >>> cases = Cases(np.zeros((4, 1)), np.array([0, 0, 1, 1]), np.array(["a", "b"]))
    >>> folds(DummyClassifier(), cases).values.argmax(axis=1).tolist()
    [1, 1, 0, 0]
    """
    given = require(learner, RULES)
    shares = (cases.counts - cases.own) / (cases.n - 1)
    first = np.arange(len(cases.classes)) == shares.argmax(axis=1)[:, None]
    scores = shares if given["strategy"] == "prior" else first.astype(np.float64)
    return Folds(shares, scores, np.zeros(cases.n, dtype=bool))
