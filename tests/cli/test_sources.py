"""The command line on predictions that stay where they are."""

from __future__ import annotations

import json

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

import referee
from helpers.cli_runner import run
from referee.views.verdict_words import origin_words

RNG = np.random.default_rng(3)
N = 900
Y = RNG.integers(0, 2, N)
REGION = np.array(["eu", "us", "asia"])[RNG.integers(0, 3, N)]
P = np.round(1 / (1 + np.exp(-RNG.normal(np.where(REGION == "us", 0.2, 2.0) * Y, 1))), 3)
TABLE = pa.table(
    {"y": Y, "p": P, "yhat": (P >= 0.7).astype(int), "region": REGION, "month": RNG.integers(1, 3, N)}
)
TABLE = TABLE.append_column("other", pa.array(np.where(RNG.random(N) < 0.1, 1 - Y, TABLE["yhat"])))
TABLE = TABLE.append_column("third", pa.array((P >= 0.6).astype(int)))


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
        con.execute("create table old as select rowid as case_no, y, yhat from preds")
        con.execute(
            "create table new as select rowid as case_no, y, other as yhat from preds order by yhat, rowid"
        )
    for name, column in (("old", "yhat"), ("new", "other")):
        table = pa.table({"case_no": np.arange(N), "y": Y, "yhat": TABLE[column]})
        pq.write_table(table, made.parent / f"{name}.parquet")
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
    assert "Differ from the rest by ROC AUC, among 3 slices (Holm, 95%): us" in out
    code, out, _ = run(
        "evaluate", folder, "--truth", "y", "--pred", "yhat", "--by", "region", "--metric", "f1", "--json"
    )
    assert code == 0
    found = json.loads(out)
    assert found["schema"] == "referee.slices/1"
    assert found["metric"] == "f1"


def test_slices_of_two_columns_from_every_address(folder):
    asked = ("--truth", "y", "--score", "p", "--by", "region,month", "--json")
    plain = folder.parent / "all.csv"
    pyarrow.csv.write_csv(TABLE, plain)
    expected = json.loads(run("evaluate", plain, *asked)[1])
    assert len(expected["keys"]) == 6
    database = f"duckdb:{folder.parent / 'w.db'}"
    query = "select * from preds where y >= 0"
    for source in (
        (folder,),
        (f"{folder}/*.parquet",),
        (database, "--table", "preds"),
        (database, "--query", query),
    ):
        code, out, err = run("evaluate", *source, *asked)
        assert (code, err) == (0, "")
        found = json.loads(out)
        for key in ("by", "keys", "metric", "adjust", "level"):
            assert found[key] == expected[key]
        assert found["adjusted"] == pytest.approx(expected["adjusted"], abs=1e-12)
    code, out, _ = run("evaluate", folder, *asked[:-1])
    assert code == 0
    assert "Differ from the rest by ROC AUC, among 6 slices (Holm, 95%): " in out
    assert "us / 2" in out.partition("Differ from the rest")[2]


def test_what_goes_wrong(folder):
    def line(*args):
        code, out, err = run("evaluate", *args)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        return err

    assert "must match at least one file" in line(f"{folder}/*.csv", "--truth", "y", "--score", "p")
    assert "--truth must name a column" in line(folder, "--score", "p")
    assert "`groups` must be given with records; got counts of a source" in line(
        folder, "--truth", "y", "--score", "p", "--groups", "region"
    )
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


