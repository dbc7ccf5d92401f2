"""One table through every source: the same counts, the same measures, the same intervals."""

from __future__ import annotations

import gzip
import os
import shutil
import sqlite3
import sys

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

import referee
from referee import Predictions
from referee.core import JointConfusion
from referee.counting import tally, tally_by
from referee.verbs import evaluate_by

N = 2000
RNG = np.random.default_rng(7)
Y = (RNG.random(N) < 0.3).astype(np.int8)
S = 1 / (1 + np.exp(-RNG.normal(1.2 * Y - 0.5, 1)))
S = (np.round(S * 1024) / 1024).astype(np.float32)  # the same number as text, single and double
S[:4] = [0.0, -0.0, 1.0, 0.5]
A = (S >= 0.5).astype(np.int64)
B = np.where(RNG.random(N) < 0.1, 1 - A, A)
WORD = np.array(["no", "yes"])[Y]
REGION = np.array(["eu", "us", "north, or so"])[RNG.integers(0, 3, N)]
TABLE = pa.table({"y": Y, "s": S, "a": A, "b": B, "word": WORD, "region": REGION, "month": RNG.integers(1, 3, N)})
TEXT = TABLE.set_column(1, "s", TABLE["s"].cast(pa.float64()))
FRAME = TABLE.to_pandas()


def csv_file(folder):
    pyarrow.csv.write_csv(TEXT, folder / "p.csv")
    return folder / "p.csv", {}


def csv_gz(folder):
    file, _ = csv_file(folder)
    with gzip.open(folder / "p.csv.gz", "wb") as out:
        out.write(file.read_bytes())
    return folder / "p.csv.gz", {}


def tsv_file(folder):
    TEXT.to_pandas().to_csv(folder / "p.tsv", sep="\t", index=False)
    return folder / "p.tsv", {}


def json_lines(folder):
    FRAME.to_json(folder / "p.jsonl", orient="records", lines=True, double_precision=15)
    return folder / "p.jsonl", {}


def parquet(folder):
    pq.write_table(TABLE, folder / "p.parquet", row_group_size=300)
    return folder / "p.parquet", {}


def parquet_folder(folder):
    (folder / "deep").mkdir()
    (folder / "_SUCCESS").touch()
    for i in range(4):
        where = folder / "deep" if i % 2 else folder
        pq.write_table(TABLE.slice(i * 500, 500), where / f"{i}.parquet")
    return folder, {}


def parquet_glob(folder):
    parquet_folder(folder)
    return str(folder / "**" / "*.parquet"), {}


def feather(folder):
    pyarrow.feather.write_feather(TABLE, folder / "p.feather", compression="zstd", chunksize=300)
    return folder / "p.feather", {}


def sqlite_file(folder):
    with sqlite3.connect(folder / "p.db") as con:
        FRAME.astype({"s": float}).to_sql("preds", con, index=False)
    con.close()
    return f"sqlite:{folder / 'p.db'}", {"table": "preds"}


def duckdb_file(folder):
    import duckdb

    with duckdb.connect(str(folder / "w.db")) as con:
        con.register("arrow_table", TABLE)
        con.execute("create table preds as select * from arrow_table")
    return f"duckdb:{folder / 'w.db'}", {"query": "select * from preds where 1 = 1;"}


def duckdb_connection(folder):
    import duckdb

    con = duckdb.connect()
    con.register("arrow_table", TABLE)
    return con, {"table": "arrow_table"}


def duckdb_relation(folder):
    import duckdb

    return duckdb.connect().from_arrow(TABLE), {}


def dask_frame(folder):
    import dask.dataframe as dd

    return dd.from_pandas(FRAME, npartitions=3), {}


SPARK = []


def spark_frame(folder):
    """Real Spark in local mode; it needs the extra `spark` and Java."""
    pytest.importorskip("pyspark", reason="Spark is not tested: PySpark is not installed (extra `spark`)")
    if shutil.which("java") is None and os.environ.get("CI") != "true":
        pytest.skip("Spark is not tested: there is no Java")
    if not SPARK:
        from pyspark.sql import SparkSession

        os.environ["PYSPARK_PYTHON"] = sys.executable
        builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
        SPARK.append(builder.config("spark.sql.shuffle.partitions", "2").getOrCreate())
    return SPARK[0].createDataFrame(FRAME), {}


