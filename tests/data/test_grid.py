"""Two scores of the same cases from every source, and their comparison."""

from __future__ import annotations

import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import referee
from cli_runner import run
from one_table import TABLE, B, N, S, Y
from referee import Predictions
from referee.data import tally, tally_pair
from referee.data.grid import grouped

pytestmark = pytest.mark.filterwarnings("ignore")  # those of the engines
RECORDS = [Predictions(Y, y_score=column, positive=1) for column in (S, B)]
DIRECT = referee.compare(*RECORDS, metric="roc_auc", rng=0)


def test_the_grid_and_the_test_are_the_same_from_every_source(source):
    data, options = source
    grid = tally(data, truth="y", score=["s", "b"], **options).grid
    assert (grid.a, grid.b) == (RECORDS[0].ranking, RECORDS[1].ranking)
    places = [np.unique(column, return_inverse=True)[1] for column in (S, B)]
    for counts, kind in ((grid.positives, 1), (grid.negatives, 0)):
        expected = np.zeros_like(counts)
        np.add.at(expected, tuple(place[kind == Y] for place in places), 1)
        assert (counts == expected).all()
    duel = referee.compare(data, truth="y", score=["s", "b"], metric="roc_auc", rng=0, **options)
    assert duel.difference.value == pytest.approx(DIRECT.difference.value, abs=1e-12)
    assert duel.test.p_value == pytest.approx(DIRECT.test.p_value, rel=1e-9)
    assert duel.difference.interval.low == pytest.approx(DIRECT.difference.interval.low, abs=1e-12)
    assert (duel.a, duel.b, duel.provenance) == ("s", "b", "the same 2,000 cases, paired by row")
    assert (duel.value_a, duel.value_b) == (DIRECT.value_a, DIRECT.value_b)


def test_coarse_bins_hold_the_truth_whatever_the_engine(source, monkeypatch):
    monkeypatch.setattr("referee.data.grid.SIDE", 64)
    monkeypatch.setattr("referee.data.grid.RUNS", 8)
    data, options = source
    duel = referee.compare(data, truth="y", score=["s", "b"], metric="roc_auc", rng=0, **options)
    assert duel.test.p_value >= DIRECT.test.p_value * (1 - 1e-9)
    assert duel.difference.interval.low <= DIRECT.difference.interval.low + 1e-12
    assert duel.difference.interval.low == pytest.approx(DIRECT.difference.interval.low, abs=0.002)


def test_groups_are_alike_in_weight_and_heavy_scores_alone():
    rng = np.random.default_rng(0)
    scores = np.where(rng.random(4000) < 0.2, 0.5, rng.random(4000))
    ranking = Predictions(rng.integers(0, 2, 4000), y_score=scores, positive=1).ranking
    low, top, whole = grouped(ranking, 50)
    assert 40 <= len(low) <= 55
    assert (low[1:] > top[:-1]).all()
    assert low[whole].tolist() == top[whole].tolist() == [0.5]


def test_missing_values_leave_the_case_out_of_both():
    table = TABLE.slice(0, 500).to_pydict()
    table["s"][3], table["b"][4], table["b"][5], table["y"][6] = None, None, None, None
    holes = pa.table(table)
    with pytest.raises(referee.InputError, match="1 missing value in 'y', 1 missing value in 's', 2 missing"):
        tally(holes, truth="y", score=["s", "b"])
    kept = tally(holes, truth="y", score=["s", "b"], missing="drop")
    assert (kept.n, kept.dropped, kept.grid.n) == (496, 4, 496)
    duel = referee.compare(holes, truth="y", score=["s", "b"], metric="auc", missing="drop", rng=0)
    assert "4 cases left out for missing values" in duel.provenance


def test_two_tables_are_joined_for_scores_too(tmp_path):
    order = np.random.default_rng(1).permutation(N)
    one = pa.table({"case": np.arange(N), "y": Y, "p": S.astype(float)})
    two = pa.table({"case": np.arange(N)[order], "y": Y[order], "p": B[order].astype(float)})
    found = tally_pair(one, two, on="case", truth="y", score="p")
    assert (found.grid.a, found.grid.b) == (RECORDS[0].ranking, RECORDS[1].ranking)
    import sqlite3

    con = sqlite3.connect(tmp_path / "p.db")
    for name, table in (("old", one), ("new", two)):
        con.execute(f'create table {name} ("case" int, y int, p real)')
        con.executemany(f"insert into {name} values (?, ?, ?)", zip(*table.to_pydict().values(), strict=True))
    con.commit()
    con.close()
    asked = ("--truth", "y", "--score", "p", "--id", "case", "--json")
    code, out, err = run("compare", f"sqlite:{tmp_path / 'p.db'}", "--table", "old", "--table", "new", *asked)
    assert (code, err) == (0, "")
    pq.write_table(one, tmp_path / "old.parquet")
    pq.write_table(two, tmp_path / "new.parquet")
    records = json.loads(run("compare", tmp_path / "old.parquet", tmp_path / "new.parquet", *asked)[1])
    counted = json.loads(out)
    assert counted["difference"]["value"] == pytest.approx(records["difference"]["value"], abs=1e-12)
    assert counted["test"]["p_value"] == pytest.approx(records["test"]["p_value"], rel=1e-9)
    assert counted["provenance"] == records["provenance"]


def test_what_is_refused():
    for options, text in (
        ({"score": ["s"]}, "`score` must name the columns of two models; got 's'."),
        ({"score": ["s", "s"]}, "`score` must name the columns of two models"),
        ({"score": ["s", "b"], "threshold": 0.5}, "`threshold` must be given with one score; got 0.5."),
    ):
        with pytest.raises(referee.InputError) as caught:
            tally(TABLE, truth="y", **options)
        assert str(caught.value).startswith(text)
    pair = tally(TABLE, truth="y", score=["s", "b"])
    with pytest.raises(
        referee.InputError, match="`metric` must be 'roc_auc' for a tally of two scores; got accuracy"
    ):
        referee.compare(pair)
    with pytest.raises(referee.InputError, match="must not hold the grid of two scores to be merged"):
        pair + pair
    with pytest.raises(referee.InputError, match="must hold a matrix or a ranking to evaluate; got grid"):
        referee.evaluate(pair)
