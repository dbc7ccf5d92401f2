"""Two tables about the same cases: joined where they are, and refused when they are not the same cases."""

from __future__ import annotations

import sqlite3

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

import referee
import spark_tool
from one_table import A, B, N, Y
from referee import Predictions
from referee.core import JointConfusion
from referee.data import tally_pair

ORDER = np.random.default_rng(5).permutation(N)
IDS = np.array([f"c{i:04d}" for i in range(N)])
ONE = pa.table({"case": IDS, "y": Y, "yhat": A})
TWO = pa.table({"yhat": B[ORDER], "y": Y[ORDER], "case": IDS[ORDER]})
JOINT = JointConfusion.from_labels(Y, A, B)
ASK = {"on": "case", "truth": "y", "pred": "yhat"}
pytestmark = pytest.mark.filterwarnings("ignore")  # those of the engines


def in_sqlite(one, two, folder):
    con = sqlite3.connect(folder / "p.db")
    for name, table in (("old", one), ("new", two)):
        table.to_pandas().to_sql(name, con, index=False)
    con.commit()
    con.close()
    return (f"sqlite:{folder / 'p.db'}",), {"table": ("old", "new")}


def in_duckdb(one, two, folder):
    with duckdb.connect(str(folder / "w.db")) as con:
        for name, table in (("old", one), ("new", two)):
            con.register("arrow_table", table)
            con.execute(f"create table {name} as select * from arrow_table")
    return (f"duckdb:{folder / 'w.db'}",), {"query": ("select * from old;", "select * from new where 1 = 1")}


def relations(one, two, folder):
    con = duckdb.connect()
    return (con.from_arrow(one), con.from_arrow(two)), {}


def in_dask(one, two, folder):
    import dask.dataframe as dd

    return tuple(dd.from_pandas(t.to_pandas(), npartitions=2) for t in (one, two)), {}


def csv_files(one, two, folder):
    for name, table in (("one", one), ("two", two)):
        pyarrow.csv.write_csv(table, folder / f"{name}.csv")
    return (folder / "one.csv", folder / "two.csv"), {}


def csv_and_glob(one, two, folder):
    (folder / "deep").mkdir()
    csv_files(one, two, folder)
    half = two.num_rows // 2
    for i in range(2):
        pq.write_table(two.slice(i * half, half if i == 0 else None), folder / "deep" / f"{i}.parquet")
    return (folder / "one.csv", str(folder / "deep" / "*.parquet")), {}


JOINS = {
    "sqlite": in_sqlite,
    "duckdb": in_duckdb,
    "duckdb relations": relations,
    "polars lazy": lambda one, two, folder: ((pl.from_arrow(one).lazy(), pl.from_arrow(two).lazy()), {}),
    "polars": lambda one, two, folder: ((pl.from_arrow(one), pl.from_arrow(two)), {}),
    "pandas": lambda one, two, folder: ((one.to_pandas(), two.to_pandas()), {}),
    "arrow and pandas": lambda one, two, folder: ((one, two.to_pandas(types_mapper=pd.ArrowDtype)), {}),
    "dask": in_dask,
    "csv": csv_files,
    "csv and glob": csv_and_glob,
}


@pytest.fixture(params=[*JOINS, pytest.param("spark", marks=spark_tool.marks)])
def make(request, tmp_path):
    if request.param != "spark":
        return lambda one, two: JOINS[request.param](one, two, tmp_path)
    session = request.getfixturevalue("spark")
    return lambda one, two: (tuple(session.createDataFrame(t.to_pandas()) for t in (one, two)), {})


def test_the_join_gives_the_joint_counts_and_the_comparison(make):
    data, options = make(ONE, TWO)
    found = tally_pair(*data, **ASK, **options)
    assert found.joint == JOINT
    assert found.n == N
    duel = referee.compare(*data, **ASK, **options, names=("old", "new"), margin=0.02, rng=0)
    records = [
        Predictions(table["y"].to_numpy(), table["yhat"].to_numpy(), case_ids=table["case"].to_pylist(), name=name)
        for name, table in (("old", ONE), ("new", TWO))
    ]
    expected = referee.compare(*records, margin=0.02, rng=0)
    assert duel.difference == expected.difference
    assert (duel.a, duel.b, duel.verdict, duel.test.p_value) == (
        "old",
        "new",
        expected.verdict,
        expected.test.p_value,
    )
    assert duel.provenance == expected.provenance == "the same 2,000 cases, paired by case id"


