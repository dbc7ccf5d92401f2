"""Two scores of the same cases from every source, and their comparison."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import referee
from helpers.cli_runner import run
from helpers.one_table import TABLE, B, N, S, Y
from referee import read
from referee.core.pair import Pair
from referee.data.counter import count_models
from referee.data.grid import group_scores
from referee.data.join import count_joined
from referee.views.verdict_words import origin_words


@pytest.fixture(autouse=True)
def _too_many_kinds(monkeypatch):
    """As if the cases were too many for every kind to be kept."""
    monkeypatch.setattr("referee.data.grid.MOST_KINDS", 0)


pytestmark = pytest.mark.filterwarnings("ignore")  # those of the engines
BOTH = {"s": "s", "b": "b"}
RECORDS = [read(Y, y_score=column, positive=1) for column in (S, B)]
DIRECT = referee.compare(*RECORDS, metric="roc_auc", rng=0)


@pytest.mark.slow
def test_the_grid_and_the_test_are_the_same_from_every_source(source):
    data, options = source
    models = count_models(data, truth="y", scores=BOTH, **options)
    grid = Pair(*models).grid
    assert (grid.a, grid.b) == (RECORDS[0].ranking, RECORDS[1].ranking)
    places = [np.unique(column, return_inverse=True)[1] for column in (S, B)]
    for counts, kind in ((grid.positives, 1), (grid.negatives, 0)):
        expected = np.zeros_like(counts)
        np.add.at(expected, tuple(place[kind == Y] for place in places), 1)
        assert (counts == expected).all()
    duel = referee.compare(*models, metric="roc_auc", rng=0)
    assert duel.difference.value == pytest.approx(DIRECT.difference.value, abs=1e-12)
    assert duel.test.p_value == pytest.approx(DIRECT.test.p_value, rel=1e-9)
    assert duel.difference.interval.low == pytest.approx(DIRECT.difference.interval.low, abs=1e-12)
    assert (duel.a, duel.b, origin_words(duel.origin)) == ("s", "b", "the same 2,000 cases, paired by row")
    assert (duel.value_a, duel.value_b) == (DIRECT.value_a, DIRECT.value_b)


@pytest.mark.slow
def test_coarse_bins_hold_the_truth_whatever_the_engine(source, monkeypatch):
    monkeypatch.setattr("referee.data.grid.SIDE", 64)
    monkeypatch.setattr("referee.data.grid.RUNS", 8)
    data, options = source
    duel = referee.compare(*count_models(data, truth="y", scores=BOTH, **options), metric="roc_auc", rng=0)
    assert duel.test.p_value >= DIRECT.test.p_value * (1 - 1e-9)
    assert duel.difference.interval.low <= DIRECT.difference.interval.low + 1e-12
    assert duel.difference.interval.low == pytest.approx(DIRECT.difference.interval.low, abs=0.002)


def test_groups_are_alike_in_weight_and_heavy_scores_alone():
    rng = np.random.default_rng(0)
    scores = np.where(rng.random(4000) < 0.2, 0.5, rng.random(4000))
    ranking = read(rng.integers(0, 2, 4000), y_score=scores, positive=1).ranking
    low, top, whole = group_scores(ranking, 50)
    assert 40 <= len(low) <= 55
    assert (low[1:] > top[:-1]).all()
    assert low[whole].tolist() == top[whole].tolist() == [0.5]


def test_missing_values_leave_the_case_out_of_both():
    table = TABLE.slice(0, 500).to_pydict()
    table["s"][3], table["b"][4], table["b"][5], table["y"][6] = None, None, None, None
    holes = pa.table(table)
    with pytest.raises(referee.InputError, match="1 missing value in 'y', 1 missing value in 's', 2 missing"):
        count_models(holes, truth="y", scores=BOTH)
    kept = referee.read_models(holes, truth="y", scores=["s", "b"], missing="drop")
    assert [(model.n, model.dropped) for model in kept] == [(496, 4), (496, 4)]
    assert Pair(*kept).grid.n == 496
    duel = referee.compare(*kept, metric="auc", rng=0)
    assert "4 cases left out for missing values" in origin_words(duel.origin)


def test_two_tables_are_joined_for_scores_too(tmp_path):
    order = np.random.default_rng(1).permutation(N)
    one = pa.table({"case": np.arange(N), "y": Y, "p": S.astype(float)})
    two = pa.table({"case": np.arange(N)[order], "y": Y[order], "p": B[order].astype(float)})
    grid = Pair(*count_joined(one, two, on="case", truth="y", score="p")).grid
    assert (grid.a, grid.b) == (RECORDS[0].ranking, RECORDS[1].ranking)
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
    for fact in ("matched", "sizes", "weighted", "clusters", "left_out"):
        assert counted["origin"][fact] == records["origin"][fact]


def test_what_is_refused():
    for options, text in (
        ({"scores": ["s"]}, "`models` must be at least two; got 1 model."),
        ({"scores": ["s", "s"]}, "`scores` must name different columns; got s twice."),
    ):
        with pytest.raises(referee.InputError) as caught:
            referee.read_models(TABLE, truth="y", keep="counts", **options)
        assert str(caught.value).startswith(text)
    pair = count_models(TABLE, truth="y", scores=BOTH)
    with pytest.raises(
        referee.InputError, match="`b` must have the rows of `a`; got scores that were counted on a grid"
    ):
        referee.compare(*pair)
    with pytest.raises(referee.InputError, match="`metric` must be an area for scores that were counted together"):
        referee.compare(*pair, metric="average_precision")


def test_other_names_keep_the_pair():
    a, b = count_models(TABLE, truth="y", scores=BOTH)
    (duel,) = referee.compare_all({"one": a, "two": b}, metric="roc_auc", rng=0)
    assert (duel.a, duel.b) == ("one", "two")
    assert duel.test.p_value == pytest.approx(DIRECT.test.p_value, rel=1e-9)
    same = referee.compare(a, replace(a, name="again"), metric="roc_auc", rng=0)
    assert (same.difference.value, same.test.p_value) == (0, 1)


def test_counts_made_apart_are_no_pair():
    a, _ = count_models(TABLE, truth="y", scores=BOTH)
    _, b = count_models(TABLE.take(np.random.default_rng(0).permutation(N)), truth="y", scores=BOTH)
    with pytest.raises(referee.errors.PairingError, match="`b` must be counted together with `a`"):
        Pair(a, b)


def test_rows_of_scores_counted_together_are_not_the_same_cases():
    a, b = count_models(TABLE, truth="y", scores=BOTH)
    with pytest.raises(referee.InputError, match="scores that were counted on a grid"):
        _ = Pair(a.cut(0.5), b.cut(0.5)).joint
    with pytest.raises(referee.InputError, match="scores that were counted on a grid"):
        _ = Pair(a, b).scores
    some = np.arange(2)
    with pytest.raises(referee.errors.PairingError, match="`b` must be counted together with `a`"):
        Pair(a.rows(some), b.rows(some))


def test_rows_of_classes_counted_together_are_the_same_cases():
    a, b = count_models(TABLE, truth="y", preds={"a": "a", "b": "b"})
    some = np.array([0, 2])
    assert Pair(a.rows(some), b.rows(some)).joint.n == a.rows(some).n
    with pytest.raises(referee.errors.PairingError, match="`b` must be counted together with `a`"):
        Pair(a.rows(some), b.rows(np.array([1, 2])))


def test_groups_of_scores_weigh_alike_where_one_class_is_rare():
    y = np.arange(4000) % 100 == 0
    scores = np.random.default_rng(1).random(4000)
    ranking = read(y, y_score=np.where(y, 1 - scores / 10, scores), positive=True).ranking
    low = group_scores(ranking, 20)[0]
    place = np.searchsorted(low, ranking.scores, side="right") - 1
    shares = ranking.positives / 40 + ranking.negatives / 3960
    assert np.bincount(place, shares).max() < 2 * shares.sum() / 20
