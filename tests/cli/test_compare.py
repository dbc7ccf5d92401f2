"""`referee compare`: columns of one file, two files, published numbers."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

import helpers.model_files as models
import referee
from helpers.cli_runner import run
from referee.cli.compare import command
from referee.views.verdict_words import origin_words

TABLE = models.columns()
TRUTH = ("--truth", "y")
TWO = (*TRUTH, "--pred", "yhat")
BY_PLACE = ("--pred", "p", "--by-position")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return models.folder(tmp_path_factory.mktemp("models"))


def result(*args):
    code, out, err = run("compare", *args, "--json")
    assert (code, err) == (0, "")
    json.loads(out, parse_constant=pytest.fail)
    return referee.load(json.loads(out))


def predictions(name, column="y_pred", **options):
    return referee.read(TABLE["y"], **{column: TABLE[name]}, positive=1, name=name, **options)


def plain(noun):
    return noun.to_dict()


def test_the_example_of_the_help_runs_as_written(files, monkeypatch):
    monkeypatch.chdir(files)
    example = shlex.split(command.epilog.removeprefix("Example: referee "))
    code, out, err = run(*example)
    assert (code, err) == (0, "")
    assert out.startswith("svm against tree: accuracy on the same 240 cases, paired by position\n")


def test_columns_of_one_file_give_what_python_gives(files):
    got = result(files / "preds.csv", *TRUTH, "--models", "svm,tree", "--margin", 0.01)
    expected = referee.compare(predictions("svm"), predictions("tree"), margin=0.01, rng=0)
    assert plain(got) == plain(expected)
    assert (
        str(got)
        == run("compare", files / "preds.csv", *TRUTH, "--models", "svm,tree", "--margin", 0.01)[1].rstrip()
    )


@pytest.mark.parametrize(
    ("args", "options"),
    [
        (("--groups", "site"), {"groups": TABLE["site"]}),
        (("--weights", "w"), {"weights": TABLE["w"]}),
        (("--id", "case"), {"case_ids": TABLE["case"]}),
        (("--metric", "f1", "--positive", "1", "--seed", "7"), {}),
        (("--level", "0.9"), {}),
    ],
)
def test_options_of_one_file(files, args, options):
    got = result(files / "preds.csv", *TRUTH, "--models", "svm,bayes", *args)
    rest = {"metric": "f1", "rng": 7} if "--seed" in args else {"rng": 0}
    rest |= {"level": 0.9} if "--level" in args else {}
    expected = referee.compare(predictions("svm", **options), predictions("bayes", **options), **rest)
    assert plain(got) == plain(expected)


def test_several_models_against_a_baseline(files):
    args = (
        files / "preds.csv",
        *TRUTH,
        "--models",
        "svm,tree,bayes",
        "--baseline",
        "bayes",
        "--adjust",
        "hochberg",
    )
    got = result(*args)
    assert [(duel.a, duel.b) for duel in got] == [("svm", "bayes"), ("tree", "bayes")]
    assert (got.adjust, got.baseline) == ("hochberg", "bayes")
    assert "each against bayes" in run("compare", *args)[1]
    assert len(result(files / "preds.csv", *TRUTH, "--models", "svm,tree,bayes")) == 3


@pytest.mark.parametrize(("baseline", "pair"), [("svm", ("tree", "svm")), ("tree", ("svm", "tree"))])
def test_a_baseline_of_two_comes_second(files, baseline, pair):
    got = result(files / "preds.csv", *TRUTH, "--models", "svm,tree", "--baseline", baseline)
    assert (got.a, got.b) == pair


@pytest.mark.parametrize("args", [("--scores",), ("--metric", "roc_auc"), ("--metric", "AUC", "--scores")])
def test_scores(files, args):
    got = result(files / "preds.csv", *TRUTH, "--models", "p_svm,p_bayes", *args)
    expected = referee.compare(
        predictions("p_svm", "y_score"), predictions("p_bayes", "y_score"), metric="roc_auc", rng=0
    )
    assert plain(got) == plain(expected)


@pytest.mark.parametrize("metric", ["brier_score", "log_loss", "average_precision", "lift", "Brier"])
def test_measures_of_scores(files, metric):
    got = result(files / "preds.csv", *TRUTH, "--models", "p_svm,p_bayes", "--metric", metric)
    options = {"metric": metric, "rng": 0}
    expected = referee.compare(predictions("p_svm", "y_score"), predictions("p_bayes", "y_score"), **options)
    assert got.difference == expected.difference
    assert plain(got.test) == plain(expected.test)
    two = result(
        files / "cand.csv", files / "base.csv", *TRUTH, "--score", "p", "--id", "case", "--metric", metric
    )
    assert two.metric == expected.metric
    apart = (files / "short.csv", files / "base.csv", *TRUTH, "--score", "p", "--independent", "--metric", metric)
    assert origin_words(result(*apart).origin) == "different test sets of 238 and 240 cases"


@pytest.mark.parametrize("kinds", [("csv", "csv"), ("parquet", "parquet"), ("csv", "parquet"), ("parquet", "csv")])
def test_two_files_joined_by_id_whatever_their_order(files, kinds):
    got = result(files / f"cand.{kinds[0]}", files / f"base.{kinds[1]}", *TWO, "--id", "case")
    expected = referee.compare(predictions("svm"), predictions("bayes"), rng=0)
    assert got.difference == expected.difference
    assert origin_words(got.origin) == "the same 240 cases, paired by case id"
    assert (got.a, got.b) == ("cand", "base")


def test_two_files_by_position(files):
    got = result(files / "ordered.csv", files / "base.csv", *TWO, "--by-position")
    assert origin_words(got.origin) == "the same 240 cases, paired by position"
    assert got.difference == referee.compare(predictions("svm"), predictions("bayes"), rng=0).difference


def test_two_files_of_different_cases(files):
    got = result(files / "short.csv", files / "base.csv", *TWO, "--independent")
    assert origin_words(got.origin) == "different test sets of 238 and 240 cases"
    assert got.test.name.startswith("score test of two proportions")
    scores = result(files / "short.csv", files / "base.csv", *TRUTH, "--score", "p", "--independent")
    assert scores.metric == "roc_auc"


def test_where_better(files):
    args = (files / "cand.csv", files / "base.csv", *TWO, "--id", "case", "--where-better")
    assert result(*args).ranges()[0][2] == "better"
    assert run("compare", *args)[1].startswith("Where cand beats base, by probability-cost")


def test_example_4_5():
    args = ("--accuracy", 0.85, "--n", 30, "--against", 0.75, "--against-n", 5000)
    code, out, err = run("compare", *args)
    assert (code, err) == (0, "")
    text = " ".join(out.split())
    assert (
        "d = 0.100 ± 0.128 at 95%, not significant; it turns significant at 87.3% two-sided, 93.7% one-sided"
        in text
    )
    assert "25.5 of 30 cases cannot be" in text
    assert "25 of 30 and 3,750 of 5,000: d = 0.083 [-0.086, 0.178], p = 0.293" in text
    assert "26 of 30 and 3,750 of 5,000: d = 0.117 [-0.047, 0.198], p = 0.141" in text
    assert result(*args).verdict is referee.Verdict.UNDECIDED


def test_the_cost_example():
    args = ("--counts", "tp=150,fn=40,fp=60,tn=250", "--against-counts", "tp=250,fn=45,fp=5,tn=200")
    costs = ("--metric", "total_cost", "--costs", "tp=-1,fn=100,fp=1")
    got = result(*args, *costs)
    assert (got.value_a.value, got.value_b.value) == (3910, 4255)
    assert got.verdict is referee.Verdict.UNDECIDED
    (finding,) = got.findings
    assert finding.evidence == "on the mix of A: A 3,910, B 2,745; on the mix of B: A 6,017, B 4,255"
    by_accuracy = result(*args)
    assert by_accuracy.verdict is referee.Verdict.WORSE
    assert by_accuracy.value_b.value == 0.9


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ((), "give one of: one or two files, the accuracies, the tables; got none of them"),
        (("a.csv", "b.csv", "c.csv"), "give one of: one or two files, the accuracies, the tables; got 3 files"),
        (
            ("a.csv", "--accuracy", 0.8),
            "give one of: one or two files, the accuracies, the tables; got files and accuracies",
        ),
        (
            ("preds.csv", "--models", "svm,tree"),
            "--truth must name a column of the file; it has 'case', 'y', 'svm', 'tree', 'bayes', 'p_svm', 'p_bayes', 'site', 'w'",
        ),
        (("preds.csv", *TRUTH), "--models must name two or more columns of the file; got none"),
        (("preds.csv", *TRUTH, "--models", "svm"), "--models must name two or more columns of the file; got svm"),
        (
            ("preds.csv", *TRUTH, "--models", "svm,svm"),
            "--models must name two or more columns of the file; got svm twice",
        ),
        (("preds.csv", *TRUTH, "--models", "svm,x"), None),
        (
            ("preds.csv", *TRUTH, "--models", "svm,tree", "--pred", "y"),
            "--pred can only be given with two tables or files",
        ),
        (
            ("preds.csv", *TRUTH, "--models", "svm,tree", "--independent"),
            "--independent can only be given with two tables or files",
        ),
        (
            ("preds.csv", *TRUTH, "--models", "svm,tree", "--scores", "--metric", "f1"),
            "--scores can only be given with a measure of scores; got f1",
        ),
        (
            ("preds.csv", *TRUTH, "--models", "svm,tree", "--metric", "acuracy"),
            None,
        ),
        (
            ("preds.csv", *TRUTH, "--models", "svm,tree", "--margin", -1),
            "`margin` must lie between 0 and the width of the metric's range (1); got -1.0.",
        ),
        (
            ("preds.csv", *TRUTH, "--models", "svm,tree", "--margin", 2),
            "`margin` must lie between 0 and the width of the metric's range (1); got 2.0.",
        ),
        (
            ("preds.csv", *TRUTH, "--models", "svm,tree", "--baseline", "x"),
            "`baseline` must be one of the models; got x. They are 'svm', 'tree'.",
        ),
        (("preds.csv", *TRUTH, "--models", "svm,tree,bayes", "--adjust", "x"), None),
        (
            ("preds.csv", *TRUTH, "--models", "svm,tree,bayes", "--where-better"),
            "--where-better is about two models; got 3",
        ),
        (
            ("preds.csv", *TRUTH, "--models", "svm,tree", "--where-better", "--margin", 0.1),
            "--margin can only be given with a comparison, without --where-better",
        ),
        (("cand.csv", "base.csv", *TWO), "two files need --id, --by-position or --independent; none is assumed"),
        (
            ("cand.csv", "base.csv", *TWO, "--id", "case", "--by-position"),
            "--by-position cannot be given with --id",
        ),
        (
            ("cand.csv", "base.csv", *TRUTH, "--id", "case"),
            "give --pred, the column of the predicted class, or --score",
        ),
        (
            ("cand.csv", "base.csv", "--pred", "yhat", "--id", "case"),
            "--truth must name a column of the file; it has 'case', 'y', 'yhat', 'p', 'site', 'w'",
        ),
        (
            ("cand.csv", "base.csv", *TWO, "--id", "case", "--metric", "roc_auc"),
            "roc_auc needs --score, the column of the score; got --pred",
        ),
        (
            ("cand.csv", "base.csv", *TWO, "--id", "case", "--metric", "brier"),
            "brier_score needs --score, the column of the score; got --pred",
        ),
        (
            ("cand.csv", "base.csv", *TWO, "--models", "a,b", "--id", "case"),
            "--models can only be given with one file",
        ),
        (("cand.csv", "base.csv", *TWO, "--by-position"), None),
        (("short.csv", "base.csv", *TWO, "--by-position"), None),
        (("twice.csv", "base.csv", *TWO, "--id", "case"), None),
        (("no.csv", "base.csv", *TWO, "--id", "case"), "`no.csv` must exist; got no such file."),
        (
            ("--accuracy", 0.8, "--n", 30),
            "give all of --accuracy, --n, --against, --against-n; --against, --against-n missing",
        ),
        (
            ("--accuracy", 85, "--n", 30, "--against", 0.7, "--against-n", 30),
            "`a` must lie between 0 and 1; got 85.0. Did you mean 0.85?",
        ),
        (
            ("--accuracy", 0.8, "--n", 30, "--against", 0.7, "--against-n", 30, "--metric", "f1"),
            "--metric can only be given with files or tables",
        ),
        (("--counts", "tp=1,fn=2,fp=3,tn=4"), "give all of --counts, --against-counts; --against-counts missing"),
        (
            ("--counts", "tp=1,fn=2,fp=3", "--against-counts", "tp=1,fn=2,fp=3,tn=4"),
            "--counts must name tp, fn, fp and tn; got 'tp=1,fn=2,fp=3'",
        ),
    ],
)
def test_errors_are_one_line(files, monkeypatch, args, sentence):
    monkeypatch.chdir(files)
    code, out, err = run("compare", *args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("referee: ")
    if sentence is not None:
        assert err == f"referee: {sentence}\n"


def test_a_misspelt_metric_gets_near_names(files):
    err = run("compare", files / "preds.csv", *TRUTH, "--models", "svm,tree", "--metric", "acuracy")[2]
    assert "`metric` must be the name of a metric; got 'acuracy'. Did you mean 'accuracy' or " in err


def test_no_row_is_dropped_in_silence(files):
    code, _, err = run("compare", files / "short.csv", files / "base.csv", *TWO, "--id", "case")
    assert code == 2
    assert "2 unexpected: '0238', '0239'" in err
    code, _, err = run("compare", files / "other.csv", files / "base.csv", *TWO, "--id", "case")
    assert code == 2
    assert "1 case with another truth: id '0000'" in err


def test_labels_of_two_files_are_read_together(tmp_path):
    (tmp_path / "a.csv").write_text("y,p\n1,1\n0,0\nx,x\n1,0\n")
    (tmp_path / "b.csv").write_text("y,p\n1,1\n0,0\nx,1\n1,1\n")
    got = result(tmp_path / "a.csv", tmp_path / "b.csv", "--truth", "y", "--pred", "p", "--by-position")
    assert got.value_a.value == got.value_b.value == 0.75
    (tmp_path / "d.csv").write_text("y,p,q\n1,1,1\n0,0,x\n0,1,0\n1,0,1\n")
    (tmp_path / "e.csv").write_text("y,p\n1,1\n0,x\n0,1\n1,1\n")
    for args in ((tmp_path / "d.csv", "--models", "p,q"), (tmp_path / "d.csv", tmp_path / "e.csv", *BY_PLACE)):
        assert result(*args, "--truth", "y").value_a.value == 0.5
    (tmp_path / "c.csv").write_text("y,p\n1,1\n0,\nx,1\n1,1\n")
    code, _, err = run(
        "compare", tmp_path / "a.csv", tmp_path / "c.csv", "--truth", "y", "--pred", "p", "--by-position"
    )
    assert (code, err) == (
        2,
        f"referee: `p of {tmp_path / 'c.csv'}` must have no missing value; got 1 empty cell, the first at row 2 (index 1). Decide "
        "what they mean; for predictions missing='drop' (--missing drop) leaves these cases out.\n",
    )


def test_files_of_one_name_are_told_apart(tmp_path):
    table = {"y": [1, 0, 1, 0], "p": [1, 0, 0, 0]}
    paths = [tmp_path / name / "preds.csv" for name in ("old", "new")]
    for path in paths:
        path.parent.mkdir()
        models.write(path, table)
    got = result(*paths, "--truth", "y", "--pred", "p", "--by-position")
    assert (got.a, got.b) == (str(Path("old/preds.csv")), str(Path("new/preds.csv")))
