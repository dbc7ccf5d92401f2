"""The same labels in every kind of column give the same matrix, and nothing is lost on the way."""

from __future__ import annotations

import datetime
import subprocess
import sys
import uuid

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import referee
from odd_inputs.table import Table
from referee import InputError, read

TRUTH = ["b", "a", "b", "a", "b", "b"]
SAID = ["b", "b", "b", "a", "a", "b"]
COUNTS = [[1, 1], [1, 3]]
TABLE = Table("read")

TEXT = {
    "list": list,
    "tuple": tuple,
    "numpy str": np.array,
    "numpy object": lambda v: np.array(v, dtype=object),
    "numpy bytes": lambda v: np.array([x.encode() for x in v]),
    "list of bytes": lambda v: [x.encode() for x in v],
    "list of numpy text": lambda v: [np.str_(x) for x in v],
    "numpy big endian": lambda v: np.array(v, dtype=">U5"),
    "numpy strided": lambda v: np.array([x for x in v for _ in (0, 1)])[::2],
    "pandas object": lambda v: pd.Series(v, dtype=object),
    "pandas string": lambda v: pd.Series(v, dtype="string"),
    "pandas category": lambda v: pd.Series(v, dtype="category"),
    "pandas pyarrow": lambda v: pd.Series(v, dtype="string[pyarrow]"),
    "pandas arrow dictionary": lambda v: pd.Series(v, dtype=pd.ArrowDtype(pa.dictionary(pa.int32(), pa.string()))),
    "pandas array": lambda v: pd.array(v, dtype="string"),
    "pandas Categorical": pd.Categorical,
    "pandas Index": pd.Index,
    "polars String": lambda v: pl.Series(v, dtype=pl.String),
    "polars Categorical": lambda v: pl.Series(v, dtype=pl.Categorical),
    "polars Enum": lambda v: pl.Series(v, dtype=pl.Enum(["a", "b"])),
    "arrow array": pa.array,
    "arrow large string": lambda v: pa.array(v, type=pa.large_string()),
    "arrow binary": lambda v: pa.array([x.encode() for x in v]),
    "arrow chunks": lambda v: pa.chunked_array([v[:2], v[2:]]),
    "arrow dictionary": lambda v: pa.array(v).dictionary_encode(),
    "arrow dictionary chunks": lambda v: pa.chunked_array(
        [pa.array(v[:2]).dictionary_encode(), pa.array(v[2:]).dictionary_encode()]
    ),
}
NUMBERS = {
    "list": list,
    "list of floats": lambda v: [float(x) for x in v],
    "ints and floats": lambda v: [float(x) if i % 2 else x for i, x in enumerate(v)],
    "list of numpy ints": lambda v: [np.int32(x) for x in v],
    "pandas Int64": lambda v: pd.Series(v, dtype="Int64"),
    "pandas Float64": lambda v: pd.Series(v, dtype="Float64"),
    "pandas category": lambda v: pd.Series(v, dtype="category"),
    "pandas category of floats": lambda v: pd.Series([float(x) for x in v], dtype="category"),
    "pandas pyarrow": lambda v: pd.Series(v, dtype="int64[pyarrow]"),
    "pandas array": lambda v: pd.array(v, dtype="Int64"),
    "polars Int8": lambda v: pl.Series(v, dtype=pl.Int8),
    "polars UInt64": lambda v: pl.Series(v, dtype=pl.UInt64),
    "polars Int128": lambda v: pl.Series(v, dtype=pl.Int128),
    "polars Float32": lambda v: pl.Series(v, dtype=pl.Float32),
    "arrow": pa.array,
    "arrow dictionary": lambda v: pa.array(v).dictionary_encode(),
} | {
    f"numpy {kind}": lambda v, kind=kind: np.array(v, dtype=kind)
    for kind in (
        "int8",
        "uint8",
        "int64",
        "uint64",
        ">i4",
        "float16",
        "float32",
        "float64",
        "longdouble",
        "object",
    )
}
BOOLS = {
    "list": list,
    "numpy": np.array,
    "numpy object": lambda v: np.array(v, dtype=object),
    "list of numpy bools": lambda v: [np.bool_(x) for x in v],
    "pandas": pd.Series,
    "pandas boolean": lambda v: pd.Series(v, dtype="boolean"),
    "pandas pyarrow": lambda v: pd.Series(v, dtype="bool[pyarrow]"),
    "pandas category": lambda v: pd.Series(v, dtype="category"),
    "polars": pl.Series,
    "arrow": pa.array,
}


