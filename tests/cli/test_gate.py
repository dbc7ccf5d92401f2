"""`referee gate`: the verdict as an exit code."""

from __future__ import annotations

import json
import shlex

import pytest

import helpers.model_files as models
import referee
from helpers.cli_runner import run
from referee.cli.gate import command

COMMON = ("--truth", "y", "--pred", "yhat", "--id", "case")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return models.folder(tmp_path_factory.mktemp("models"))


def test_the_example_of_the_help_runs_as_written(files, monkeypatch):
    monkeypatch.chdir(files)
    code, out, err = run(*shlex.split(command.epilog.removeprefix("Example: referee ")))
    assert (code, err) == (0, "")
    assert out.startswith("PASS: cand against base, sensitivity +")
    assert out.count("\n") == 1


@pytest.mark.parametrize(
    ("base", "candidate", "margin", "code", "word"),
    [
        ("base", "cand", 0.01, 0, "PASS: "),
        ("cand", "base", 0.01, 1, "NO PASS, shown worse: "),
        ("cand", "base", 0.5, 0, "PASS, worse by less than the margin: "),
        ("ordered", "cand", 0.05, 0, "PASS: "),
        ("ordered", "cand", 0.001, 1, "NO PASS, undecided: "),
    ],
)
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_exit_codes(files, kind, base, candidate, margin, code, word):
    got = run("gate", files / f"{base}.{kind}", files / f"{candidate}.{kind}", *COMMON, "--margin", margin)
    assert (got[0], got[2]) == (code, "")
    assert got[1].startswith(word)
    assert got[1].count("\n") == 1


@pytest.mark.parametrize("margin", [0.01, 0.5])
def test_json_has_everything(files, margin):
    args = ("gate", files / "cand.csv", files / "base.csv", *COMMON, "--margin", margin)
    code, out, err = run(*args, "--json")
    assert err == ""
    gate = referee.load(json.loads(out, parse_constant=pytest.fail))
    assert code == (0 if gate.passed else 1)
    assert gate.comparison.n == models.N
    assert gate.line + "\n" == run(*args)[1]


def test_scores_and_sets(files):
    args = ("gate", files / "base.csv", files / "cand.csv", "--truth", "y", "--margin", 0.05)
    code, out, _ = run(*args, "--score", "p", "--id", "case")
    assert code == 0
    assert "roc_auc" in out
    assert run(*args, "--pred", "yhat", "--independent")[0] == 0
    assert run(*args, "--pred", "yhat", "--id", "case", "--groups", "site", "--weights", "w")[0] == 0


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("base.csv", "cand.csv", *COMMON), "Missing option '--margin'."),
        (("base.csv", *COMMON, "--margin", 0.1), "give a base and a candidate; got one file"),
        (("no.csv", "cand.csv", *COMMON, "--margin", 0.1), "`no.csv` must exist; got no such file."),
        (
            ("base.csv", "cand.csv", *COMMON, "--margin", -0.1),
            "`margin` must lie between 0 and the width of the metric's range (1); got -0.1.",
        ),
        (
            ("base.csv", "cand.csv", "--truth", "y", "--pred", "yhat", "--margin", 0.1),
            "two files need --id, --by-position or --independent; none is assumed",
        ),
        (
            ("base.csv", "cand.csv", *COMMON, "--score", "p", "--margin", 0.1),
            "give --pred, the column of the predicted class, or --score",
        ),
        (("base.csv", "short.csv", *COMMON, "--margin", 0.1), None),
        (("base.csv", "other.csv", *COMMON, "--margin", 0.1), None),
        (("base.csv", "twice.csv", *COMMON, "--margin", 0.1), None),
        (("base.csv", "cand.csv", *COMMON, "--margin", 0.1, "--positive", "yes"), None),
    ],
)
def test_an_error_is_2_and_never_a_pass(files, monkeypatch, args, sentence):
    monkeypatch.chdir(files)
    code, out, err = run("gate", *args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    if sentence is not None:
        assert err == f"referee: {sentence}\n"
