"""Databases: what goes wrong is said in one line, and no secret is shown."""

from __future__ import annotations

import sqlite3
from decimal import Decimal

import pytest

import referee
from referee._check import mask_secrets
from referee.data.counter import count_answers
from referee.data.sql import _plain, database


@pytest.fixture
def con():
    with sqlite3.connect(":memory:") as made:
        made.execute('create table preds (y int, p real, "odd ""name" text)')
        made.executemany("insert into preds values (?, ?, ?)", [(1, 0.5, "x"), (0, 0.25, "y"), (1, None, "x")])
    yield made
    made.close()


def refused(data, **options):
    with pytest.raises(referee.InputError) as caught:
        count_answers(data, **({"truth": "y", "score": "p", "table": "preds"} | options))
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_a_sql_error_is_the_engines_message_in_one_line(con):
    import duckdb

    assert refused(con, table="nope") == "`query` must run in the database; got its message: no such table: nope."
    text = refused(duckdb.connect(), table="nope")
    assert text.startswith(
        "`query` must run in the database; got its message: Catalog Error: Table with name nope"
    )


def test_a_column_that_is_not_there_is_no_text(con):
    text = refused(con, score="q")
    assert text == (
        "`source` must have the column 'q'; got none of that name. Its columns are 'y', 'p', 'odd \"name'."
    )


def test_a_column_of_the_wrong_type(con):
    import duckdb

    assert refused(con, score='odd "name') == '`odd "name` must hold numbers; got 3 values of type text.'
    duck = duckdb.connect()
    duck.execute("create table preds as select 1 as y, 'high' as p")
    assert refused(duck) == "`p` must hold numbers; got type VARCHAR."


def test_whole_numbers_that_doubles_would_merge_are_refused(con):
    import duckdb

    for engine in (con, duckdb.connect()):
        engine.execute(
            "create table large as select 1 as y, 9007199254740992 as p union all select 0, 9007199254740993"
        )
        assert "got 2 values that round to 1" in refused(engine, table="large")


def test_a_long_query_draws_no_bar_into_what_is_printed(tmp_path):
    duckdb = pytest.importorskip("duckdb")
    with duckdb.connect(str(tmp_path / "preds.db")) as made:
        made.execute("create table preds as select 1 as y, 0.5 as p")
    opened = database(f"duckdb:{tmp_path / 'preds.db'}")
    assert opened.execute("select current_setting('enable_progress_bar')").fetchall() == [(False,)]
    opened.close()


def test_nulls_names_and_queries(con):
    assert "1 missing value in 'p' of 3 rows" in refused(con)
    assert count_answers(con, truth="y", score="p", table="preds", missing="drop").dropped == 1
    how = {"score": "p", "positive": "x", "table": "preds", "missing": "drop"}
    assert count_answers(con, truth='odd "name', **how).labels == ("x", "y")
    assert (
        count_answers(con, truth="y", score="p", query="select y, 2 * p as p from preds where p > 0;").ranking.auc
        == 1.0
    )


def test_what_a_database_needs(con):
    assert "`query` must be given, or `table`, for a database; got neither." in refused(con, table=None)
    assert "`query` must be given, or `table`, for a database; got both." in refused(con, query="select 1")
    assert refused("duckdb:nowhere.db") == "`nowhere.db` must exist; got no such file."


def test_a_file_that_is_no_database(tmp_path):
    (tmp_path / "x.db").write_text("hello " * 1000)
    assert "must be a DuckDB database" in refused(f"duckdb:{tmp_path / 'x.db'}")
    assert "file is not a database" in refused(f"sqlite:{tmp_path / 'x.db'}")


def test_the_database_is_not_written(tmp_path):
    path = tmp_path / "p.db"
    with sqlite3.connect(path) as made:
        made.execute("create table preds (y int, p real)")
    made.close()
    text = refused(f"sqlite:{path}", table=None, query="select 1) as t; drop table preds; --")
    assert text.startswith("`query` must run in the database")
    with sqlite3.connect(path) as again:
        assert again.execute("select count(*) from preds").fetchone() == (0,)
    again.close()
    assert "must hold at least one case; got none" in refused(f"sqlite:{path}")


def test_secrets_are_not_shown():
    class Driver:
        """A connection whose driver tells its address when it fails."""

        def cursor(self):
            raise RuntimeError("cannot reach postgresql://me:hunter2@db.example/x?password=hunter2")

    text = refused(Driver())
    assert "hunter2" not in text
    assert "postgresql://***@db.example" in text
    assert "hunter2" not in refused("postgresql://me:hunter2@db.example/x")
    assert mask_secrets("mysql://u:p@h PWD=abc; Token=xyz") == "mysql://***@h PWD=***; Token=***"


@pytest.mark.parametrize("engine", ["sqlite", "duckdb", "polars"])
def test_more_groups_than_are_brought_here_are_refused_with_their_number(engine, monkeypatch):
    from referee.data import group_by

    rows = [(i % 2, i % 7 / 8) for i in range(50)]
    options: dict[str, object] = {"table": "preds"}
    if engine == "polars":
        polars = pytest.importorskip("polars")
        data, options = polars.LazyFrame(rows, schema=["y", "p"], orient="row"), {"table": None}
    else:
        data = sqlite3.connect(":memory:") if engine == "sqlite" else pytest.importorskip("duckdb").connect()
        data.execute("create table preds (y int, p double precision)")
        data.executemany("insert into preds values (?, ?)", rows)
    monkeypatch.setattr(group_by, "MOST_GROUPS", 14)
    found = count_answers(data, truth="y", score="p", **options)
    assert found.n == 50
    monkeypatch.setattr(group_by, "MOST_GROUPS", 13)
    said = refused(data, **options)
    assert said.startswith(
        "`source` must make at most 13 groups of class, answer, slice and score; got more than 13."
    )


def test_whole_decimals_of_a_driver_are_integers_and_others_are_floats():
    made = [_plain(Decimal(text)) for text in ("2", "2.50")]
    assert made == [2, 2.5]
    assert [type(value) for value in made] == [int, float]
    assert _plain("2") == "2"
