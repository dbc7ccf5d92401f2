"""The same cases in any form, through any door, give the same numbers: forms drawn at random.

`make soak` draws 10,000 of them; a quick run a few.
"""

from __future__ import annotations

import io
import os
import sqlite3
import tempfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import referee
from referee import read
from referee.data.copies import copied_cases

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


def numbers(answers, up):
    """The counts and the area, class `up` positive."""
    matrix = answers.confusion
    return matrix.tp, matrix.fn, matrix.fp, matrix.tn, answers.ranking.auc, matrix.positive == up


def expected(table):
    truth, said, scores = table
    pairs = [(a > b) + 0.5 * (a == b) for a in scores[truth == 1] for b in scores[truth == 0]]
    hits = [int(((truth == t) & (said == s)).sum()) for t, s in ((1, 1), (1, 0), (0, 1), (0, 0))]
    return (*hits, pytest.approx(float(np.mean(pairs)), abs=1e-12), True)


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


@settings(max_examples=EXAMPLES)
@given(tables(), st.sampled_from(TYPES), st.sampled_from(KINDS), st.sampled_from(NAMES), st.randoms())
def test_byte_order_type_container_row_order_and_names_of_labels_change_no_number(
    table, dtype, kind, names, random
):
    truth, said, scores = table
    order = list(range(len(truth)))
    random.shuffle(order)
    labels = np.array(names, dtype=object)
    columns = [np.array(labels[codes[order]].tolist()) for codes in (truth, said)]
    column = scores[order].astype(dtype)
    if not (
        kind in ("arrow", "polars") and (dtype[0] == ">" or dtype in ("g", "O", "f2"))
    ):  # which have no such types
        column = contain(kind, column)
    answers = read(*(contain(kind, c) for c in columns), column, positive=names[1])
    assert numbers(answers, names[1]) == expected(table)


def write(form, folder, table):
    """The table in a file or a database of that form, with columns beside it; and how it is read."""
    truth, said, scores = table
    data = {"x": scores[::-1].copy(), "y": truth, "p": said, "s": scores, "x2": scores}
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
        db.execute("CREATE TABLE t (x, y, p, s, x2)")
        db.executemany(
            "INSERT INTO t VALUES (?, ?, ?, ?, ?)", zip(*(c.tolist() for c in data.values()), strict=True)
        )
        return db, {"table": "t"}
    if form == "polars":
        return pytest.importorskip("polars").DataFrame(data).lazy(), {}
    return data, {}


@settings(max_examples=EXAMPLES)
@given(
    tables(),
    st.sampled_from(["parquet", "csv", "sqlite", "polars", "mapping"]),
    st.sampled_from(["auto", "counts"]),
    st.integers(1, 9),
)
def test_sources_columns_beside_and_sizes_of_pieces_change_no_number(table, form, keep, piece):
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("referee.data.stream.BATCH", piece)
        patch.setattr("referee.data.lazyframe.BATCH", piece)
        source, where = write(form, Path(folder), table)
        answers = read(source, truth="y", pred="p", score="s", positive=1, keep=keep, **where)
        assert numbers(answers, 1) == expected(table)


@settings(max_examples=max(10, EXAMPLES // 20))
@given(tables(), st.integers(0, 2**32 - 1), st.randoms())
def test_measures_and_limits_do_not_depend_on_the_order_of_rows(table, seed, random):
    order = list(range(len(table[0])))
    random.shuffle(order)
    one, two = (
        referee.evaluate(truth, said, scores, positive=1, rng=seed).rows()
        for truth, said, scores in (table, [column[order] for column in table])
    )
    assert repr(one) == repr(two)


@settings(max_examples=EXAMPLES)
@given(st.integers(2, 30), st.integers(2, 5), st.sampled_from(["<f8", ">f8", "<f4"]), st.integers(0, 2**32 - 1))
def test_copies_are_found_in_any_order_and_type(n, width, dtype, seed):
    draw = np.random.default_rng(seed)
    order = draw.permutation(2 * n)
    X = np.tile(draw.normal(size=(n, width)), (2, 1))[order].astype(dtype)
    both = referee.core.Splits("2-fold", 2 * n, (np.argsort(order)[:n], np.argsort(order)[n:]))
    assert copied_cases(X, both) == 2 * n
