"""One table through every source: the same counts, the same measures, the same intervals."""

from __future__ import annotations

import json

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

import referee
from helpers import spark_tool
from helpers.one_table import REGION, RNG, TABLE, WORD, A, B, N, S, Y
from referee import read
from referee.core import JointConfusion
from referee.core.pair import Pair
from referee.data.counter import count_answers, count_models, count_slices
from referee.data.delimited import find_delimiter
from referee.data.lazyframe import LazySource
from referee.data.source import ScoreRange
from referee.errors import FileError
from referee.verbs.evaluate_by import evaluate_by
from referee.views.verdict_words import origin_words

pytestmark = pytest.mark.filterwarnings("ignore")  # those of the engines


def close(a, b):
    return a == b or abs(a - b) < 1e-12 or (a != a and b != b)


@pytest.mark.slow
def test_counts_measures_and_intervals_are_the_same(source):
    data, options = source
    expected = read(Y, A, S, positive=1)
    got = count_answers(data, truth="y", pred="a", score="s", **options)
    assert got.confusion == expected.confusion
    assert got.ranking == expected.ranking
    assert (got.n, got.labels, got.positive, got.dropped) == (N, (0, 1), 1, 0)
    ours, theirs = referee.evaluate(got, rng=0), referee.evaluate(expected, rng=0)
    assert [m.name for m in ours.measures] == [m.name for m in theirs.measures]
    for one, two in zip(ours.measures, theirs.measures, strict=True):
        assert close(one.value, two.value), one.name
        assert one.n == two.n, one.name
        assert (one.interval is None) == (two.interval is None), one.name
        if one.interval is not None:
            assert one.interval.method == two.interval.method
            assert close(one.interval.low, two.interval.low), one.name
            assert close(one.interval.high, two.interval.high), one.name


@pytest.mark.slow
def test_joint_counts_thresholds_text_labels_and_slices_are_the_same(source):
    data, options = source
    pair = Pair(*count_models(data, truth="y", preds={"a": "a", "b": "b"}, **options))
    assert pair.joint == JointConfusion.from_labels(Y, A, B)
    cut = count_answers(data, truth="word", score="s", threshold=0.7, positive="yes", **options)
    assert cut.confusion == read(WORD, y_score=S, positive="yes").cut(0.7).confusion
    sliced = count_slices(data, by=["region", "month"], truth="y", pred="a", score="s", **options)
    months = TABLE.column("month").to_numpy()
    assert list(sliced)[1:] == sorted({(r, int(m)) for r, m in zip(REGION, months, strict=True)})
    for (region, month), part in list(sliced.items())[1:]:
        own = (region == REGION) & (months == month)
        assert part.confusion == read(Y[own], A[own], positive=1).confusion
        assert part.ranking == read(Y[own], y_score=S[own], positive=1).ranking
    assert sliced[()].n == N


@pytest.mark.slow
def test_bins_hold_the_area_whatever_the_engine(source, monkeypatch):
    monkeypatch.setattr("referee.data.group_by.DISTINCT", 50)
    monkeypatch.setattr("referee.data.group_by.BINS", 100)
    monkeypatch.setattr("referee.data.score_counts.BINS", 5000)
    monkeypatch.setattr("referee.data.bins.FLUSH", 100)
    monkeypatch.setattr("referee.data.bins.CELLS", 400)
    data, options = source
    exact = read(Y, y_score=S, positive=1).ranking
    got = count_answers(data, truth="y", score="s", threshold=0.5, **options)
    low, high = got.ranking.auc_limits
    assert low <= exact.auc + 1e-12
    assert exact.auc <= high + 1e-12
    assert high - low < 0.005
    assert got.confusion == read(Y, y_score=S, positive=1).cut(0.5).confusion
    assert got.ranking.n_positive == exact.n_positive
    estimate = referee.evaluate(got, metrics="roc_auc", rng=0)["roc_auc"]
    honest = referee.evaluate(read(Y, y_score=S, positive=1), metrics="roc_auc", rng=0)["roc_auc"]
    assert estimate.interval.low <= honest.interval.low + 1e-9
    assert honest.interval.high <= estimate.interval.high + 1e-9
    whole = count_answers(data, truth="y", score="s", exact=True, **options)
    assert whole.ranking == exact


@pytest.mark.slow
def test_slices_are_tested_alike(source):
    data, options = source
    asked = {"by": ["region", "month"], "truth": "y", "pred": "a", "score": "s"}
    found, expected = (
        evaluate_by(referee.read_slices(one, **asked, **more), rng=0)
        for one, more in ((data, options), (TABLE, {}))
    )
    assert (found.keys, found.different, found.adjusted) == (expected.keys, expected.different, expected.adjusted)
    for one, two in zip(found.tests, expected.tests, strict=True):
        assert one.p_value == two.p_value
        assert one.effect.interval == two.effect.interval