@TABLE.answers("text", each=TEXT)
def text(name):
    make = TEXT[name]
    matrix = read(make(TRUTH), make(SAID)).confusion
    assert matrix.counts.tolist() == COUNTS
    assert matrix.labels == ("a", "b")
    assert all(type(label) is str for label in matrix.labels)
    assert read(make(TRUTH), SAID).confusion == matrix
    assert read(TRUTH, make(SAID)).confusion == matrix


@TABLE.answers(case="bad12", each=NUMBERS)
def numbers(name):
    make = NUMBERS[name]
    truth, said = ([int(x == "b") for x in column] for column in (TRUTH, SAID))
    matrix = read(make(truth), make(said)).confusion
    assert matrix.counts.tolist() == COUNTS
    assert (matrix.labels, matrix.positive) == ((0, 1), 1)
    assert all(type(label) is int for label in matrix.labels)
    assert read(truth, make(said)).confusion == matrix


@TABLE.answers(case="bad14", each=BOOLS)
def booleans(name):
    make = BOOLS[name]
    truth, said = ([x == "b" for x in column] for column in (TRUTH, SAID))
    matrix = read(make(truth), make(said)).confusion
    assert matrix.counts.tolist() == COUNTS
    assert (matrix.labels, matrix.positive) == ((False, True), True)
    assert all(type(label) is bool for label in matrix.labels)


@TABLE.answers("numpy variable width text")
def numpy_variable_width_text():
    kind = np.dtypes.StringDType()
    assert read(np.array(TRUTH, dtype=kind), SAID).confusion.counts.tolist() == COUNTS


LEVELS = {
    "Categorical": pd.Categorical(TRUTH, categories=["b", "c", "a"]),
    "Series": pd.Series(pd.Categorical(TRUTH, categories=["b", "c", "a"])),
    "Enum": pl.Series(TRUTH, dtype=pl.Enum(["b", "c", "a"])),
    "dictionary": pa.DictionaryArray.from_arrays(
        pa.array([0, 2, 0, 2, 0, 0]), pa.array(["b", "c", "a"]), ordered=True
    ),
}


@TABLE.answers("declared levels", each=LEVELS)
def declared_levels_give_the_classes_and_their_order(name):
    levels = LEVELS[name]
    matrix = read(levels, SAID).confusion
    assert matrix.labels == ("b", "c", "a")
    assert matrix.counts.tolist() == [[3, 0, 1], [0, 0, 0], [1, 0, 1]]


@TABLE.answers(
    case="bad15",
    each=[
        [2**53, 2**53 + 1],
        [2**60, 2**60 + 900],
        [2**63, 2**63 + 1],
        [2**63, -1],
        [2**64 - 1, 0],
        [-(2**63), -(2**63) + 1],
        [2**70, 2**70 + 1],
    ],
)
def huge_integers_are_exact(pair):
    matrix = read([*pair, pair[0]], [*pair, pair[1]]).confusion
    low = pair.index(min(pair))
    assert matrix.labels == tuple(sorted(pair))
    assert matrix.counts.sum() == 3
    assert matrix.counts[low, 1 - low] == 1 or matrix.counts[1 - low, low] == 1
    for make in (pd.Series, lambda v: np.array(v, dtype=object)):
        assert read(make([*pair, pair[0]]), [*pair, pair[1]]).confusion == matrix


