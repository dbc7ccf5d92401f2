"""What a study is, and what is found before anything runs."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris, make_classification
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.tree import DecisionTreeClassifier

import referee
from helpers.study_learners import First, rows, study
from referee.learners import CrossValidation, OverSampling, per_split
from referee.studies import Candidate, Dataset

X, Y = load_iris(return_X_y=True)
BAYES = {"bayes": GaussianNB()}


def experiment(learners=None, datasets=None, **options):
    datasets = {"iris": (X, Y)} if datasets is None else datasets
    return referee.Experiment(learners or BAYES, datasets, **{"rng": 1, **options})


def test_thirty_stratified_splits_by_default_made_once_and_shared(tmp_path):
    asked = experiment()
    splits = asked.splits_of("iris")
    assert splits is asked.splits_of("iris")
    assert (splits.kind, len(splits), round(splits.test_train_ratio, 2)) == ("random splits", 30, 0.5)
    done = asked.run(tmp_path / "s.db")
    assert done.baselines == ("majority", "prior-random", "naive Bayes")
    assert {cell.splits.fingerprint for cell in done.cells} == {splits.fingerprint}
    assert done.mean("accuracy", "iris", "majority") == pytest.approx(1 / 3, abs=0.03)
    assert done.mean("accuracy", "iris", "bayes") == per_split(done.of("iris", "bayes"), "accuracy").mean()
    assert done.seed == 1


def test_each_dataset_and_learner_has_its_own_stream_whatever_else_is_in_the_study(tmp_path):
    tree = DecisionTreeClassifier(max_features=1)
    small = experiment({"tree": tree}, splits=CrossValidation(3), baselines=False)
    large = experiment(
        {"other": tree, "tree": tree}, {"wine": (X[:, :2], Y), "iris": (X, Y)}, splits=CrossValidation(3)
    )
    small.run(tmp_path / "small.db")
    done = large.run(tmp_path / "large.db")
    assert rows(tmp_path / "small.db") == [r for r in rows(tmp_path / "large.db") if r[:2] == ("iris", "tree")]
    a, b = done.of("iris", "tree"), done.of("iris", "other")
    assert a.seed != b.seed
    assert not all(np.array_equal(x, y) for x, y in zip(a.scores, b.scores, strict=True))
    assert large.splits_of("wine").fingerprint != large.splits_of("iris").fingerprint


def test_without_rng_a_seed_is_drawn_and_kept(tmp_path):
    first = experiment(rng=None, splits=CrossValidation(2)).run(tmp_path / "s.db")
    second = experiment(rng=None, splits=CrossValidation(2)).run(tmp_path / "s.db")
    assert first.to_dict() == second.to_dict()


def test_groups_times_positive_samplers_and_area(tmp_path):
    data, y = load_breast_cancer(return_X_y=True)
    groups = np.arange(len(y)) // 3
    asked = experiment(
        {"bayes": GaussianNB(), "over": Candidate("over", GaussianNB(), sampler=OverSampling())},
        {
            "grouped": Dataset("grouped", data, y, groups=groups, positive=0),
            "timed": Dataset(
                "timed", data, np.where(y, "benign", "malignant"), times=np.arange(len(y)), positive="malignant"
            ),
        },
        splits=referee.learners.RandomSplits(3),
        metrics=("roc_auc", "recall"),
    )
    done = asked.run(tmp_path / "s.db")
    assert done.complete
    for i, test in enumerate(done.of("grouped", "bayes").splits.tests):
        assert not set(groups[test]) & set(groups[done.of("grouped", "bayes").splits.train(i)])
    assert done.of("timed", "over").splits.kind == "time-ordered random splits"
    assert (done.of("timed", "over").positive, done.of("grouped", "over").positive) == ("malignant", 0)
    assert done.metrics == ("roc_auc", "sensitivity")
    assert done.mean("roc_auc", "timed", "bayes") == per_split(done.of("timed", "bayes"), "roc_auc").mean()
    assert done.of("grouped", "bayes").to_dict() != done.of("grouped", "over").to_dict()


BAD = {
    "one class": (
        {"datasets": {"d": (X, np.zeros(150, int))}},
        "`y of d` must hold at least two classes; got only 0.",
    ),
    "missing label": ({"datasets": {"d": (X, [None, *Y[1:]])}}, "`y of d` must .*"),
    "lengths": ({"datasets": {"d": (X, Y[:10])}}, "`X` must have as many rows as `y` .10.; got 150"),
    "not a pair": ({"datasets": {"d": X}}, "`datasets\\['d'\\]` must be a Dataset or a pair .X, y.; got ndarray."),
    "no datasets": ({"datasets": {}}, "`datasets` must map names to at least one"),
    "a list": (
        {"learners": [GaussianNB()]},
        "`learners` must map names to at least one of the learners; got list.",
    ),
    "folds": (
        {"datasets": {"d": (X[48:54], Y[48:54])}, "splits": CrossValidation(10)},
        "`folds` must be at most 6, the number of cases; got 10. This is dataset 'd'.",
    ),
    "no fit": ({"learners": {"x": object()}}, "`learner x` must have a method `fit`; got object."),
    "a class": (
        {"learners": {"x": GaussianNB}},
        "`learner x` must be an object; got the class GaussianNB. Write Gauss",
    ),
    "pickle": (
        {"learners": {"x": KNeighborsClassifier(metric=lambda a, b: 0.0)}},
        "`learner x` must be something that can be pickled, .*; got KNeighborsClassifier .*lambda.*Define functions",
    ),
    "metric": ({"metrics": ["acuracy"]}, "`metric` must .*acuracy.*accuracy"),
    "no metric": ({"metrics": []}, "`metrics` must name at least one metric; got none."),
    "area of three": (
        {"metrics": ["roc_auc"]},
        "`metrics for iris` must be label metrics, or of several classes, where .*; got roc_auc, 3 classes.",
    ),
    "recall of three": (
        {"metrics": ["recall"]},
        "`positive` must name the class that sensitivity is about.*dataset 'iris'",
    ),
    "no scores": (
        {
            "learners": {"first": First()},
            "datasets": {"d": make_classification(50, random_state=0)},
            "metrics": "roc_auc",
        },
        "`learner first` must give scores .predict_proba or decision_function. for roc_auc; got First, which has none.",
    ),
    "limit": ({"time_limit": 0}, "`time_limit` must be greater than 0; got 0"),
    "recipe": ({"splits": 10}, "`splits` must be a recipe such as"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_wrong_is_said_before_anything_runs(tmp_path, case):
    changes, said = BAD[case]
    with pytest.raises(referee.InputError, match=said):
        experiment(**changes).run(tmp_path / "s.db")
    assert not (tmp_path / "s.db").exists()


def test_a_learner_named_as_a_baseline_stands_for_it():
    asked = experiment({"majority": First()})
    assert [c.name for c in asked.candidates] == ["majority", "prior-random", "naive Bayes"]
    assert [c.baseline for c in asked.candidates] == [False, True, True]


def test_the_page_has_a_row_a_dataset_and_a_column_a_learner(tmp_path):
    done = study(learners={"centroid": NearestCentroid()}, baselines=False).run(tmp_path / "s.db")
    shown = str(done)
    assert shown.startswith("study: accuracy, 1 learner on 2 datasets")
    assert [line.split()[0] for line in shown.splitlines() if line.startswith("  ")][:3] == [
        "centroid",
        "iris",
        "wine",
    ]
    assert "<table" in done._repr_html_()
    assert repr(done) == "<StudyResults study: 1 learners x 2 datasets, 6 of 6 runs>"
    back = referee.load(done.to_dict())
    assert back.to_dict() == done.to_dict()
    assert (
        np.isnan(
            referee.load(study(learners={"n": First()}, baselines=False).run(tmp_path / "t.db").to_dict()).seconds
        ).sum()
        == 0
    )


def test_asking_for_what_is_not_there(tmp_path):
    done = study(baselines=False).run(tmp_path / "s.db")
    for call in (
        lambda: done.of("iris", "no"),
        lambda: done.of("no", "tree"),
        lambda: done.mean("f1", "iris", "tree"),
    ):
        with pytest.raises(referee.InputError, match="must be one of"):
            call()


class Broken(First):
    """A learner that cannot be fitted."""

    def fit(self, X, y):
        raise ValueError("no")


def test_a_fit_that_failed_was_a_fit_too(tmp_path):
    done = study(learners={"broken": Broken(), "first": First()}, baselines=False).run(tmp_path / "s.db")
    assert [cell.fits for cell in done.cells] == [len(cell.splits) for cell in done.cells]
    assert len(done.failures) == sum(len(cell.splits) for cell in done.cells if cell.learner == "broken")
