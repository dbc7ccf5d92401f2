"""The same cases in many forms, for properties: tables at random, containers, files and databases."""

from __future__ import annotations

import io
import os
import sqlite3

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import strategies as st

EXAMPLES = int(os.environ.get("REFEREE_EXAMPLES", "60"))
TYPES = ["<f8", ">f8", "<f4", ">f4", "<i8", ">i8", "<i2", ">i2", "<u4", ">u8", "f2", "g", "O"]
NAMES = [
    (0, 1),
    (False, True),
    ("no", "yes"),
    ("b", "a"),
    ("", " "),
    ("é", "e\u0301"),
    (-1, 1),
    (2**60, 2**60 + 1),
]


@st.composite
def tables(draw):
    """Truth, predicted classes and whole scores of 4 to 40 cases, two classes that both occur."""
    n = draw(st.integers(4, 40))
    truth = np.array([*draw(st.lists(st.integers(0, 1), min_size=n - 2, max_size=n - 2)), 0, 1])
    said = np.array(draw(st.lists(st.integers(0, 1), min_size=n, max_size=n)))
    scores = np.array(draw(st.lists(st.integers(0, 30), min_size=n, max_size=n)))
    return truth, said, scores


def contain(kind, values):
    """A column in one of the containers that are accepted."""
    if kind == "list":
        return values.tolist()
    if kind == "strided":
        return np.repeat(values, 2)[::2]
    if kind == "arrow":
        return pa.chunked_array([pa.array(part) for part in np.array_split(values, 3)])
    if kind == "pandas":
        return pytest.importorskip("pandas").Series(values)
    if kind == "polars":
        return pytest.importorskip("polars").Series(values)
    return values


KINDS = ["array", "list", "strided", "arrow", "pandas", "polars"]


def typed(kind, scores, dtype):
    """Scores of that type in that container; Arrow and polars have none of some types, and get the array."""
    odd = kind in ("arrow", "polars") and (dtype[0] == ">" or dtype in ("g", "O", "f2"))
    return scores.astype(dtype) if odd else contain(kind, scores.astype(dtype))


def write(form, folder, data):
    """Columns in a file or a database of that form; and how it is read."""
    if form == "parquet":
        pq.write_table(pa.table(data), folder / "t.parquet", row_group_size=3)
        return folder / "t.parquet", {}
    if form == "csv":
        text = io.StringIO()
        text.write(",".join(data) + "\n")
        text.writelines(",".join(map(str, row)) + "\n" for row in zip(*data.values(), strict=True))
        (folder / "t.csv").write_text(text.getvalue())
        return folder / "t.csv", {}
    if form == "sqlite":
        db = sqlite3.connect(":memory:")
        db.execute(f"CREATE TABLE t ({', '.join(data)})")
        rows = zip(*(c.tolist() for c in data.values()), strict=True)
        db.executemany(f"INSERT INTO t VALUES ({', '.join('?' * len(data))})", rows)
        return db, {"table": "t"}
    if form == "polars":
        return pytest.importorskip("polars").DataFrame(data).lazy(), {}
    return data, {}
