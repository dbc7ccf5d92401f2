"""`referee experiment` and `referee export`."""

from __future__ import annotations

import json
import sys

import pyarrow.parquet as pq
import pytest

import referee
from helpers.cli_runner import run
from referee.studies import read_study

STUDY = """
[study]
name = "small"
seed = 3
metrics = ["accuracy", "mcc"]
baselines = false

[plan]
repeats = 3

[[dataset]]
bundled = "iris"

[[dataset]]
file = "data.csv"
target = "y"

[[learner]]
class = "sklearn.naive_bayes.GaussianNB"

[[learner]]
name = "tuned"
class = "sklearn.tree.DecisionTreeClassifier"
search = { grid = { max_depth = [1, 2] } }
"""
FAILING = '\n[[learner]]\nname = "=bad"\nclass = "referee_bad_learner.Bad"\n'
BAD = """
class Bad:
    def fit(self, X, y):
        if len(y) > 60:
            raise ValueError("too many cases")
        self.label = y[0]
        return self

    def predict(self, X):
        return [self.label] * len(X)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    rows = "".join(
        f"{'red' if i % 2 else 'blue'},{i if i % 5 else ''},{'yes' if i % 3 else 'no'}\n" for i in range(60)
    )
    (tmp_path / "data.csv").write_text("colour,size,y\n" + rows)
    (tmp_path / "study.toml").write_text(STUDY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_study_runs_is_kept_and_goes_on(folder):
    code, out, err = run("experiment", "study.toml")
    assert (code, err) == (0, "")
    assert out.startswith("small: accuracy, 2 learners on 2 datasets\n")
    assert (
        "data: one-hot coded: colour (2); missing numbers become the median, or stay for learners that take them: size (12)."
        in out
    )
    assert out.endswith("Kept in study.db. Next: referee rank study.db\n")
    kept = read_study(folder / "study.db")
    assert str(kept) in out
    assert run("experiment", "study.toml") == (0, out, "")
    assert kept.seconds == read_study(folder / "study.db").seconds


def test_the_plan_of_a_study(folder):
    code, out, err = run("experiment", "study.toml", "--dry-run")
    assert (code, err) == (0, "")
    assert out.startswith("small: nothing was run\n")
    assert "12 runs, 48 fits; metrics accuracy, mcc; seed 3." in out
    assert "In study.db: 0 done, 12 to do." in out
    assert "data     data.csv" in out
    assert "one-hot coded: " in out
    assert not (folder / "study.db").exists()
    run("experiment", "study.toml")
    assert "In study.db: 12 done, 0 to do." in run("experiment", "study.toml", "--dry-run")[1]
    plan = json.loads(run("experiment", "study.toml", "--dry-run", "--json")[1])
    assert plan["schema"] == "referee.study_plan/1"
    assert (referee.core.load(plan).runs, referee.core.load(plan).left) == (12, 0)


def test_json_is_one_document(folder):
    code, out, err = run("experiment", "study.toml", "--store", "other.db", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["schema"] == "referee.study_results/1"
    assert (folder / "other.db").exists()


def test_options(folder):
    (folder / "study.toml").write_text(STUDY.replace("baselines = false", ""))
    assert "60 fits" not in run("experiment", "study.toml", "--dry-run", "--no-baselines")[1]
    assert "30 runs, 66 fits" in run("experiment", "study.toml", "--dry-run")[1]
    code, _, err = run("experiment", "study.toml", "--time-limit", "-1")
    assert code == 2
    assert "`time_limit` must be greater than 0; got -1" in err


def test_a_failure_is_shown_kept_and_tried_again(folder, monkeypatch):
    (folder / "referee_bad_learner.py").write_text(BAD)
    monkeypatch.syspath_prepend(str(folder))
    (folder / "study.toml").write_text(STUDY + FAILING)
    code, out, _ = run("experiment", "study.toml")
    assert code == 1
    assert "3 runs failed" in out
    assert "ValueError: too many cases" in out
    assert out.endswith("Run failed runs again by --retry; next: referee rank study.db\n")
    (folder / "referee_bad_learner.py").write_text(BAD.replace("60", "600"))
    monkeypatch.delitem(sys.modules, "referee_bad_learner")
    assert run("experiment", "study.toml")[0] == 1
    code, out, _ = run("experiment", "study.toml", "--retry")
    assert code == 0
    assert "failed" not in out


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            ("seed = 3", "sed = 3"),
            "study.toml, study.sed: `sed` must be a key of [study]; got 'sed'. Did you mean 'seed'?",
        ),
        (('"iris"', '"irish"'), "study.toml, dataset 1.bundled: `bundled` must be one of"),
        (
            ("GaussianNB", "GaussNB"),
            "study.toml, learner 1.class: `learner` must name a class that can be imported",
        ),
    ],
)
def test_a_wrong_study_is_one_sentence_and_runs_nothing(folder, change, sentence):
    (folder / "study.toml").write_text(STUDY.replace(*change))
    code, out, err = run("experiment", "study.toml")
    assert (code, out) == (2, "")
    assert err.startswith(f"referee: {sentence}")
    assert err.count("\n") == 1
    assert not (folder / "study.db").exists()


def test_a_changed_learner_is_refused(folder):
    run("experiment", "study.toml")
    (folder / "study.toml").write_text(STUDY.replace("[1, 2]", "[1, 3]"))
    code, out, err = run("experiment", "study.toml")
    assert (code, out) == (2, "")
    assert "tuned" in err


def test_stopped_by_hand(folder, monkeypatch):
    (folder / "referee_tired_learner.py").write_text(
        BAD.replace('ValueError("too many cases")', "KeyboardInterrupt")
    )
    monkeypatch.syspath_prepend(str(folder))
    (folder / "study.toml").write_text(STUDY + FAILING.replace("bad_learner", "tired_learner"))
    code, out, err = run("experiment", "study.toml")
    imports = "referee: the study imports referee_tired_learner, outside the packages that are known\n"
    assert (code, err) == (130, imports)
    assert "runs not done yet" in out
    assert out.endswith("Stopped. What finished is kept in study.db; the same command goes on.\n")


def test_a_page(folder):
    code, _, err = run("experiment", "study.toml", "--html", "page.html")
    assert (code, err) == (0, "")
    page = (folder / "page.html").read_text()
    assert all(name in page for name in ("iris", "data", "GaussianNB", "tuned"))


def test_what_is_exported_gives_what_was_measured(folder):
    run("experiment", "study.toml")
    run("export", "study.db", "--predictions", "p.parquet", "--results", "r.parquet")
    hits: dict = {}
    for row in pq.read_table(folder / "p.parquet").to_pylist():
        key = tuple(row[name] for name in ("dataset", "learner", "repeat", "fold"))
        hits.setdefault(key, []).append(row["prediction"] == row["truth"])
    results = pq.read_table(folder / "r.parquet").to_pylist()
    assert len(results) == len(hits) == 12
    for row in results:
        found = hits[tuple(row[name] for name in ("dataset", "learner", "repeat", "fold"))]
        assert (len(found), sum(found) / len(found)) == (row["n_test"], pytest.approx(row["accuracy"], abs=1e-15))


def test_export(folder):
    run("experiment", "study.toml")
    files = {"--predictions": "p.parquet", "--results": "r.csv", "--table": "t.tex"}
    code, out, err = run("export", "study.db", *(word for pair in files.items() for word in pair))
    assert (code, err) == (0, "")
    assert out == "Wrote p.parquet.\nWrote r.csv.\nWrote t.tex.\n"
    assert pq.read_table(folder / "p.parquet").num_rows == 2 * 3 * (50 + 20)
    assert len((folder / "r.csv").read_text().splitlines()) == 13
    assert "\\toprule" in (folder / "t.tex").read_text()
    assert run("export", "study.db", "--table", "t.md")[0] == 0
    assert "| iris" in (folder / "t.md").read_text()
    assert run("export", "study.db", "--table", "t.json")[0] == 0
    assert referee.load(folder / "t.json").datasets == ("iris", "data")


def test_export_refused(folder):
    assert run("export", "study.db")[::2] == (
        2,
        "referee: say what to write: --predictions, --results, --table or --mlflow\n",
    )
    code, _, err = run("export", "gone.db", "--results", "r.csv")
    assert code == 2
    assert "gone.db" in err
    code, _, err = run("export", "study.db", "--table", "t.pdf")
    assert (code, err) == (2, "referee: `table` must be one of '.md', '.tex', '.json'; got '.pdf'.\n")
