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


def compressed(make, codec):
    """The same file, compressed."""

    def made(folder):
        file, options = make(folder)
        suffix = {"gzip": "gz", "zstd": "zst", "bz2": "bz2"}[codec]
        packed = file.with_name(f"{file.name}.{suffix}")
        with pa.output_stream(packed, compression=codec) as out:
            out.write(file.read_bytes())
        file.unlink()
        return packed, options

    return made


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


def feather_plain(folder):
    pyarrow.feather.write_feather(TABLE, folder / "p.arrow", compression="uncompressed")
    return folder / "p.arrow", {}


def csv_glob(folder):
    for i in range(3):
        file = folder / f"{i}.csv"
        pyarrow.csv.write_csv(TEXT.slice(700 * i, 700), file)
        with gzip.open(folder / f"{i}.csv.gz", "wb") as out:
            out.write(file.read_bytes())
        file.unlink()
    return str(folder / "*.csv.gz"), {}


def arrays():
    """The columns as arrays of NumPy."""
    return {name: TABLE.column(name).to_numpy() for name in TABLE.column_names}


def sqlite_query(folder):
    return sqlite_file(folder)[0], {"query": "select * from preds where month > 0"}


def sqlite_connection(folder):
    sqlite_file(folder)
    return sqlite3.connect(folder / "p.db"), {"table": "preds"}


class OtherConnection:
    """What the DB-API asks for and no more, as of a driver that is not known here."""

    def __init__(self, path):
        self._inner = sqlite3.connect(path)

    def cursor(self):
        return self._inner.cursor()

    def close(self):
        self._inner.close()


def other_connection(folder):
    sqlite_file(folder)
    return OtherConnection(folder / "p.db"), {"query": "select * from preds"}


def duckdb_table(folder):
    return duckdb_file(folder)[0], {"table": "main.preds"}


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
    "csv.gz": compressed(csv_file, "gzip"),
    "csv.zst": compressed(csv_file, "zstd"),
    "csv.bz2": compressed(csv_file, "bz2"),
    "tsv": tsv_file,
    "tsv.gz": compressed(tsv_file, "gzip"),
    "json lines": json_lines,
    "json lines.gz": compressed(json_lines, "gzip"),
    "json lines.zst": compressed(json_lines, "zstd"),
    "parquet": parquet,
    "folder": parquet_folder,
    "glob": parquet_glob,
    "glob of csv.gz": csv_glob,
    "feather": feather,
    "feather, plain": feather_plain,
    "lists": lambda folder: (TABLE.to_pydict(), {}),
    "numpy": lambda folder: (arrays(), {}),
    "pandas": lambda folder: (frame(), {}),
    "pandas[pyarrow]": pandas_arrow,
    "polars": polars_frame,
    "arrow": lambda folder: (TABLE, {}),
    "polars lazy": polars_lazy,
    "sqlite": sqlite_file,
    "sqlite query": sqlite_query,
    "sqlite connection": sqlite_connection,
    "db-api connection": other_connection,
    "duckdb": duckdb_file,
    "duckdb table": duckdb_table,
    "duckdb connection": duckdb_connection,
    "duckdb relation": duckdb_relation,
    "dask": dask_frame,
}
"""Name, and what makes the source in a folder: the data and the options that go with it. Spark needs a session."""
