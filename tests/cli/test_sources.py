"""The command line on predictions that stay where they are."""

from __future__ import annotations

import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cli_runner import run

RNG = np.random.default_rng(3)
N = 900
Y = RNG.integers(0, 2, N)
REGION = np.array(["eu", "us", "asia"])[RNG.integers(0, 3, N)]
P = np.round(1 / (1 + np.exp(-RNG.normal(np.where(REGION == "us", 0.2, 2.0) * Y, 1))), 3)
TABLE = pa.table({"y": Y, "p": P, "yhat": (P >= 0.7).astype(int), "region": REGION})


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    import duckdb

    made = tmp_path_factory.mktemp("preds")
    for i in range(3):
        pq.write_table(TABLE.slice(300 * i, 300), made / f"{i}.parquet")
    pq.write_table(TABLE, made.parent / "all.parquet")
    with duckdb.connect(str(made.parent / "w.db")) as con:
        con.register("arrow_table", TABLE)
        con.execute("create table preds as select * from arrow_table")
    return made


def measures(*args):
    code, out, err = run("evaluate", *args, "--json")
    assert (code, err) == (0, "")
    return {m["name"]: (m["value"], m["interval"], m["n"]) for m in json.loads(out)["measures"]}


def test_a_glob_a_folder_a_database_and_a_file_say_the_same(folder):
    asked = ("--truth", "y", "--score", "p", "--pred", "yhat")
    expected = measures(folder.parent / "all.parquet", *asked)
    database = f"duckdb:{folder.parent / 'w.db'}"
    for source in ((f"{folder}/*.parquet",), (folder,), (database, "--table", "preds")):
        got = measures(*source, *asked)
        assert got.keys() == expected.keys()
        for name, (value, interval, n) in got.items():
            assert value == pytest.approx(expected[name][0], abs=1e-12), name
            assert n == expected[name][2]
            if interval is not None:
                for end in ("low", "high"):
                    assert interval[end] == pytest.approx(expected[name][1][end], abs=1e-12), name


def test_slices(folder):
    code, out, err = run("evaluate", f"{folder}/*.parquet", "--truth", "y", "--score", "p", "--by", "region")
    assert (code, err) == (0, "")
    assert "Differ from the rest by roc auc, among 3 slices (holm, 95%): us" in out
    code, out, _ = run(
        "evaluate", folder, "--truth", "y", "--pred", "yhat", "--by", "region", "--metric", "f1", "--json"
    )
    assert code == 0
    found = json.loads(out)
    assert found["schema"] == "referee.slices/1"
    assert found["metric"] == "f1"


def test_what_goes_wrong(folder):
    def line(*args):
        code, out, err = run("evaluate", *args)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        return err

    assert "must match at least one file" in line(f"{folder}/*.csv", "--truth", "y", "--score", "p")
    assert "--truth must name a column" in line(folder, "--score", "p")
    assert "--groups needs every record" in line(folder, "--truth", "y", "--score", "p", "--groups", "region")
    assert "--by takes one --metric" in line(
        folder, "--truth", "y", "--pred", "yhat", "--by", "region", "--metric", "f1", "--metric", "mcc"
    )
    assert "--by can only be given with a file" in line("--tp", 1, "--fn", 1, "--fp", 1, "--tn", 1, "--by", "r")
    assert "hunter2" not in line("postgresql://me:hunter2@host/db", "--truth", "y", "--pred", "p")


def test_rows_with_missing_values_can_be_left_out(tmp_path):
    (tmp_path / "a.csv").write_text("y,yhat\n1,1\n0,\n0,0\n1,0\n")
    asked = ("evaluate", tmp_path / "a.csv", "--truth", "y", "--pred", "yhat")
    assert run(*asked)[0] == 2
    code, out, _ = run(*asked, "--missing", "drop")
    assert code == 0
    assert "1 case left out for missing values (yhat 1)" in out