def compared(*args):
    code, out, err = run(*args, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    found = found.get("comparison", found)
    words = origin_words(referee.load(found).origin)
    return {key: found[key] for key in ("a", "b", "difference", "decision", "n")}, words


def test_two_columns_of_a_table_where_it_is(folder):
    asked = ("--truth", "y", "--models", "yhat,other", "--margin", 0.05)
    expected, _ = compared("compare", folder.parent / "all.parquet", *asked)
    database = f"duckdb:{folder.parent / 'w.db'}"
    for source in ((f"{folder}/*.parquet",), (folder,), (database, "--table", "preds")):
        got, provenance = compared("compare", *source, *asked)
        assert got == expected
        assert provenance == "the same 900 cases, paired by row"
    code, out, err = run("compare", database, "--table", "preds", *asked)
    assert (code, err) == (0, "")
    assert "yhat" in out.splitlines()[0]
    direct = run("compare", folder.parent / "all.parquet", *asked[:4], "--where-better")
    assert run("compare", folder, *asked[:4], "--where-better") == direct
    several = ("--truth", "y", "--models", "yhat,other,third", "--baseline", "third", "--json")
    family, other = (
        json.loads(run("compare", data, *several)[1]) for data in (folder, folder.parent / "all.parquet")
    )
    assert [d["adjusted_p"] for d in family["duels"]] == [d["adjusted_p"] for d in other["duels"]]


def test_two_tables_of_a_database_are_joined_there(folder):
    asked = ("--truth", "y", "--pred", "yhat", "--id", "case_no")
    expected, provenance = compared(
        "compare", folder.parent / "old.parquet", folder.parent / "new.parquet", *asked
    )
    database = f"duckdb:{folder.parent / 'w.db'}"
    assert compared("compare", database, "--table", "old", "--table", "new", *asked) == (expected, provenance)
    got, _ = compared("compare", database, "--query", "from old", "--query", "from new", *asked)
    assert (got["a"], got["b"], got["difference"]) == ("A", "B", expected["difference"])
    streamed = (
        "compare",
        folder.parent / "old.parquet",
        folder.parent / "new.parquet",
        "--missing",
        "drop",
        *asked,
    )
    assert compared(*streamed) == (expected, provenance)
    gate = ("gate", database, "--table", "old", "--table", "new", *asked, "--margin", 0.05)
    files = ("gate", folder.parent / "old.parquet", folder.parent / "new.parquet", *asked, "--margin", 0.05)
    assert run(*gate) == run(*files)
    columns = ("gate", folder, "--truth", "y", "--models", "yhat,other", "--margin", 0.05)
    assert run(*columns)[0] == run(*files)[0]
    assert run(*columns)[1].partition("accuracy")[2] == run(*files)[1].partition("accuracy")[2]


def test_different_test_sets_where_they_are(folder):
    asked = ("--truth", "y", "--score", "p", "--independent")
    files = (folder / "0.parquet", folder / "1.parquet")
    expected, _ = compared("compare", *files, *asked)
    got, _ = compared("compare", *files, *asked, "--exact")
    assert got["difference"]["value"] == pytest.approx(expected["difference"]["value"], abs=1e-12)


def test_what_a_pair_needs(folder):
    database = f"duckdb:{folder.parent / 'w.db'}"

    def line(*args):
        code, out, err = run(*args)
        assert (code, out, err.count("\n")) == (2, "", 1)
        return err

    two = (database, "--table", "old", "--table", "new", "--truth", "y")
    assert "two tables need --id or --independent; none is assumed" in line("compare", *two, "--pred", "yhat")
    assert "give --pred, the column of the predicted class, or --score" in line("compare", *two, "--id", "case_no")
    assert "--models can only be given with one table or file" in line("compare", *two, "--models", "a,b")
    assert "--by-position needs every record" in line("compare", *two, "--pred", "yhat", "--by-position")
    one = (database, "--table", "preds", "--truth", "y")
    assert "--models must name two or more columns of the file; got none" in line("compare", *one)
    assert "`case_ids` must be given with records; got counts of a source" in line(
        "compare", *one, "--models", "a,b", "--id", "case_no"
    )
    assert "`source` must have the column 'nope'" in line("compare", *one, "--models", "yhat,nope")
    assert "give a base and a candidate; got 3 files" in line(
        "gate", "a", "b", "c", "--margin", 0.1, "--truth", "y"
    )
    assert "--baseline" not in line("compare", *one, "--models", "yhat", "--scores")


def test_two_scores_of_a_table_where_it_is(folder):
    database = f"duckdb:{folder.parent / 'w.db'}"
    asked = ("--truth", "y", "--models", "p,yhat", "--scores")
    expected, _ = compared("compare", folder.parent / "all.parquet", *asked)
    for source in ((folder,), (database, "--table", "preds")):
        got, provenance = compared("compare", *source, *asked)
        assert provenance == "the same 900 cases, paired by row"
        assert got["difference"]["value"] == pytest.approx(expected["difference"]["value"], abs=1e-12)
        for end in ("low", "high"):
            assert got["difference"]["interval"][end] == pytest.approx(
                expected["difference"]["interval"][end], abs=1e-9
            )