SOURCES = {
    "csv": csv_file,
    "csv.gz": csv_gz,
    "tsv": tsv_file,
    "json lines": json_lines,
    "parquet": parquet,
    "folder": parquet_folder,
    "glob": parquet_glob,
    "feather": feather,
    "pandas": lambda folder: (FRAME, {}),
    "pandas[pyarrow]": lambda folder: (TABLE.to_pandas(types_mapper=pd.ArrowDtype), {}),
    "polars": lambda folder: (pl.from_arrow(TABLE), {}),
    "arrow": lambda folder: (TABLE, {}),
    "polars lazy": lambda folder: (pl.from_arrow(TABLE).lazy(), {}),
    "sqlite": sqlite_file,
    "duckdb": duckdb_file,
    "duckdb connection": duckdb_connection,
    "duckdb relation": duckdb_relation,
    "dask": dask_frame,
    "spark": spark_frame,
}
every_source = pytest.mark.parametrize("make", SOURCES.values(), ids=SOURCES)
pytestmark = pytest.mark.filterwarnings("ignore")  # those of the engines


@pytest.fixture(scope="module", autouse=True)
def stopped():
    yield
    for session in SPARK:
        session.stop()


def close(a, b):
    return a == b or abs(a - b) < 1e-12 or (a != a and b != b)


@every_source
def test_counts_measures_and_intervals_are_the_same(make, tmp_path):
    data, options = make(tmp_path)
    expected = Predictions(Y, A, S, positive=1)
    got = tally(data, truth="y", pred="a", score="s", **options)
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


@every_source
def test_joint_counts_thresholds_text_labels_and_slices_are_the_same(make, tmp_path):
    data, options = make(tmp_path)
    joint = tally(data, truth="y", pred=["a", "b"], **options).joint
    assert joint == JointConfusion.from_labels(Y, A, B)
    cut = tally(data, truth="word", score="s", threshold=0.7, positive="yes", **options)
    assert cut.confusion == Predictions(WORD, y_score=S, positive="yes").cut(0.7).confusion
    sliced = tally_by(data, by=["region", "month"], truth="y", pred="a", score="s", **options)
    months = TABLE.column("month").to_numpy()
    assert list(sliced)[1:] == sorted({(r, int(m)) for r, m in zip(REGION, months, strict=True)})
    for (region, month), part in list(sliced.items())[1:]:
        own = (region == REGION) & (months == month)
        assert part.confusion == Predictions(Y[own], A[own], positive=1).confusion
        assert part.ranking == Predictions(Y[own], y_score=S[own], positive=1).ranking
    assert sliced[()].n == N


@every_source
def test_bins_hold_the_area_whatever_the_engine(make, tmp_path, monkeypatch):
    monkeypatch.setattr("referee.counting.pushed.DISTINCT", 50)
    monkeypatch.setattr("referee.counting.pushed.BINS", 100)
    monkeypatch.setattr("referee.counting.census.BINS", 5000)
    monkeypatch.setattr("referee.counting.bins.FLUSH", 100)
    monkeypatch.setattr("referee.counting.bins.CELLS", 400)
    data, options = make(tmp_path)
    exact = Predictions(Y, y_score=S, positive=1).ranking
    got = tally(data, truth="y", score="s", threshold=0.5, **options)
    low, high = got.ranking.auc_limits
    assert low <= exact.auc + 1e-12
    assert exact.auc <= high + 1e-12
    assert high - low < 0.005
    assert got.confusion == Predictions(Y, y_score=S, positive=1).cut(0.5).confusion
    assert got.ranking.n_positive == exact.n_positive
    estimate = referee.evaluate(got, metrics="roc_auc", rng=0)["roc_auc"]
    honest = referee.evaluate(Predictions(Y, y_score=S, positive=1), metrics="roc_auc", rng=0)["roc_auc"]
    assert estimate.interval.low <= honest.interval.low + 1e-9
    assert honest.interval.high <= estimate.interval.high + 1e-9
    whole = tally(data, truth="y", score="s", exact=True, **options)
    assert whole.ranking == exact


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
    makers = {
        "pandas": lambda: NULLS.to_pandas(),
        "polars lazy": lambda: pl.from_arrow(NULLS).lazy(),
        "duckdb": lambda: duckdb.connect().from_arrow(NULLS),
    }
    return makers[name]()


