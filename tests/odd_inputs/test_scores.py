"""Odd scores and probabilities: the right number, or one sentence; none gives a wrong number in silence."""

from __future__ import annotations

import json
import math
import sqlite3
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import referee
from odd_inputs.table import Table
from referee import evaluate, metrics, read

NAN, INF = math.nan, math.inf
CHANCES = "Scores that are not probabilities can be ranked, not calibrated."
THREE = list("abc")
TABLE = Table("read")


DRAW = np.random.default_rng(0)
TRUTH = DRAW.integers(0, 2, 200)
SCORES = 0.5 * TRUTH + DRAW.random(200)
RANKS = np.argsort(np.argsort(SCORES))
AREA = read(TRUTH, y_score=SCORES, positive=1).ranking.auc
APART = "*must hold numbers that a float can tell apart; got *"


def area(scores, truth=TRUTH):
    return read(truth, y_score=scores, positive=1).ranking.auc


def in_file(write, **options):
    """The area of the ranks far from 0, in a file or another place that `write` fills."""

    def call(folder):
        return read(write(folder), truth="y", score="s", positive=1, **options).ranking.auc

    return call


def csv(far, end=""):
    def write(folder):
        file = folder / "p.csv"
        file.write_text("y,s\n" + "".join(f"{y},{far + int(r)}{end}\n" for y, r in zip(TRUTH, RANKS, strict=True)))
        return file

    return write


def digits(folder):
    file = folder / "p.csv"
    file.write_text("y,s\n" + "".join(f"{y},1.{int(r):022d}\n" for y, r in zip(TRUTH, RANKS, strict=True)))
    return file


def jsonl(folder):
    file = folder / "p.jsonl"
    rows = ({"y": int(y), "s": 2**60 + int(r)} for y, r in zip(TRUTH, RANKS, strict=True))
    file.write_text("\n".join(map(json.dumps, rows)))
    return file


def parquet(make):
    def write(folder):
        pq.write_table(pa.table({"y": TRUTH, "s": pa.array([make(int(r)) for r in RANKS])}), folder / "p.parquet")
        return folder / "p.parquet"

    return write


def database(folder):
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE p (y INT, s INT)")
    db.executemany(
        "INSERT INTO p VALUES (?, ?)", [(int(y), 2**60 + int(r)) for y, r in zip(TRUTH, RANKS, strict=True)]
    )
    return db


def lazy(folder):
    return pytest.importorskip("polars").DataFrame({"y": TRUTH, "s": RANKS + 2**60}).lazy()


def far(rank):
    return 2**60 + rank


def tiny(rank):
    return Decimal(1) + Decimal(rank) / 10**20


def tensor(kind, **options):
    """Ranks, which bfloat16 holds exactly below 256, as a tensor of torch."""

    def call(_):
        torch = pytest.importorskip("torch")
        return area(torch.tensor(RANKS.tolist(), dtype=getattr(torch, kind), **options))

    return call


TEXT = np.dtypes.StringDType
RIGHT = {
    "big-endian float64": lambda _: area(SCORES.astype(">f8")),
    "big-endian float32": lambda _: area(SCORES.astype(">f4")),
    "big-endian columns of classes": lambda _: area(np.stack([1 - SCORES, SCORES], axis=1).astype(">f8")),
    "big-endian truth": lambda _: area(SCORES, TRUTH.astype(">i2")),
    "big-endian text": lambda _: read(TRUTH.astype(">U1"), y_score=SCORES, positive="1").ranking.auc,
    "big-endian in a ranking": lambda _: referee.Ranking.from_scores(TRUTH, SCORES.astype(">f8"), positive=1).auc,
    "not contiguous": lambda _: area(np.stack([SCORES, SCORES], axis=1)[:, 0]),
    "backwards": lambda _: area(SCORES[::-1], TRUTH[::-1]),
    "int64 beyond 2^53": lambda _: area(RANKS + 2**60),
    "uint64 beyond 2^53": lambda _: area(RANKS.astype(np.uint64) + np.uint64(2**60)),
    "Python integers beyond 2^53": lambda _: area([far(int(r)) for r in RANKS]),
    "Decimals that are whole": lambda _: area([Decimal(far(int(r))) for r in RANKS]),
    "Decimals that floats tell apart": lambda _: area([Decimal(int(r)) / 7 for r in RANKS]),
    "Fractions": lambda _: area([Fraction(int(r), 7) for r in RANKS]),
    "longdouble": lambda _: area(SCORES.astype(np.longdouble)),
    "rows of integers beyond 2^53": lambda _: area([[0, far(int(r))] for r in RANKS]),
    "rows of floats and integers": lambda _: area([[0.5, far(int(r))] for r in RANKS]),
    "CSV, integers beyond 2^53": in_file(csv(2**60)),
    "CSV, whole decimals": in_file(csv(2**60, ".0")),
    "CSV counted": in_file(csv(2**40), keep="counts"),
    "Parquet, integers beyond 2^53": in_file(parquet(far)),
    "Parquet, Decimals that are whole": in_file(parquet(lambda r: Decimal(far(r)))),
    "JSON lines, integers beyond 2^53": in_file(jsonl),
    "tiny scores": lambda _: evaluate(TRUTH, y_score=1e-12 * SCORES, positive=1, rng=0)["roc_auc"].value,
    "subnormal scores": lambda _: evaluate(TRUTH, y_score=RANKS * 5e-324, positive=1, rng=0)["roc_auc"].value,
    "torch, with a gradient": tensor("float64", requires_grad=True),
    "torch, bfloat16": tensor("bfloat16"),
    "torch, bfloat16 with a gradient": tensor("bfloat16", requires_grad=True),
    "scores near the largest float": lambda _: (
        evaluate(TRUTH, y_score=1.7e308 * (SCORES - SCORES.mean()), positive=1, rng=0)["roc_auc"].value
    ),
}


