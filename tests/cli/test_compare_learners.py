"""`referee compare --learners`: a file and learners."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import referee
from helpers.cli_runner import run

G = np.random.default_rng(0)
Y = np.repeat(["no", "yes"], 20)
X = np.round(G.normal(size=(40, 2)) + (Y == "yes")[:, None], 3)
BAYES = "bayes=sklearn.naive_bayes.GaussianNB"
KNN = "1nn=sklearn.neighbors.KNeighborsClassifier(n_neighbors=1)"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "data.csv"
    rows = [f"{label},{a},{b},p{i % 8}" for i, (label, (a, b)) in enumerate(zip(Y, X, strict=True))]
    path.write_text("\n".join(["y,a,b,who", *rows]) + "\n")
    return path


def result(file, *args):
    code, out, err = run("compare", file, "--target", "y", "--features", "a,b", *args, "--json")
    assert code == 0
    assert re.fullmatch(r"  (30|5|2-fold).* fits, .* s\n", err)
    return referee.load(json.loads(out))


def test_a_file_gives_what_python_gives(file):
    learners = {"bayes": GaussianNB(), "1nn": KNeighborsClassifier(1)}
    got = result(file, "--learners", f"{BAYES},{KNN}", "--margin", 0.1, "--seed", 3)
    (duel,) = referee.compare_learners(learners, X, Y, margin=0.1, rng=3)
    assert got.to_dict() == replace(duel, adjusted_p=None).to_dict()
    got = result(file, "--learners", f"{BAYES},{KNN}", "--method", "five_by_two_f", "--metric", "error_rate")
    (duel,) = referee.compare_learners(learners, X, Y, metric="error_rate", method="five_by_two_f", rng=0)
    assert got.to_dict() == replace(duel, adjusted_p=None).to_dict()


def test_a_budget(file):
    got = result(file, "--learners", f"{BAYES},{KNN}", "--budget", "0.0000001h")
    assert (got.origin.runs, got.origin.fits) == (5, 10)
    assert got.origin.notes[0].startswith("the budget of 0.0000001h is too small for any plan; 30 random splits ")


def test_groups_and_a_baseline(file):
    rest = ("--groups", "who", "--baseline", "bayes", "--positive", "yes", "--metric", "f1")
    got = result(file, "--learners", f"{BAYES},{KNN},sklearn.dummy.DummyClassifier(strategy=uniform)", *rest)
    assert [(duel.a, duel.b) for duel in got] == [("1nn", "bayes"), ("DummyClassifier", "bayes")]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--target", "y"), "learners need one file of labelled cases, --target and --learners"),
        (("--learners", f"{BAYES},{KNN}"), "learners need one file of labelled cases, --target and --learners"),
        (("--target", "y", "--learners", BAYES, "--features", "a"), "`learners` must map names to at least two learners; got 1 learner"),
        (("--target", "y", "--learners", f"{BAYES},{KNN}", "--truth", "y"), "--truth can only be given with predictions in hand"),
        (("--target", "y", "--learners", f"{BAYES},nowhere.B", "--features", "a"), "name a class that can be imported; got 'nowhere.B'"),
        (("--truth", "y", "--models", "a,b", "--method", "mcnemar"), "learners need one file"),
    ],
)  # fmt: skip
def test_refused(file, args, sentence):
    code, out, err = run("compare", file, *args)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