@TABLE.answers("unsigned columns are exact", each=[2**63 + 1, 2**62, 2**50, 5])
def unsigned_columns_are_exact(low):
    truth, said = (
        np.array([low, low + 3, low], dtype=np.uint64),
        np.array([low, low + 3, low + 3], dtype=np.uint64),
    )
    matrix = read(truth, said).confusion
    assert matrix.labels == (low, low + 3)
    assert matrix.counts.tolist() == [[1, 1], [0, 1]]
    assert read(truth, [low, low + 3, low + 3]).confusion == matrix
    every = tuple(sorted({low, low + 3, 5, 7}))
    assert read(truth, np.array([5, 7, 5]), labels=every).confusion.labels == every


@TABLE.answers("levels in the order of meeting are sorted and ordered ones kept")
def levels_in_the_order_of_meeting_are_sorted_and_ordered_ones_kept():
    met = pa.array(["b", "a"]).dictionary_encode()
    assert read(met, met).labels == ("a", "b")
    declared = pa.DictionaryArray.from_arrays(pa.array([0, 1]), pa.array(["b", "a"]), ordered=True)
    assert read(declared, declared).labels == ("b", "a")


@TABLE.answers("codes of narrow integers do not wrap", each=["int8", "uint8", "int16", "uint64", ">i2"])
def codes_of_narrow_integers_do_not_wrap(kind):
    low = 0 if kind.startswith("u") else -100
    truth = np.array([low, low + 200, low + 7] if kind != "int8" else [-100, 100, 7], dtype=kind)
    p = read(truth, truth[::-1], weights=[1, 1, 1])
    assert p.labels == tuple(sorted(truth.tolist()))
    assert [p.labels[code] for code in p.truth] == truth.tolist()
    assert p.confusion.n == 3


@TABLE.answers("text is kept to the last character")
def text_is_kept_to_the_last_character():
    assert read(["a\0", "a"], ["a", "a"]).labels == ("a", "a\0")
    long = "x" * 100_000
    labels = read([long, long + "y"] + ["a"] * 100, [long] * 102).labels
    assert labels == ("a", long, long + "y")


@TABLE.answers(case="bad18", each=["y_pred", "weights", "groups", "case_ids", "y_score"])
def another_pandas_index_is_refused(arg):
    y = pd.Series([1, 0, 1])
    given = {"y_pred": y, arg: pd.Series([1, 0, 2] if arg != "y_pred" else [1, 0, 1], index=[0, 2, 1])}
    with pytest.raises(InputError) as caught:
        read(y, **given)
    assert str(caught.value) == (
        f"`{arg}` must have the same index as `y_true`; got another index. "
        "Align them first, or pass .to_numpy() when the order of rows is right as it is."
    )
    given[arg] = given[arg].to_numpy()
    read(y, **given)


KEYS = {
    "ints": [1, 2, 1, 2],
    "text": ["x", "y", "x", "y"],
    "leading zeros": ["07", "7", "07", "7"],
    "fractions": [0.5, 1.5, 0.5, 1.5],
    "dates": [datetime.date(2020, 1, 1), datetime.date(2020, 1, 2)] * 2,
    "numpy dates": np.array(["2020-01-01", "2020-01-02"] * 2, dtype="M8[D]"),
    "pandas dates": pd.Series(pd.to_datetime(["2020-01-01", "2020-01-02"] * 2)),
    "pandas category": pd.Series(["x", "y", "x", "y"], dtype="category"),
    "polars dates": pl.Series([datetime.date(2020, 1, 1), datetime.date(2020, 1, 2)] * 2),
    "tuples": [("a", 1), ("a", 2)] * 2,
    "uuids": [uuid.UUID(int=1), uuid.UUID(int=2)] * 2,
    "mixed": [1, "1", 1, "1"],
    "mixed numpy": [np.int64(1), "1", 1, "1"],
    "bools": [True, False] * 2,
    "huge": [2**70, 2**70 + 1] * 2,
}


