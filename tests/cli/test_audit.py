"""`referee audit`."""

from __future__ import annotations

import json

import numpy as np
import pytest

import referee
from helpers.cli_runner import run


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    n = 300
    y = rng.integers(0, 2, n)
    X = rng.normal(size=(n, 3)) + y[:, None]
    colour = np.array(["red", "green", "blue"])[rng.integers(0, 3, n)]

    def write(name, rows, header="y,a,b,c,colour,patient,day"):
        lines = [
            f"{'yes' if y[i] else 'no'},{X[i, 0]:.4f},{X[i, 1]:.4f},{X[i, 2]:.4f},{colour[i]},p{i // 2},2026-{i:04d}"
            for i in rows
        ]
        (tmp_path / name).write_text("\n".join([header, *lines]) + "\n")

    write("train.csv", range(200))
    write("test.csv", range(200, 300))
    write("overlap.csv", range(190, 290))
    said = ["yhat,p"] + [
        f"{'yes' if X[i].sum() > 1.5 else 'no'},{1 / (1 + np.exp(1.5 - X[i].sum())):.5f}" for i in range(200, 300)
    ]
    (tmp_path / "said.csv").write_text("\n".join(said) + "\n")
    (tmp_path / "other.csv").write_text("y,a,b,colour,patient,day\nyes,1,2,red,p1,2026-0001\n")
    return tmp_path


ROLES = ("--groups", "patient", "--times", "day")


def test_clean_files_pass(files):
    code, out, err = run("audit", "train.csv", "test.csv", "--target", "y", *ROLES)
    assert (code, err) == (0, "")
    assert out.startswith("Audit of 200 training cases and 100 test cases, 4 features: no serious finding")


def test_a_serious_finding_exits_with_1(files):
    code, out, err = run("audit", "train.csv", "overlap.csv", "--target", "y", *ROLES)
    assert (code, err) == (1, "")
    for word in ("R101", "R104", "R105", "10 of 100 test cases (10%)"):
        assert word in out


def test_json_and_results_and_page(files):
    args = ("--predictions", "said.csv", "--pred", "yhat", "--score", "p", "--positive", "yes", "--claim", "0.75")
    args += ("--learner", "sklearn.naive_bayes.GaussianNB", "--ledger", "looks.jsonl")
    code, out, _ = run("audit", "train.csv", "test.csv", "--target", "y", *ROLES, *args, "--json")
    assert code == 0
    result = referee.core.Audit.from_dict(json.loads(out))
    assert result.looks == 1
    assert {"R001", "R007", "R111", "R114", "R145"} <= {c for c, _ in result.ran}
    (files / "audit.json").write_text(out)
    assert referee.load(files / "audit.json").n_train == 200


def test_one_file_alone(files):
    code, out, _ = run("audit", "train.csv", "--target", "y", "--features", "a,b")
    assert code == 0
    assert "2 features" in out
    assert "needs test cases" in out


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("train.csv", "other.csv", "--target", "y"), "`test` must have the columns of `train`; got no 'c'."),
        (("train.csv", "--target", "z"), "`train.csv` must have the column 'z'"),
        (("none.csv", "--target", "y"), "`none.csv` must exist; got no such file."),
        (("train.csv", "test.csv", "--target", "y", "--predictions", "said.csv"), "--predictions needs --pred, --score or both"),
        (("train.csv", "--target", "y", "--predictions", "said.csv", "--pred", "yhat"), "must come with a file of test cases"),
        (("train.csv", "--target", "y", "--groups", "nobody"), "`train.csv` must have the column 'nobody'"),
        (("train.csv", "--target", "y", "--claim", "85"), "`claim` must lie between 0 and 1; got 85.0."),
    ],
)  # fmt: skip
def test_bad_calls_are_one_sentence(files, args, sentence):
    code, out, err = run("audit", *args)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
