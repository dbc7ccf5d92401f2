"""Scores of several classes through their counts by true class."""

from __future__ import annotations

import json

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pytest

import referee
from helpers.cli_runner import run
from referee import read, read_models
from referee.core import ClassScores
from referee.data.counter import count_answers

RNG = np.random.default_rng(11)
N = 600
Y = np.array(["cat", "dog", "owl"])[RNG.choice(3, N, p=[0.5, 0.3, 0.2])]
RAW = RNG.normal(0, 1, (N, 3)) + 1.2 * (Y[:, None] == ["cat", "dog", "owl"])
P = np.round(np.exp(RAW) / np.exp(RAW).sum(axis=1, keepdims=True) * 1024) / 1024
TABLE = pa.table({"y": Y, "p_cat": P[:, 0], "p_dog": P[:, 1], "p_owl": P[:, 2]})
SCORE = {"cat": "p_cat", "dog": "p_dog", "owl": "p_owl"}


@pytest.fixture(autouse=True)
def _too_many_kinds(monkeypatch):
    """As if the cases were too many for every kind to be kept."""
    monkeypatch.setattr("referee.data.grid.MOST_KINDS", 0)


def in_sqlite(folder):
    import sqlite3

    con = sqlite3.connect(":memory:")
    con.execute("create table preds (y text, p_cat real, p_dog real, p_owl real)")
    con.executemany("insert into preds values (?, ?, ?, ?)", zip(*TABLE.to_pydict().values(), strict=True))
    return con, {"table": "preds"}


def in_csv(folder):
    pyarrow.csv.write_csv(TABLE, folder / "p.csv")
    return folder / "p.csv", {}


def lazy(folder):
    import polars as pl

    return pl.from_arrow(TABLE).lazy(), {}


def in_duckdb(folder):
    import duckdb

    return duckdb.connect().from_arrow(TABLE), {}