NULLS = pa.table(
    {
        "y": pa.array([1, 0, None, 1, 0, 1], pa.int8()),
        "a": pa.array([1, 0, 1, 0, 0, 1]),
        "s": pa.array([0.9, None, 0.5, 0.4, 0.2, float("nan")], pa.float32()),
    }
)


def nulls(name, folder):
    import duckdb

    if name == "csv":
        (folder / "n.csv").write_text("y,a,s\n1,1,0.9\n0,0,\n,1,0.5\n1,0,0.4\n0,0,0.2\n1,1,nan\n")
        return folder / "n.csv"
    if name == "parquet":
        pq.write_table(NULLS, folder / "n.parquet")
        return folder / "n.parquet"
    if name == "json lines":
        rows = [{k: None if v != v else v for k, v in row.items()} for row in NULLS.to_pylist()]
        (folder / "n.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
        return folder / "n.jsonl"
    if name == "feather":
        pyarrow.feather.write_feather(NULLS, folder / "n.feather")
        return folder / "n.feather"
    if name == "dask":
        import dask.dataframe as dd

        return dd.from_pandas(NULLS.to_pandas(), npartitions=2)
    makers = {
        "pandas": lambda: NULLS.to_pandas(),
        "pandas[pyarrow]": lambda: NULLS.to_pandas(types_mapper=pd.ArrowDtype),
        "lists": lambda: NULLS.to_pydict(),
        "polars": lambda: pl.from_arrow(NULLS),
        "polars lazy": lambda: pl.from_arrow(NULLS).lazy(),
        "duckdb": lambda: duckdb.connect().from_arrow(NULLS),
    }
    return makers[name]()


HOLES = ["csv", "parquet", "json lines", "feather", "lists", "pandas", "pandas[pyarrow]", "polars", "polars lazy"]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*HOLES, "duckdb", "dask", pytest.param("spark", marks=spark_tool.marks)])
def test_missing_values_are_counted_per_column_and_refused_unless_dropped(name, tmp_path, request):
    if name == "spark":
        rows = [tuple(row.values()) for row in NULLS.to_pylist()]
        data = request.getfixturevalue("spark").createDataFrame(rows, "y byte, a long, s float")
    else:
        data = nulls(name, tmp_path)
    with pytest.raises(referee.InputError) as caught:
        count_answers(data, truth="y", pred="a", score="s")
    assert str(caught.value) == (
        "`source` must have no missing value; got 1 missing value in 'y', 2 missing values in 's' of 6 rows. "
        "Decide what they mean, or say missing='drop' (--missing drop) to leave these cases out."
    )
    kept = count_answers(data, truth="y", pred="a", score="s", missing="drop")
    assert (kept.n, kept.dropped, kept.missing) == (3, 3, {"y": 1, "s": 2})
    assert kept.confusion.counts.tolist() == [[1, 0], [1, 1]]
    notes = " ".join(referee.evaluate(kept, rng=0).notes)
    assert "3 cases left out for missing values (y 1, s 2)" in notes


@pytest.mark.parametrize(
    "name", ["polars lazy", "duckdb", "dask", pytest.param("spark", marks=[*spark_tool.marks, pytest.mark.slow])]
)
def test_a_score_of_the_wrong_type_is_named_with_its_type(name, request):
    frame = pd.DataFrame({"y": [1, 0], "p": ["high", "low"]})
    if name == "spark":
        data = request.getfixturevalue("spark").createDataFrame([(1, "high"), (0, "low")], "y long, p string")
    elif name == "dask":
        import dask.dataframe as dd

        data = dd.from_pandas(frame, npartitions=1)
    else:
        import duckdb

        data = pl.from_pandas(frame).lazy() if name == "polars lazy" else duckdb.connect().from_df(frame)
    with pytest.raises(referee.InputError) as caught:
        count_answers(data, truth="y", score="p")
    assert str(caught.value) == "`p` must hold numbers; got type String."


def test_slices_that_differ_are_named():
    own = REGION == "us"
    data = TABLE.set_column(2, "a", pa.array(np.where(own & (RNG.random(N) < 0.4), 1 - Y, np.where(own, Y, A))))
    found = evaluate_by(referee.read_slices(data, by="region", truth="y", pred="a"), rng=0)
    assert found.metric == "accuracy"
    assert ("us",) in found.different
    test = found.tests[found.keys.index(("us",))]
    rates = [np.mean((data["a"].to_numpy() == Y)[mask]) for mask in (own, ~own)]
    assert test.effect.value == pytest.approx(rates[0] - rates[1])
    assert (test.effect.interval.low > 0) == (test.p_value < 0.05 / 3 and test.effect.value > 0)
    by_area = evaluate_by(referee.read_slices(data, by="region", truth="y", score="s"), rng=0)
    assert by_area.metric == "roc_auc"
    one, rest = (read(Y[m], y_score=S[m], positive=1) for m in (own, ~own))
    direct = referee.compare(one, rest, metric="roc_auc", independent=True, level=1 - 0.05 / 3, rng=0)
    area = by_area.tests[by_area.keys.index(("us",))]
    assert area.p_value == pytest.approx(direct.test.p_value)
    assert area.effect.interval.low == pytest.approx(direct.difference.interval.low)
    assert "Differ from the rest" in str(found)


