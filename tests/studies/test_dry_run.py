"""What a study will do, counted and not done."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, RandomizedSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from referee.core.results import StudyPlan
from referee.errors import InputError
from referee.learners import CrossValidation
from referee.learners.prepared import Prepared
from referee.studies import Dataset, Experiment, dry_run
from referee.studies.dry_run import _short_call

X, Y = load_iris(return_X_y=True)
GRID = {"learner__max_depth": [1, 2, 3]}
LEARNERS = {
    "bayes": GaussianNB(),
    "grid": GridSearchCV(Prepared(DecisionTreeClassifier()), GRID, cv=3),
    "drawn": RandomizedSearchCV(Prepared(DecisionTreeClassifier()), GRID, n_iter=2, cv=2),
}


def test_the_fits_are_those_that_are_made(tmp_path, monkeypatch):
    study = Experiment(LEARNERS, {"iris": (X, Y)}, splits=CrossValidation(2), rng=1, baselines=False)
    plan = dry_run(study)
    assert (plan.runs, [fits for _, fits in plan.recipes]) == (6, [1, 10, 5])
    made = []
    for kind in (GaussianNB, DecisionTreeClassifier):
        monkeypatch.setattr(kind, "fit", lambda self, X, y, fit=kind.fit: made.append(1) or fit(self, X, y))
    assert study.run(tmp_path / "s.db").complete
    assert len(made) == plan.fits == 32


def test_what_is_shown():
    mixed = np.array([["a", 1.0], ["b", np.nan]] * 6, dtype=object)
    data = Dataset("mixed", mixed, [0, 1] * 6, source="mixed.csv")
    study = Experiment(
        {"b": Prepared(GaussianNB(), scale=True)}, {"mixed": data}, splits=CrossValidation(3), rng=1
    )
    text = str(dry_run(study, "nowhere.db"))
    for words in (
        "mixed    mixed.csv     12         2        2  3-fold",
        "GaussianNB(), scaled",
        "mixed: one-hot coded: x0 (2); missing numbers become the median, or stay for learners that take them: x1 (6).",
        "Text and gaps are dealt with inside every training part.",
        "12 runs, 12 fits; metrics accuracy; seed 1.",
        "In nowhere.db: 0 done, 12 to do.",
    ):
        assert words in text or words in " ".join(text.split())


def test_as_many_facts_as_names():
    with pytest.raises(InputError, match="`tables` must be one for each of 1 datasets; got 0"):
        StudyPlan("s", 1, ("accuracy",), ("a",), (), (), ())


class Boosted:
    """As LightGBM's classifier is written."""

    __module__ = "lightgbm.sklearn"

    def __init__(self, rounds=100, rate=0.1):
        self.rounds, self.rate = rounds, rate

    def get_params(self, deep=True):
        return vars(self)


def test_a_boosted_learner_is_written_with_what_was_set():
    assert _short_call(Boosted(rounds=7)) == "Boosted(rounds=7)"
    assert _short_call(Boosted()) == "Boosted()"