for given, call in RIGHT.items():
    TABLE.add(given, call, AREA)


REFUSED = {
    "columns in memory whose gaps are to be dropped": (
        lambda _: read([1, 0, None], [1, 0, 1], missing="drop"),
        "*`missing` must be 'refuse' for columns in memory; got drop. Leave these cases out*",
    ),
    "uint64 beyond 2^63": (lambda _: area(RANKS.astype(np.uint64) + np.uint64(2**63)), APART),
    "Python integers beyond 2^63": (lambda _: area([2**70 + int(r) for r in RANKS]), APART),
    "longdoubles that floats merge": (
        lambda _: area(1 + RANKS.astype(np.longdouble) * np.longdouble(2) ** -60),
        APART,
    ),
    "Decimals that floats merge": (lambda _: area([tiny(int(r)) for r in RANKS]), APART),
    "Fractions that floats merge": (lambda _: area([Fraction(10**20 + int(r), 3) for r in RANKS]), APART),
    "CSV, digits that floats merge": (in_file(digits), APART),
    "CSV counted beyond 2^53": (in_file(csv(2**60), keep="counts"), APART),
    "JSON lines counted beyond 2^53": (in_file(jsonl, keep="counts"), APART),
    "Parquet counted beyond 2^53": (in_file(parquet(far), keep="counts"), APART),
    "Parquet, Decimals that floats merge": (in_file(parquet(tiny)), APART),
    "Parquet counted, Decimals that floats merge": (in_file(parquet(tiny), keep="counts"), APART),
    "database beyond 2^53": (in_file(database, table="p"), APART),
    "lazy dataframe beyond 2^53": (in_file(lazy), APART),
    "text as scores in objects": (
        lambda _: read([1, 0], y_score=np.array(["1_0", "1"], dtype=object)),
        "*must hold numbers; got text such as '1_0' at row 1 (index 0).*",
    ),
    "text as weights in objects": (
        lambda _: read([1, 0], [1, 0], weights=np.array([1, "2"], dtype=object)),
        "*must hold numbers; got text such as '2' at row 2 (index 1).*",
    ),
    "missing text, None": (
        lambda _: read(np.array(["a", None], dtype=TEXT(na_object=None)), ["a", "b"]),
        "*`y_true` must have no missing value; got 1 missing value, the first at row 2 (index 1).*",
    ),
    "missing text, NaN": (
        lambda _: read(["a", "b"], np.array(["a", np.nan], dtype=TEXT(na_object=np.nan))),
        "*`y_pred` must have no missing value; got 1 missing value, the first at row 2 (index 1).*",
    ),
}
for given, (call, sentence) in REFUSED.items():
    TABLE.add(given, call, sentence)


@TABLE.answers("probability tables go by the names of their columns", door="evaluate")
def probability_tables_go_by_the_names_of_their_columns():
    truth = DRAW.integers(0, 3, 90)
    shares = DRAW.random((90, 3)) + 2 * np.eye(3)[truth]
    shares /= shares.sum(axis=1, keepdims=True)
    right = evaluate(truth, y_score=shares, rng=0)["ovr_auc"].value
    turned = shares[:, [2, 0, 1]]
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    for table in (
        pandas.DataFrame(turned, columns=[2, 0, 1]),
        pandas.DataFrame(turned, columns=["p_2", "p_0", "p_1"]),
        polars.DataFrame(turned, schema=["2", "0", "1"]),
        pa.table({name: turned[:, i] for i, name in enumerate(["2", "0", "1"])}),
        {2: turned[:, 0], 0: turned[:, 1], 1: turned[:, 2]},
    ):
        assert evaluate(truth, y_score=table, rng=0)["ovr_auc"].value == right


