"""No command shows the secrets of an address, whatever goes wrong with it."""

from __future__ import annotations

import sqlite3

import pytest

import referee
from helpers.cli_runner import run
from referee.data.counter import count_answers
from referee.data.join import count_joined

PLAIN = "postgresql://me:hunter2@db.example/x"
ADDRESSES = (
    PLAIN,
    "mysql://me:hunter2@db.example:3306/x?password=hunter2",
    "duckdb:md:mine?motherduck_token=hunter2",
    "sqlite:nowhere.db?password=hunter2",
    "snowflake://db.example/x?Password=hunter2&x=1",
    "https:/me:hunter2@db.example/p.parquet",
)
COMMANDS = {
    "evaluate": ("evaluate", "{}", "--truth", "y", "--pred", "p"),
    "evaluate a table": ("evaluate", "{}", "--table", "t", "--truth", "y", "--score", "p", "--by", "r"),
    "compare columns": ("compare", "{}", "--table", "t", "--truth", "y", "--models", "a,b"),
    "compare two": ("compare", "{}", "{}", "--truth", "y", "--pred", "p", "--id", "i"),
    "compare two tables": (
        "compare",
        "{}",
        "--table",
        "t",
        "--table",
        "u",
        "--truth",
        "y",
        "--pred",
        "p",
        "--id",
        "i",
    ),
    "gate": ("gate", "{}", "{}", "--truth", "y", "--pred", "p", "--independent", "--margin", "0.1"),
    "estimate": ("estimate", "{}", "--target", "y"),
    "report": ("report", "{}", "-o", "page.html"),
    "too many": ("evaluate", "{}", "{}", "{}"),
    "as an option": ("evaluate", "p.csv", "--level", "{}"),
    "as a word": ("{}",),
}


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_commands(command, address, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*(word.format(address) for word in command))
    assert code == 2
    assert err
    assert "hunter2" not in out + err


def test_python_and_engines(tmp_path):
    import pathlib

    for address in (*ADDRESSES, pathlib.Path(PLAIN)):
        for call in (
            lambda a=address: count_answers(a, truth="y", pred="p", table="t"),
            lambda a=address: count_answers(a, truth="y", pred="p"),
            lambda a=address: count_joined(a, a, on="i", truth="y", pred="p", table=("t", "u")),
            lambda a=address: referee.read(a, truth="y", score="p"),
            lambda a=address: referee.read_models(a, truth="y", preds=["p", "q"]),
            lambda a=address: referee.read_slices(a, by="r", truth="y", pred="p"),
        ):
            with pytest.raises(referee.InputError) as caught:
                call()
            assert "hunter2" not in str(caught.value)
    con = sqlite3.connect(":memory:")
    with pytest.raises(referee.InputError) as caught:
        count_answers(con, truth="y", pred="p", query="select * from scan(password = hunter2, 'x://u:hunter2@h')")
    assert "hunter2" not in str(caught.value)
    con.close()


def test_pages_show_the_command_without_them(tmp_path, monkeypatch):
    path = tmp_path / "p.db"
    with sqlite3.connect(path) as con:
        con.execute("create table t (y int, p int)")
        con.executemany("insert into t values (?, ?)", [(1, 1), (0, 0), (1, 0)])
    con.close()
    query = "select y, p from t where 'password=hunter2' <> 'x://u:hunter2@h'"
    args = (
        "evaluate",
        f"sqlite:{path}",
        "--query",
        query,
        "--truth",
        "y",
        "--pred",
        "p",
        "--html",
        tmp_path / "x.html",
    )
    monkeypatch.setattr("sys.argv", ["referee", *map(str, args)])
    assert run(*args)[0] == 0
    page = (tmp_path / "x.html").read_text()
    assert "hunter2" not in page
    assert "--query" in page