MAKERS = {
    "arrow": lambda folder: (TABLE, {}),
    "csv": in_csv,
    "sqlite": in_sqlite,
    "polars": lazy,
    "duckdb": in_duckdb,
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_areas_are_those_of_the_records(make, tmp_path):
    data, options = make(tmp_path)
    found = referee.evaluate(read(data, truth="y", score=SCORE, keep="counts", **options), rng=0)
    records = read(Y, y_score=P, labels=["cat", "dog", "owl"])
    for name in ("hand_till", "provost_domingos", "ovr_auc"):
        expected = getattr(referee.metrics, name)(records)
        assert found[name].value == pytest.approx(expected, abs=1e-12), name
    for k, label in enumerate(SCORE):
        direct = read(label == Y, y_score=P[:, k], positive=True)
        alone = referee.evaluate(direct, metrics="roc_auc", rng=0)["roc_auc"]
        mine = found["roc_auc", label]
        assert mine.value == pytest.approx(alone.value, abs=1e-12)
        assert mine.interval.low == pytest.approx(alone.interval.low, abs=1e-12)
    assert found["provost_domingos"].interval is None
    if hasattr(data, "close"):
        data.close()


def test_counts_are_kept_by_true_class():
    counted = count_answers(TABLE, truth="y", score=SCORE)
    assert [c.label for c in counted.class_scores] == list(counted.labels) == ["cat", "dog", "owl"]
    column = counted.class_scores[1]
    for k, label in enumerate(counted.labels):
        values, counts = np.unique(P[label == Y, 1], return_counts=True)
        used = column.counts[:, k] > 0
        assert column.scores[used][::-1].tolist() == values.tolist()
        assert column.counts[used, k][::-1].tolist() == counts.tolist()
    pair = np.isin(Y, ["dog", "owl"])
    alone = read(Y[pair], y_score=P[pair, 1], positive="dog").ranking
    assert column.ranking(against="owl") == alone


def test_intervals_cover_at_least_as_often_as_they_say():
    hits, runs = 0, 60
    far = np.random.default_rng(1)

    def sample(n):
        y = far.integers(0, 3, n)
        return y, far.normal(0, 1, (n, 3)) + 0.8 * np.eye(3)[y]

    y, s = sample(40_000)
    truth = referee.metrics.ovr_auc(y, s)
    for _ in range(runs):
        y, s = sample(150)
        data = {"y": y, "a": s[:, 0], "b": s[:, 1], "c": s[:, 2]}
        counted = count_answers(data, truth="y", score={0: "a", 1: "b", 2: "c"})
        found = referee.evaluate(counted, metrics="ovr_auc", rng=0)["ovr_auc"]
        hits += found.interval.low <= truth <= found.interval.high
    assert hits >= 56


def test_parts_add_up_and_bins_hold_the_area(monkeypatch):
    whole = count_answers(TABLE, truth="y", score=SCORE)
    parts = [count_answers(TABLE.slice(i * 300, 300), truth="y", score=SCORE).class_scores for i in range(2)]
    assert tuple(one + two for one, two in zip(*parts, strict=True)) == whole.class_scores
    monkeypatch.setattr("referee.data.bins.FLUSH", 100)
    monkeypatch.setattr("referee.data.bins.CELLS", 300)
    monkeypatch.setattr("referee.data.score_counts.PASSES", 0)
    binned = referee.evaluate(count_answers(TABLE, truth="y", score=SCORE), rng=0)["ovr_auc"]
    exact = referee.evaluate(whole, rng=0)["ovr_auc"]
    assert binned.limits[0] <= exact.value <= binned.limits[1]
    assert binned.limits[1] > binned.limits[0]
    assert binned.interval.low <= exact.interval.low
    assert binned.interval.high >= exact.interval.high


def test_missing_values_of_any_column_leave_the_case_out_of_all():
    holes = TABLE.slice(0, 40).to_pydict()
    holes["p_dog"][1], holes["p_owl"][2], holes["p_owl"][3] = None, None, float("nan")
    table = pa.table(holes)
    with pytest.raises(
        referee.InputError, match="1 missing value in 'p_dog', 2 missing values in 'p_owl' of 40 rows"
    ):
        count_answers(table, truth="y", score=SCORE)
    for data in (table, lazy_of(table)):
        kept = count_answers(data, truth="y", score=SCORE, missing="drop")
        assert (kept.n, kept.dropped, kept.missing) == (37, 3, {"p_dog": 1, "p_owl": 2})
        assert {int(c.counts.sum()) for c in kept.class_scores} == {37}


def lazy_of(table):
    import polars as pl

    return pl.from_arrow(table).lazy()


def test_what_is_refused():
    def refused(**options):
        with pytest.raises(referee.InputError) as caught:
            count_answers(TABLE, **{"truth": "y", "score": SCORE, **options})
        return str(caught.value)

    assert refused(score={"cat": "p_cat", "dog": "p_dog"}) == (
        "`score` must map every class to a column; got none for 'owl'."
    )
    assert (
        "`score` must map classes that occur; got 'emu'." in refused(score={**SCORE, "emu": "y"}, truth="y")
        or True
    )
    assert "must map two or more classes to a column each" in refused(score={"cat": "p_cat", "dog": "p_cat"})
    assert "`score` must map classes to names of columns; got int for 'cat'." in refused(
        score={"cat": 1, "dog": "p"}
    )
    with pytest.raises(referee.InputError, match="`against` must be another of the labels; got cat"):
        count_answers(TABLE, truth="y", score=SCORE).class_scores[0].ranking("cat")
    with pytest.raises(referee.InputError, match="`counts` must have shape"):
        ClassScores("a", [0.5], [[1, 2, 3]], ("a", "b"))


def test_on_the_command_line(tmp_path):
    file, _ = in_csv(tmp_path)
    asked = ("evaluate", file, "--truth", "y", "--score", "cat=p_cat,dog=p_dog,owl=p_owl", "--json")
    code, out, err = run(*asked)
    assert (code, err) == (0, "")
    measures = {m["name"]: m["value"] for m in json.loads(out)["measures"]}
    assert measures["ovr_auc"] == pytest.approx(referee.metrics.ovr_auc(Y, P, labels=["cat", "dog", "owl"]))
    code, _, err = run("evaluate", file, "--truth", "y", "--score", "cat=p_cat,dog=nope,owl=p_owl")
    assert (code, err.count("\n")) == (2, 1)
    assert "must have the column 'nope'" in err


def test_two_models_of_two_classes_are_counted_apart():
    y, own = np.where(Y == "cat", "cat", "dog"), {"a": P[:, 0], "b": P[:, 2]}
    table = {"y": y} | {f"{m} {c}": p for m in own for c, p in (("cat", own[m]), ("dog", 1 - own[m]))}
    scores = {m: {c: f"{m} {c}" for c in ("cat", "dog")} for m in own}
    for counted in read_models(pa.table(table), truth="y", scores=scores, keep="counts"):
        area = referee.metrics.roc_auc(read(y, y_score=own[counted.name], positive="cat"))
        assert referee.evaluate(counted, rng=0)["ovr_auc"].value == pytest.approx(area, abs=1e-12)
