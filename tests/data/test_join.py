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
from helpers import spark_tool
from helpers.one_table import A, B, N, Y
from referee import read
from referee.core import JointConfusion
from referee.core.pair import Pair
from referee.data.counter import count_models
from referee.data.join import count_joined
from referee.views.verdict_words import origin_words

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


def joined(a, b=None, **options):
    """The models of two tables, or of two tables of one database."""
    return count_joined(a, b, **{**ASK, **options})


@pytest.mark.slow
def test_the_join_gives_the_joint_counts_and_the_comparison(make):
    data, options = make(ONE, TWO)
    models = joined(*data, **options, names=("old", "new"))
    assert Pair(*models).joint == JOINT
    assert {model.n for model in models} == {N}
    duel = referee.compare(*models, margin=0.02, rng=0)
    records = [
        read(table["y"].to_numpy(), table["yhat"].to_numpy(), case_ids=table["case"].to_pylist(), name=name)
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
    assert origin_words(duel.origin) == origin_words(expected.origin) == "the same 2,000 cases, paired by case id"


def refused(make, one, two, **options):
    data, more = make(one, two)
    with pytest.raises(referee.InputError) as caught:
        joined(*data, **more, **options)
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


@pytest.mark.slow
@pytest.mark.parametrize(("other", "sentence"), ROWS.values(), ids=ROWS)
def test_what_is_no_pair_is_refused_with_its_number(make, other, sentence):
    assert refused(make, SMALL, other) == sentence


@pytest.mark.slow
def test_missing_ids_and_values(make):
    hole = pa.table({"case": pa.array(["a", None]), "y": [1, 0], "yhat": [1, 1]})
    assert refused(make, SMALL, hole) == "`b` must name every case; got 1 row without 'case'."


def test_missing_answers_are_dropped_as_said():
    hole = pa.table({"case": ["a", "d"], "y": [1, None], "yhat": pa.array([None, 1], pa.int64())})
    third = pa.table({"case": ["a", "d", "e"], "y": [1, 0, 1], "yhat": [1, 1, 0]})
    fourth = pa.concat_tables([hole, pa.table({"case": ["e"], "y": [1], "yhat": [1]})])
    text = refused(lambda one, two: ((one, two), {}), third, fourth)
    assert "1 missing value in 'y', 1 missing value in 'yhat (b)' of 3 rows" in text
    asked = {"truth": "y", "preds": "yhat", "case_ids": "case", "missing": "drop"}
    kept = referee.compare(*referee.read_models(third, fourth, **asked), rng=0)
    assert kept.n == 1
    assert origin_words(kept.origin).endswith("2 cases left out for missing values (y 1, yhat (b) 1)")


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
            joined(a, b, **options)
        assert str(caught.value).startswith(text)


def test_different_test_sets_and_several_columns():
    table = pa.table({"y": Y, "a": A, "b": B, "c": 1 - A})
    counted = referee.read_models(table, truth="y", preds=["a", "b", "c"], keep="counts")
    family = referee.compare_all(counted, baseline="c", rng=0)
    records = referee.read_models(Y, preds={"a": A, "b": B, "c": 1 - A})
    expected = referee.compare_all(records, baseline="c", rng=0)
    assert [d.difference for d in family.duels] == [d.difference for d in expected.duels]
    assert [d.adjusted_p for d in family.duels] == [d.adjusted_p for d in expected.duels]
    asked = {"truth": "y", "preds": "yhat", "independent": True, "keep": "counts"}
    apart = referee.compare(*referee.read_models(ONE.slice(0, 900), TWO, **asked), independent=True, rng=0)
    one, two = read(Y[:900], A[:900]), read(Y, B)
    assert apart.difference == referee.compare(one, two, independent=True, rng=0).difference


def test_what_cannot_be_asked():
    for tables, options, text in (
        (
            (ONE, TWO),
            {"preds": "yhat"},
            "`case_ids` must name the column of case ids, unless by_position=True says it",
        ),
        ((ONE, TWO), {"preds": "yhat", "keep": "counts"}, "`case_ids` must name the column that tells which case"),
        ((ONE,), {}, "`models` must be at least two; got 0 models."),
        ((ONE, TWO), {"preds": ["a", "b"]}, "`preds` must be one column that both tables have; got"),
        (
            (ONE, TWO),
            {"case_ids": "case", "keep": "counts"},
            "`pred` must name the column of both models, or `score`",
        ),
        (
            (ONE, TWO),
            {"preds": "yhat", "weights": [1]},
            "`column` must be named when `truth` names a column; got list.",
        ),
    ):
        with pytest.raises(referee.InputError) as caught:
            referee.read_models(*tables, truth="y", **{"by_position": "weights" in options} | options)
        assert str(caught.value).startswith(text)
    with pytest.raises(
        referee.InputError, match="`truth` must name the column of the true class in several sources"
    ):
        referee.read_models(ONE, TWO, preds="yhat")


def test_gates_turn_pairs():
    table = pa.table({"y": Y, "base": B, "cand": A})
    counted = referee.gate(
        *count_models(table, truth="y", preds={"base": "base", "cand": "cand"}), margin=0.02, rng=0
    )
    records = [read(Y, p, name=n) for n, p in (("base", B), ("cand", A))]
    direct = referee.gate(*records, margin=0.02, rng=0)
    assert (counted.passed, counted.limit) == (direct.passed, direct.limit)
    assert counted.line == direct.line
    assert referee.gate(*joined(TWO, ONE, names=("base", "cand")), margin=0.02, rng=0).line == direct.line


def test_where_one_is_better_from_counts():
    pair = count_models(pa.table({"y": Y, "a": A, "b": B}), truth="y", preds={"a": "a", "b": "b"})
    ours = referee.where_better(*pair, rng=0)
    theirs = referee.where_better(read(Y, A, name="a"), read(Y, B, name="b"), rng=0)
    assert ours.to_json() == theirs.to_json()