@TABLE.answers("groups", each=KEYS)
def groups_of_any_type(name):
    groups = KEYS[name]
    tables = read([1, 1, 0, 0], [1, 0, 0, 0], groups=groups).clusters
    assert sorted(tables.tolist()) == [[[1, 0], [0, 1]], [[1, 0], [1, 0]]]


@TABLE.answers("case ids", each=KEYS)
def case_ids_of_any_type(name):
    ids = KEYS[name]
    two = ids[:2]
    backward = list(two)[::-1]
    a, b = read([1, 0], [1, 0], case_ids=two), read([0, 1], [1, 1], case_ids=backward)
    assert a.fingerprint == b.fingerprint
    assert a.fingerprint != read([0, 1], [1, 1], case_ids=two).fingerprint
    with pytest.raises(InputError, match=r"got 2 repeated ids \(.*\), the first at row 3 \(index 2\)\.$"):
        read([1, 0, 1, 0], [1, 0, 1, 0], case_ids=ids)


@TABLE.answers("ids are the same whatever number type holds them")
def ids_are_the_same_whatever_number_type_holds_them():
    prints = {
        read([1, 0], [1, 0], case_ids=make([7, 8])).fingerprint
        for make in (list, np.array, lambda v: np.array(v, dtype=float), pd.Series, pl.Series, pa.array)
    }
    assert len(prints) == 1


@TABLE.answers("a table is not a column")
def a_table_is_not_a_column():
    for table in (
        pd.DataFrame({"y": [1]}),
        pl.DataFrame({"y": [1]}),
        pl.LazyFrame({"y": [1]}),
        pa.table({"y": [1]}),
    ):
        with pytest.raises(InputError, match=r"Pass one column of the table\.$"):
            read(table, [1])


@TABLE.answers("weights and scores come in any column")
def weights_and_scores_come_in_any_column():
    for make in (list, np.array, pd.Series, pl.Series, pa.array, lambda v: pd.Series(v, dtype="Float64")):
        p = read([1, 0, 1], [1, 0, 0], make([0.9, 0.2, 0.1]), weights=make([1.0, 2.0, 0.5]), positive=1)
        assert p.confusion.tp == 1.0
        assert p.confusion.fn == 0.5
        assert p.ranking.auc == pytest.approx(2 / 3)


@TABLE.answers("the frame is of the library that the data came in")
def the_frame_is_of_the_library_that_the_data_came_in():
    for library, column in {"pandas": pd.Series, "polars": pl.Series, "pyarrow": pa.array}.items():
        frame = referee.evaluate(column([1, 0, 1]), column([1, 0, 0]), rng=0).frame()
        assert type(frame).__module__.split(".")[0].startswith(library)


PROBE = """
import sys
import numpy as np
{imports}
column = {column}
before = set(sys.modules)
import referee
referee.read(column, [1, 0, 1]).confusion
print(referee.evaluate(column, [1, 0, 1], rng=0).n)
print(*[m for m in ("pandas", "polars", "pyarrow", "torch", "sklearn", "matplotlib") if m in set(sys.modules) - before])
"""


LIBRARIES = {
    "list": ("", "[1, 0, 0]"),
    "numpy": ("", "np.array([1, 0, 0])"),
    "polars": ("import polars as pl", "pl.Series([1, 0, 0])"),
    "arrow": ("import pyarrow as pa", "pa.array([1, 0, 0])"),
}


@TABLE.answers("no library is imported that the user did not import", each=LIBRARIES, slow=True)
def no_library_is_imported_that_the_user_did_not_import(name):
    imports, column = LIBRARIES[name]
    code = PROBE.format(imports=imports, column=column)
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.split() == ["3"]


@pytest.mark.parametrize("row", TABLE.params)
def test_answer(row, tmp_path, monkeypatch):
    row.check(tmp_path, monkeypatch)