def refused(make, one, two, **options):
    data, more = make(one, two)
    with pytest.raises(referee.InputError) as caught:
        tally_pair(*data, **ASK, **more, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


ROWS = {
    "other cases": (
        pa.table({"case": ["a", "b", "c"], "y": [1, 0, 1], "yhat": [1, 0, 1]}),
        "`b` must be about the cases of `a`; got 1 missing, 2 unexpected.",
    ),
    "twice": (
        pa.table({"case": ["a", "a"], "y": [1, 1], "yhat": [1, 0]}),
        "`b` must hold every case once; got 2 rows with 1 values of 'case'.",
    ),
    "another truth": (
        pa.table({"case": ["d", "a"], "y": [1, 1], "yhat": [1, 0]}),
        "`b` must have the same truth as `a`; got 1 case with another truth.",
    ),
}
SMALL = pa.table({"case": ["a", "d"], "y": [1, 0], "yhat": [1, 1]})


@pytest.mark.parametrize(("other", "sentence"), ROWS.values(), ids=ROWS)
def test_what_is_no_pair_is_refused_with_its_number(make, other, sentence):
    assert refused(make, SMALL, other) == sentence


def test_missing_ids_and_values(make):
    hole = pa.table({"case": pa.array(["a", None]), "y": [1, 0], "yhat": [1, 1]})
    assert refused(make, SMALL, hole) == "`b` must name every case; got 1 row without 'case'."


def test_missing_answers_are_dropped_as_said():
    hole = pa.table({"case": ["a", "d"], "y": [1, None], "yhat": pa.array([None, 1], pa.int64())})
    third = pa.table({"case": ["a", "d", "e"], "y": [1, 0, 1], "yhat": [1, 1, 0]})
    fourth = pa.concat_tables([hole, pa.table({"case": ["e"], "y": [1], "yhat": [1]})])
    text = refused(lambda one, two: ((one, two), {}), third, fourth)
    assert "1 missing value in 'y', 1 missing value in 'yhat (b)' of 3 rows" in text
    kept = referee.compare(third, fourth, **ASK, missing="drop", rng=0)
    assert kept.n == 1
    assert kept.provenance.endswith("2 cases left out for missing values (y 1, yhat (b) 1)")


def test_where_tables_must_be(tmp_path):
    (address,), _ = in_sqlite(SMALL, SMALL, tmp_path)
    for a, b, options, text in (
        (address, SMALL, {"table": "old"}, "`table` must be given with a database; got Table."),
        (SMALL, pl.from_arrow(SMALL).lazy(), {}, "`b` must be where `a` is, to be joined; got"),
        (SMALL, None, {}, "`b` must be another table than `a`; got the same."),
        (
            address,
            None,
            {"table": ("old", "no")},
            "`query` must run in the database; got its message: no such table",
        ),
        (address, None, {"table": ("a", "b", "c")}, "`table` must name two; got 3 names."),
        (address, None, {"table": ("old", "new"), "on": "id"}, "`source` must have the column 'id'"),
    ):
        with pytest.raises(referee.InputError) as caught:
            tally_pair(a, b, **{**ASK, **options})
        assert str(caught.value).startswith(text)


def test_different_test_sets_and_several_columns():
    table = pa.table({"y": Y, "a": A, "b": B, "c": 1 - A})
    family = referee.compare(table, truth="y", pred=["a", "b", "c"], baseline="c", rng=0)
    expected = referee.compare(Y, {"a": A, "b": B, "c": 1 - A}, baseline="c", rng=0)
    assert [d.difference for d in family.duels] == [d.difference for d in expected.duels]
    assert [d.adjusted_p for d in family.duels] == [d.adjusted_p for d in expected.duels]
    apart = referee.compare(ONE.slice(0, 900), TWO, truth="y", pred="yhat", independent=True, rng=0)
    one, two = Predictions(Y[:900], A[:900]), Predictions(Y, B)
    assert apart.difference == referee.compare(one, two, independent=True, rng=0).difference


def test_what_cannot_be_asked():
    for options, text in (
        ({"pred": "a"}, "`on` must name the column that tells which case a row is"),
        ({}, "`pred` must name the columns of the models, or `score`; got neither."),
        ({"pred": ["a", "b"], "on": "case"}, "`on` must be given with two tables; got 'case'."),
        ({"pred": ["a", "b"], "metric": "auc"}, "`metric` must be one of predicted classes; got 'roc_auc'."),
        ({"score": ["a", "b"]}, "`metric` must be 'roc_auc' for scores; got 'accuracy'."),
        ({"pred": "a", "weights": [1]}, "`weights` must not be given with columns named by `truth`"),
    ):
        with pytest.raises(referee.InputError) as caught:
            referee.compare(ONE, truth="y", **options)
        assert str(caught.value).startswith(text)
    with pytest.raises(referee.InputError, match="`pred` must be given with `truth`"):
        referee.compare(ONE, pred="a")


def test_gates_turn_pairs():
    table = pa.table({"y": Y, "base": B, "cand": A})
    counted = referee.gate(table, truth="y", pred=["base", "cand"], margin=0.02, rng=0)
    records = [Predictions(Y, p, name=n) for n, p in (("base", B), ("cand", A))]
    direct = referee.gate(*records, margin=0.02, rng=0)
    assert (counted.passed, counted.limit) == (direct.passed, direct.limit)
    assert counted.line == direct.line
    joined = referee.gate(TWO, ONE, **ASK, names=("base", "cand"), margin=0.02, rng=0)
    assert joined.line == direct.line


def test_where_one_is_better_from_counts():
    pair = referee.data.tally(pa.table({"y": Y, "a": A, "b": B}), truth="y", pred=["a", "b"])
    ours = referee.where_better(pair, rng=0)
    theirs = referee.where_better(Predictions(Y, A, name="a"), Predictions(Y, B, name="b"), rng=0)
    assert ours.to_json() == theirs.to_json()