@pytest.mark.parametrize("name", ["csv", "parquet", "pandas", "polars lazy", "duckdb"])
def test_missing_values_are_counted_per_column_and_refused_unless_dropped(name, tmp_path):
    data = nulls(name, tmp_path)
    with pytest.raises(referee.InputError) as caught:
        tally(data, truth="y", pred="a", score="s")
    assert str(caught.value) == (
        "`source` must have no missing value; got 1 missing value in 'y', 2 missing values in 's' of 6 rows. "
        "Decide what they mean, or say missing='drop' (--missing drop) to leave these cases out."
    )
    kept = tally(data, truth="y", pred="a", score="s", missing="drop")
    assert (kept.n, kept.dropped, kept.missing) == (3, 3, {"y": 1, "s": 2})
    assert kept.confusion.counts.tolist() == [[1, 0], [1, 1]]
    notes = " ".join(referee.evaluate(kept, rng=0).notes)
    assert "3 cases left out for missing values (y 1, s 2)" in notes


def test_slices_that_differ_are_named():
    own = REGION == "us"
    data = TABLE.set_column(2, "a", pa.array(np.where(own & (RNG.random(N) < 0.4), 1 - Y, np.where(own, Y, A))))
    found = evaluate_by(data, by="region", truth="y", pred="a", rng=0)
    assert found.metric == "accuracy"
    assert ("us",) in found.different
    test = found.tests[found.keys.index(("us",))]
    rates = [np.mean((data["a"].to_numpy() == Y)[mask]) for mask in (own, ~own)]
    assert test.effect.value == pytest.approx(rates[0] - rates[1])
    assert (test.effect.interval.low > 0) == (test.p_value < 0.05 / 3 and test.effect.value > 0)
    by_area = evaluate_by(data, by="region", truth="y", score="s", rng=0)
    assert by_area.metric == "roc_auc"
    one, rest = (Predictions(Y[m], y_score=S[m], positive=1) for m in (own, ~own))
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
        named += bool(evaluate_by(table, by="r", truth="y", pred="a", rng=0).different)
    assert named <= 1


def test_compare_takes_tallies():
    pair = tally(TABLE, truth="y", pred=["a", "b"])
    ours = referee.compare(pair, margin=0.02, rng=0)
    theirs = referee.compare(
        Predictions(Y, A, positive=1, name="a"), Predictions(Y, B, positive=1, name="b"), margin=0.02, rng=0
    )
    assert ours.difference == theirs.difference
    assert ours.test.p_value == theirs.test.p_value
    assert (ours.a, ours.b, ours.verdict) == ("a", "b", theirs.verdict)
    assert ours.provenance == "the same 2,000 cases, paired by row"
    other = referee.compare(pair, metric="mcc", rng=0).difference
    same = referee.compare(Predictions(Y, A, positive=1), Predictions(Y, B, positive=1), metric="mcc", rng=0)
    assert other == same.difference
    first, second = (tally(TABLE.slice(i * 1000, 1000), truth="y", pred="a", score="s") for i in (0, 1))
    records = [Predictions(Y[i : i + 1000], A[i : i + 1000], S[i : i + 1000], positive=1) for i in (0, 1000)]
    for metric in ("accuracy", "roc_auc"):
        counted = referee.compare(first, second, metric=metric, rng=0)
        direct = referee.compare(*records, metric=metric, independent=True, rng=0)
        assert counted.test.p_value == direct.test.p_value
        assert counted.value_a == direct.value_a
    with pytest.raises(referee.InputError, match="`metric` must be one of predicted classes"):
        referee.compare(pair, metric="roc_auc")


def test_tallies_of_parts_add_up_to_the_whole():
    parts = [tally(TABLE.slice(i * 500, 500), truth="y", pred="a", score="s") for i in range(4)]
    total = parts[0] + parts[1] + parts[2] + parts[3]
    whole = tally(TABLE, truth="y", pred="a", score="s")
    assert (total.n, total.confusion, total.ranking) == (whole.n, whole.confusion, whole.ranking)
    with pytest.raises(referee.InputError, match="the same kinds of counts"):
        whole + tally(TABLE, truth="y", pred="a")
