"""What the README shows runs, and is what the commands print. Its data are made here."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import csv, parquet
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

import referee
from helpers.doc_pages import ROOT, run_page


@pytest.fixture
def names(tmp_path, monkeypatch):
    """The files of the commands in the current folder, and the names of the Python blocks."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    n = 200
    y = rng.random(n) < 0.4
    p = (1 / (1 + np.exp(-rng.normal(2 * y - 1, 1)))).round(4)
    yes = np.array(["no", "yes"])
    said, other = p > 0.5, p > 0.7
    table = {name: yes[one.astype(int)] for name, one in (("y", y), ("yhat", said), ("other", other))}
    csv.write_csv(pa.table({**table, "p": p}), "predictions.csv")
    scores = {"dataset": [f"d{i}" for i in range(10)]}
    scores |= {name: np.arange(10) / d + 0.7 for name, d in (("svm", 80), ("tree", 90), ("bayes", 110))}
    csv.write_csv(pa.table(scores), "results.csv")
    for name, answers in (("base", other), ("candidate", said)):
        columns = {"case": np.arange(n), "y": y.astype(int), "yhat": answers.astype(int)}
        parquet.write_table(pa.table(columns), f"{name}.parquet")
    cases = pa.table({"y": y.astype(int), "a": rng.normal(y), "b": rng.normal(size=n)})
    csv.write_csv(cases[:140], "train.csv")
    csv.write_csv(cases[140:], "test.csv")
    truth = np.where(y, "malignant", "benign")
    score_a, score_b = (rng.normal(y, s) for s in (0.8, 1.5))
    pred_a, pred_b = (np.where(s > 0.5, "malignant", "benign") for s in (score_a, score_b))
    made = {"y_true": truth, "y_pred": pred_a, "y_score": score_a, "ids": np.arange(n)}
    made |= {"pred_a": pred_a, "pred_b": pred_b, "score_a": score_a, "score_b": score_b}
    return made | {"learner": GaussianNB(), "other": DummyClassifier(), "X": np.c_[score_a, score_b], "y": truth}


def test_the_examples_run(names, tmp_path):
    run_page(ROOT / "README.md", names, (("repeats = 30", "repeats = 2"),))
    assert 0 < names["skill"].estimate.value < 0.5
    assert isinstance(names["duel"].verdict, referee.Verdict)
    made = {path.name for path in tmp_path.iterdir()}
    assert made >= {"page.html", "learner.html", "result.json", "study.db", "predictions.parquet"}
