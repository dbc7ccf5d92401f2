"""One table of predictions, and every source that it can come from."""

from __future__ import annotations

import gzip
import sqlite3

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet as pq

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


def frame():
    """The table of pandas."""
    return TABLE.to_pandas()


def pandas_arrow(folder):
    import pandas as pd

    return TABLE.to_pandas(types_mapper=pd.ArrowDtype), {}


def polars_frame(folder):
    import polars as pl

    return pl.from_arrow(TABLE), {}


def polars_lazy(folder):
    return polars_frame(folder)[0].lazy(), {}


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
    frame().to_json(folder / "p.jsonl", orient="records", lines=True, double_precision=15)
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
        frame().astype({"s": float}).to_sql("preds", con, index=False)
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

    return dd.from_pandas(frame(), npartitions=3), {}


SOURCES = {
    "csv": csv_file,
    "csv.gz": csv_gz,
    "tsv": tsv_file,
    "json lines": json_lines,
    "parquet": parquet,
    "folder": parquet_folder,
    "glob": parquet_glob,
    "feather": feather,
    "pandas": lambda folder: (frame(), {}),
    "pandas[pyarrow]": pandas_arrow,
    "polars": polars_frame,
    "arrow": lambda folder: (TABLE, {}),
    "polars lazy": polars_lazy,
    "sqlite": sqlite_file,
    "duckdb": duckdb_file,
    "duckdb connection": duckdb_connection,
    "duckdb relation": duckdb_relation,
    "dask": dask_frame,
}
"""Name, and what makes the source in a folder: the data and the options that go with it. Spark needs a session."""
