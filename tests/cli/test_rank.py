"""`referee rank`."""

from __future__ import annotations

import json
import re

import pytest
from sklearn.datasets import load_iris, load_wine, make_classification
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import referee
from adapters import HERE
from helpers.cli_runner import run
from referee.learners import CrossValidation

DEMSAR = json.loads((HERE / "demsar2006.json").read_text())


@pytest.fixture
def folder(tmp_path, monkeypatch):
    lines = ["dataset," + ",".join(DEMSAR["columns"])]
    lines += [",".join([row["dataset"], *map(str, row["auc"])]) for row in DEMSAR["rows"]]
    (tmp_path / "results.csv").write_text("\n".join(lines) + "\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    path = tmp_path_factory.mktemp("study") / "study.db"
    datasets = {"iris": load_iris(return_X_y=True), "wine": load_wine(return_X_y=True)}
    datasets |= {f"made{i}": make_classification(60, random_state=i) for i in range(4)}
    learners = {"bayes": GaussianNB(), "knn": KNeighborsClassifier()}
    plan = CrossValidation(3)
    results = referee.Experiment(learners, datasets, splits=plan, metrics=["accuracy", "mcc"], rng=1).run(path)
    return path, results


def test_a_table_prints_and_travels(folder):
    code, out, err = run("rank", "--table", "results.csv", "--metric", "roc_auc")
    assert (code, err) == (0, "")
    assert out.startswith("4 learners on 14 datasets by ROC AUC, higher is better\n")
    assert "without the correction for ties F = 3.99, chi-square 9.86" in " ".join(out.split())
    code, out, err = run("rank", "--table", "results.csv", "--metric", "roc_auc", "--json")
    result = referee.load(json.loads(out))
    assert result.order == ("C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5")
    assert json.loads(out)["schema"] == "referee.standings/1"


def test_options_reach_the_verb(folder):
    table = ("rank", "--table", "results.csv", "--json")
    result = referee.load(json.loads(run(*table, "--baseline", "C4.5", "--test", "finner", "--margin", "0.01")[1]))
    assert (result.baseline, result.test, result.margin) == ("C4.5", "finner", 0.01)
    two = referee.load(json.loads(run(*table, "--learners", "C4.5, C4.5+m", "--rope", "0.02", "--seed", "7")[1]))
    assert (two.seed, two.beside[-1].details["rope"]) == (7, 0.02)
    lower = referee.load(json.loads(run(*table, "--better", "lower")[1]))
    assert lower.order[0] == "C4.5"
    named = referee.load(json.loads(run(*table, "--metric", "error_rate")[1]))
    assert named.table.better == "lower"


def test_empty_cells_and_picked_scores(folder):
    (folder / "gaps.csv").write_text("set;a;b;first\nx;0.9;0.8;0.7\ny;NA;0.7;0.6\nz;0.8;0.7;0.6\nw;0.7;0.6;0.5\n")
    options = ("--picked-by", "b", "--picked-scores", "first")
    result = referee.load(json.loads(run("rank", "--table", "gaps.csv", *options, "--json")[1]))
    assert result.table.learners == ("a", "b")
    assert result.table.missing == (("y", "a", "empty cell"),)
    assert {"R041", "R044"} <= {f.code for f in result.findings}


def test_a_study(study):
    path, results = study
    code, out, err = run("rank", path)
    assert (code, err) == (0, "")
    assert "on that dataset alone (corrected resampled t test at" in " ".join(out.split())
    result = referee.load(json.loads(run("rank", path, "--json")[1]))
    assert result.order == referee.rank(results).order
    assert result.baselines.learners == results.baselines
    both = [
        [*row, *more]
        for row, more in zip(result.table.values.tolist(), result.baselines.values.tolist(), strict=True)
    ]
    assert both == [list(row) for row in results.means[0]]
    assert {duel.dataset for duel in result.per_dataset} == set(results.datasets)
    duel = next(d for d in result.per_dataset if d.dataset == "iris")
    other, reference = duel.a, duel.b
    alone = referee.compare(results.of("iris", other), results.of("iris", reference), level=duel.level)
    assert (duel.b, duel.test.p_value) == (reference, alone.test.p_value)


def test_a_study_by_another_metric_leaves_out_what_it_cannot_score(study):
    path, results = study
    every = ("--learners", ",".join(results.learners))
    result = referee.load(json.loads(run("rank", path, "--metric", "mcc", *every, "--json")[1]))
    assert [name for name, _ in result.unranked] == ["majority"]
    assert "majority" not in result.order


def test_a_picture(folder):
    from matplotlib import pyplot

    before = pyplot.get_fignums()
    assert run("rank", "--table", "results.csv", "--plot", "cd.png")[0] == 0
    assert (folder / "cd.png").read_bytes().startswith(b"\x89PNG")
    assert pyplot.get_fignums() == before
    code, _, err = run("rank", "--table", "results.csv", "--plot", "cd.xyz")
    assert code == 2
    assert err.startswith(
        "referee: `plot` must end in the name of a picture such as .png, .svg or .pdf; got 'cd.xyz'"
    )


def test_other_forms(folder):
    table = ("rank", "--table", "results.csv", "--metric", "roc_auc")
    markdown, latex = (run(*table, form)[1] for form in ("--markdown", "--latex"))
    assert "| C4.5 | 3.143 | b |" in re.sub(" +", " ", markdown)
    assert "C4.5 & 3.143 & b" in re.sub(" +", " ", latex)
    assert "**0.798** |" in markdown
    assert r"\textbf{0.798}" in latex
    assert run(*table, "--html", "page.html")[0] == 0
    page = (folder / "page.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "C4.5+m+cf" in page


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ((), "give a study or --table; got neither"),
        (("study.db", "--table", "results.csv"), "give a study or --table; got both"),
        (("none.db",), "`path` must be the store of a study; got none.db, which is no file."),
        (("--table", "none.csv"), "`none.csv` must exist; got no such file."),
        (("--table", "results.csv", "--baseline", "x"), "`baseline` must be one of the learners; got 'x'."),
        (
            ("--table", "text.csv"),
            "`text.csv` must hold a number or nothing in every cell; got 'good' for 'a' on 'x'.",
        ),
        (("--table", "comma.csv"), "'0,9' for 'a' on 'x'. Write decimals with a point."),
        (
            ("--table", "thin.csv"),
            "hold a column for the name and at least two learners; got 1 learner beside 'set'.",
        ),
        (("--table", "twice.csv"), "`datasets` must have different names; got 'x' twice."),
        (("--table", "results.csv", "--picked-by", "x"), "`picked_by` must be one of the learners; got 'x'."),
        (("--table", "results.csv", "--plot", "no/such/cd.png"), "No such file or directory"),
    ],
)
def test_usage(folder, args, sentence):
    (folder / "text.csv").write_text("set,a,b\nx,good,0.8\ny,0.7,0.6\n")
    (folder / "comma.csv").write_text('set,a,b\nx,"0,9",0.8\ny,0.7,0.6\n')
    (folder / "thin.csv").write_text("set,a\nx,0.9\ny,0.7\n")
    (folder / "twice.csv").write_text("set,a,b\nx,0.9,0.8\nx,0.7,0.6\n")
    code, out, err = run("rank", *args)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
