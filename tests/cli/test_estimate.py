"""`referee estimate`: a file and a learner."""

from __future__ import annotations

import json

import numpy as np
import pyarrow as pa
import pyarrow.feather as pf
import pyarrow.parquet as pq
import pytest
from sklearn.neighbors import KNeighborsClassifier

from helpers.cli_runner import run
from referee.studies import Dataset
from referee.verbs.estimate import estimate_error

G = np.random.default_rng(0)
Y = np.repeat(["no", "yes"], 15)
X = np.round(G.normal(size=(30, 2)) + (Y == "yes")[:, None], 3)
TABLE = pa.table({"y": Y.tolist(), "a": X[:, 0], "b": X[:, 1], "who": [f"p{i % 6}" for i in range(30)]})


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    rows = TABLE.to_pylist()
    (folder / "d.csv").write_text("\n".join(["y;a;b;who", *[";".join(map(str, r.values())) for r in rows]]) + "\n")
    (folder / "d.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows))
    pq.write_table(TABLE, folder / "d.parquet")
    pf.write_feather(TABLE, folder / "d.feather")
    return folder


KNN = ("--learner", "sklearn.neighbors.KNeighborsClassifier", "--param", "n_neighbors=3", "--method", "e0")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet", "feather"])
def test_a_file_gives_what_python_gives(files, kind):
    code, out, err = run("estimate", files / f"d.{kind}", "--target", "y", "--groups", "who", *KNN, "--json")
    assert code == 0
    assert err.startswith(("  e0: 201 fits, about ", "  e0: 201 fits, under "))
    cases = Dataset("", X, Y, groups=np.arange(30) % 6)
    made = estimate_error(KNeighborsClassifier(3), cases, method="e0", rng=0)
    got = json.loads(out)
    assert got["estimate"] == made.to_dict()["estimate"]
    assert got["results"]["splits"] == made.to_dict()["results"]["splits"]


def test_features_and_text(files):
    code, out, err = run("estimate", files / "d.csv", "--target", "y", "--features", "a", *KNN, "--seed", 3)
    assert code == 0
    assert err.startswith("  e0: 201 fits, about ")
    assert out.startswith("KNeighborsClassifier: error rate on new cases, from 30 cases\n")
    assert "seed 3" in out


def test_a_budget_takes_a_smaller_plan(files):
    args = ("--target", "y", "--features", "a", "--learner", "sklearn.tree.DecisionTreeClassifier")
    code, out, err = run("estimate", files / "d.csv", *args, "--budget", "0.000001s")
    assert code == 0
    assert err.startswith("  holdout: 2 fits, under 1 s")
    assert "Method holdout: the budget of 0.000001s is too small for any plan; loo would take" in out


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--target", "z", *KNN), "have the column 'z'"),
        (("--target", "y", "--features", "a", "--learner", "sklearn.Nothing"), "`learner` must name a class that can be imported; got 'sklearn.Nothing'."),
        (("--target", "y", "--features", "a", *KNN, "--param", "x=1"), "`param` must be parameters of KNeighborsClassifier"),
        (("--target", "y", "--features", "a", *KNN, "--param", "x"), "`param` must be written as name=value; got 'x'."),
    ],
)  # fmt: skip
def test_refused(files, args, sentence):
    code, out, err = run("estimate", files / "d.csv", *args)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