def codes(result):
    return {finding.code: finding for finding in result.findings}


def scored(y, score, **options):
    return lambda: evaluate(y, y_score=score, positive=1, **options)


TABLE.refuse(
    [
        (
            "bad04",
            scored([1, 0, 1], [0.2, NAN, 0.3]),
            "`y_score` must have no missing value; got 1 missing value, the first at row 2 (index 1). "
            "Decide what they mean before evaluating; none is dropped.",
        ),
        (
            "bad05",
            lambda: metrics.brier_score([1, 0], [0.1, INF]),
            f"`y_score` must hold probabilities from 0 to 1; got inf at row 2 (index 1). {CHANCES}",
        ),
        (
            "bad09",
            lambda: metrics.ovr_auc(THREE, [[0.1, 0.9]] * 3),
            "`y_score` must have one column for each of the 3 classes ('a', 'b', 'c'); got 2 columns. "
            "Declare labels= if classes are absent.",
        ),
        (
            "bad33",
            lambda: metrics.brier_score([1, 0], [1.2, 0.1]),
            f"`y_score` must hold probabilities from 0 to 1; got 1.2 at row 1 (index 0). {CHANCES}",
        ),
        (
            "bad34",
            lambda: metrics.log_loss(THREE, [[0.3, 0.3, 0.4], [0.5, 0.5, 0.5], [1, 0, 0]]),
            "`y_score` must have rows that sum to 1 within 1e-05; got a sum of 1.5 at row 2 (index 1), 1 such row in all. "
            "Nothing is normalised unseen: divide each row by its sum if that is what you mean.",
        ),
    ]
)


@TABLE.answers(case="bad31", door="evaluate")
def perfect_separation_is_not_certainty():
    area = evaluate([1] * 5 + [0] * 5, y_score=range(10, 0, -1), positive=1, rng=0)["roc_auc"]
    assert area.value == 1.0
    assert area.interval.low < 0.8


@TABLE.answers(case="bad32", door="evaluate")
def all_scores_tie():
    result = evaluate([1] * 5 + [0] * 5, y_score=[0.5] * 10, positive=1, rng=0)
    assert result["roc_auc"].value == 0.5
    assert result["roc_auc"].interval.width > 0.2
    assert codes(result)["R008"].title == "All scores tie"
    assert len(result.parts["roc"].x) == 2


@TABLE.answers(case="bad35", door="evaluate")
def a_certain_mistake_costs_without_end():
    assert metrics.log_loss([1, 0], [0.0, 0.1], positive=1) == INF
    shown = str(evaluate([1, 0, 1, 0], y_score=[0.0, 0.1, 0.8, 0.3], positive=1, rng=0))
    assert "∞" in next(line for line in shown.splitlines() if "log loss" in line)


@TABLE.answers(case="bad04")
def dropping_is_asked_for_and_counted(tmp_path):
    file = tmp_path / "p.csv"
    file.write_text("y,s\n1,0.9\n0,\n0,0.2\n1,0.8\n")
    with pytest.raises(referee.InputError, match="must have no missing value"):
        read(file, truth="y", score="s", positive=1)
    kept = read(file, truth="y", score="s", positive=1, missing="drop")
    assert kept.n == 3
    assert "1 case left out for missing values (s 1)" in evaluate(kept, rng=0).notes


@TABLE.answers(case="bad05")
def infinite_scores_have_an_order():
    assert read([1, 0, 1, 0], y_score=[INF, 0.1, 0.4, -INF], positive=1).ranking.auc == 1.0


@TABLE.answers(case="bad08")
def the_column_of_the_positive_class():
    shares = np.array([[0.1, 0.9], [0.8, 0.2], [0.3, 0.7], [0.6, 0.4]])
    by_column = read([1, 0, 1, 0], y_score=shares, positive=1).ranking
    assert by_column == read([1, 0, 1, 0], y_score=shares[:, 1], positive=1).ranking
    other = read([1, 0, 1, 0], y_score=shares, positive=0).ranking
    assert other == read([1, 0, 1, 0], y_score=shares[:, 0], positive=0).ranking


@pytest.mark.parametrize("row", TABLE.params)
def test_answer(row, tmp_path, monkeypatch):
    row.check(tmp_path, monkeypatch)