def test_slices_without_a_difference_are_rarely_named():
    rng = np.random.default_rng(1)
    named = 0
    for _ in range(6):
        table = pa.table(
            {"y": rng.integers(0, 2, 600), "a": rng.integers(0, 2, 600), "r": rng.integers(0, 4, 600)}
        )
        named += bool(evaluate_by(referee.read_slices(table, by="r", truth="y", pred="a"), rng=0).different)
    assert named <= 1


def test_compare_takes_counts():
    pair = count_models(TABLE, truth="y", preds={"a": "a", "b": "b"})
    ours = referee.compare(*pair, margin=0.02, rng=0)
    theirs = referee.compare(
        read(Y, A, positive=1, name="a"), read(Y, B, positive=1, name="b"), margin=0.02, rng=0
    )
    assert ours.difference == theirs.difference
    assert ours.test.p_value == theirs.test.p_value
    assert (ours.a, ours.b, ours.verdict) == ("a", "b", theirs.verdict)
    assert origin_words(ours.origin) == "the same 2,000 cases, paired by row"
    other = referee.compare(*pair, metric="mcc", rng=0).difference
    same = referee.compare(read(Y, A, positive=1), read(Y, B, positive=1), metric="mcc", rng=0)
    assert other == same.difference
    first, second = (count_answers(TABLE.slice(i * 1000, 1000), truth="y", pred="a", score="s") for i in (0, 1))
    records = [read(Y[i : i + 1000], A[i : i + 1000], S[i : i + 1000], positive=1) for i in (0, 1000)]
    for metric in ("accuracy", "roc_auc"):
        with pytest.raises(
            referee.errors.PairingError, match="`b` must be counted together with `a`; got counts made apart"
        ):
            referee.compare(first, second, metric=metric, rng=0)
        counted = referee.compare(first, second, metric=metric, independent=True, rng=0)
        direct = referee.compare(*records, metric=metric, independent=True, rng=0)
        assert counted.test.p_value == direct.test.p_value
        assert counted.value_a == direct.value_a
    with pytest.raises(
        referee.InputError, match="`a` must have scores to compare by roc_auc; got predicted classes"
    ):
        referee.compare(*pair, metric="roc_auc")


def test_counts_of_parts_add_up_to_the_whole():
    parts = [count_answers(TABLE.slice(i * 500, 500), truth="y", pred="a", score="s") for i in range(4)]
    whole = count_answers(TABLE, truth="y", pred="a", score="s")
    one, two, three, four = (part.confusion for part in parts)
    assert one + two + three + four == whole.confusion
    one, two, three, four = (part.ranking for part in parts)
    assert one + two + three + four == whole.ranking
    assert sum(part.n for part in parts) == whole.n


def test_the_column_of_a_file_that_is_read_alone_is_named_alone(tmp_path):
    (tmp_path / "a.csv").write_text("y,p\n1,1\n,0\n")
    with pytest.raises(FileError, match="^`y` must have no missing value"):
        read(tmp_path / "a.csv", truth="y", pred="p")


@pytest.mark.parametrize(("kind", "score", "called"), [(pl.Float32, 0.7, 1), (pl.Float64, 0.69999999, 0)])
def test_a_threshold_has_the_width_of_the_scores(kind, score, called):
    """0.7 in 32 bits is 0.69999999 in 64: a score that is the threshold reaches it."""
    frame = pl.LazyFrame({"y": [1, 0], "s": [score, 0.1]}, schema_overrides={"s": kind})
    found = count_answers(frame, truth="y", score="s", threshold=0.7, positive=1)
    assert found.confusion.counts.tolist() == [[1, 0], [1 - called, called]]


def test_scores_of_different_runs_are_in_different_bins():
    source = LazySource(nw.from_native(pl.LazyFrame({"s": [0.1, 0.2, 0.6, 0.7]})))
    runs = (ScoreRange(0.1, 0.2, 4), ScoreRange(0.6, 0.7, 4))
    table = source.group({"bin": source.bin_of(source.number("s"), runs, only=False)}, {})
    assert table.num_rows == 4


def test_the_sign_that_shows_the_wanted_columns_splits_the_header():
    assert find_delimiter("truth,a;b;c", ["truth"]) == ","
    assert find_delimiter("truth|a;b;c", ["truth", "a;b;c"]) == "|"
    assert find_delimiter("a,b;c;d", ["truth"]) == ";"
