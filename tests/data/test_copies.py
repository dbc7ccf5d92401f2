"""Copies of cases on both sides of a split are found wherever a learner is judged, and grouped on request."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("sklearn")

from sklearn.datasets import load_iris, load_wine
from sklearn.neighbors import KNeighborsClassifier

import referee
from helpers.cli_runner import run
from referee.data import copy_groups
from referee.data.row_keys import copied_cases, copied_groups
from referee.learners import CrossValidation, LeaveOneOut, against_chance
from referee.studies import Dataset

DRAW = np.random.default_rng(0)
NOISE = DRAW.normal(size=(40, 4))
X, Y = np.repeat(NOISE, 2, axis=0), np.repeat(DRAW.integers(0, 2, 40), 2)
NEAREST = KNeighborsClassifier(1)
FOLDS = CrossValidation(5).make(Y, rng=0)


def test_two_rows_that_repeat_are_copies():
    assert copied_groups(np.array([[1.0, 2.0], [3.0, 4.0]] * 5)).tolist() == [0, 1] * 5
    assert copied_groups(np.ones((5, 2))) is None


def coded(findings):
    return {finding.code: finding for finding in findings}


def test_estimate_says_so_and_groups_mend_it():
    told = referee.estimate_error(NEAREST, X, Y, method="k_fold", rng=0)
    finding = coded(told.findings)["R036"]
    assert finding.severity == "serious"
    assert "have the features of a case that their model was trained on" in finding.evidence
    assert "copy_groups" in finding.advice
    assert told.estimate.value < 0.2
    apart = referee.estimate_error(NEAREST, Dataset("", X, Y, groups=copy_groups(X)), method="k_fold", rng=0)
    assert "R036" not in coded(apart.findings)
    assert apart.estimate.value > 0.3


def test_against_chance_says_so():
    found = against_chance(NEAREST, X, Y, resamples=19, rng=0)
    assert "have the features of a case that their model was trained on" in found.sentence
    found = against_chance(NEAREST, NOISE, Y[::2], resamples=19, rng=0)
    assert "trained on" not in found.sentence


def test_learners_compared_say_so():
    family = referee.compare_learners({"near": NEAREST, "far": KNeighborsClassifier(9)}, X, Y, rng=0)
    assert "R036" in coded(family.findings)


def test_an_experiment_says_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = "".join(",".join([*map(repr, row.tolist()), str(y)]) + "\n" for row, y in zip(X, Y, strict=True))
    (tmp_path / "d.csv").write_text("a,b,c,d,y\n" + rows)
    (tmp_path / "study.toml").write_text(
        '[plan]\nkind = "k-fold"\nfolds = 5\n[[dataset]]\nfile = "d.csv"\ntarget = "y"\n'
        '[[learner]]\nclass = "sklearn.naive_bayes.GaussianNB"\n'
    )
    code, out, _ = run("experiment", "study.toml", "--no-baselines")
    assert code == 0
    assert "of 80 have a copy in a training part" in out


def test_an_audit_of_one_table_says_so():
    data = {f"x{j}": X[:, j] for j in range(4)} | {"y": Y}
    assert "R106" in coded(referee.audit(data, target="y", rng=0).findings)
    data = {f"x{j}": NOISE[:, j] for j in range(4)} | {"y": Y[::2]}
    assert "R106" not in coded(referee.audit(data, target="y", rng=0).findings)


def test_copies_are_counted_whatever_holds_them():
    pandas = pytest.importorskip("pandas")
    right = copied_cases(X, FOLDS)
    assert right > 40
    frame = pandas.DataFrame(X, columns=list("abcd")).assign(city=np.repeat(DRAW.choice(["a", "b"], 40), 2))
    assert (
        copied_cases(frame, FOLDS)
        == copied_cases(X.astype(">f8"), FOLDS)
        == copied_cases(X.tolist(), FOLDS)
        == right
    )
    assert copied_cases(X, LeaveOneOut().make(Y, rng=0)) == 50  # of so many splits that are looked at
    assert copied_cases(object(), FOLDS) == 0


@pytest.mark.parametrize("load", [load_iris, load_wine])
def test_patterns_that_repeat_by_chance_are_no_copies(load):
    data, y = load(return_X_y=True)
    assert copied_cases(data, CrossValidation(5).make(y, rng=0)) == 0
    few = DRAW.integers(0, 3, size=(200, 4))
    assert copied_cases(few, CrossValidation(5).make(np.arange(200) % 2, rng=0)) == 0
