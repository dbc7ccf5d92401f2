from __future__ import annotations

import datetime

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from referee.core import FeatureColumn
from referee.data.features import read_features
from referee.errors import InputError

N = 30
TEXT = ["red", "blue", None] * 10
NUMBERS = [1.5, None, 2.0] * 10
DAYS = [datetime.date(2024, 1, 1 + i % 28) for i in range(N)]
FLAGS = [True, False, True] * 10
TABLE = {"job": TEXT, "pay": NUMBERS, "since": DAYS, "member": FLAGS, "row_id": [f"r{i}" for i in range(N)]}
FACTS = (
    FeatureColumn("job", "text", missing=10, levels=2),
    FeatureColumn("pay", "number", missing=10),
    FeatureColumn("since", "date"),
    FeatureColumn("member", "boolean"),
    FeatureColumn("row_id", "text", levels=N, left_out="named"),
)


@pytest.mark.parametrize(
    "made",
    [
        pd.DataFrame,
        pl.DataFrame,
        pa.table,
        dict,
        lambda table: pd.DataFrame(table).astype({"job": "category", "pay": "Float64"}),
        lambda table: pd.DataFrame(table).assign(since=pd.to_datetime(table["since"])),
        lambda table: {k: ["" if v is None else str(v) for v in column] for k, column in table.items()},
    ],
    ids=["pandas", "polars", "arrow", "mapping", "extension types", "datetime64", "text of a file"],
)
def test_every_table_gives_the_same_features(made):
    found = read_features(made(TABLE))
    assert found.columns == FACTS
    assert found.names == ("job", "pay", "since", "member")
    day = 1 / 365.25
    expected = [[1.0, 1.5, 24.0, 1.0], [0.0, np.nan, 24 + day, 0.0], [np.nan, 2.0, 24 + 2 * day, 1.0]]
    np.testing.assert_allclose(found.values[:3], expected, rtol=1e-12)
    assert found.levels[0] == ("blue", "red")


def test_the_users_table_comes_back_without_identifiers():
    found = read_features(pd.DataFrame(TABLE))
    assert list(found.came.columns) == ["job", "pay", "since", "member"]
    assert list(found.rows(np.array([2, 0])).came["pay"]) == [2.0, 1.5]
    assert found.objects[:3, 0].tolist() == ["red", "blue", None]


def test_an_identifier_that_is_asked_for_stays():
    found = read_features(TABLE, asked=["row_id", "pay"])
    assert found.names == ("row_id", "pay")
    assert found.columns[0].used
    with pytest.raises(InputError, match="features"):
        read_features(TABLE, asked=["nothing"])


@pytest.mark.parametrize(
    ("name", "column", "why"),
    [
        ("Id", [10, 20, 20, *range(100, 127)], "named"),  # one case twice, as in breast-cancer-wisconsin
        ("sample code number", list(range(1000, 1000 + 2 * N, 2)), "named"),
        ("customerId", [str(i) for i in range(N)], "named"),
        ("unnamed: 0", list(range(N)), "named"),
        ("animal", [f"animal {i}" for i in range(N)], "unique"),
        ("animal", [f"animal {min(i, N - 2)}" for i in range(N)], "texts"),
        ("order", list(range(5, 5 + N)), "unique"),
        ("income", [100 * i + i % 7 for i in range(N)], ""),
        ("refractive index", [1 + i / 100 for i in range(N)], ""),
        ("class id", [1, 2, 3] * 10, ""),
        ("acid", list(range(0, 2 * N, 2)), ""),
        ("code", list("abc") * 10, ""),
    ],
)
def test_which_columns_name_the_cases(name, column, why):
    found = read_features({name: column, "x": [0.5] * len(column)})
    assert found.columns[0].left_out == why


def test_few_cases_have_no_identifiers():
    assert read_features({"id": ["a", "b", "c"], "x": [1, 2, 3]}).columns[0].used


def test_a_table_of_nothing_but_identifiers_is_refused():
    with pytest.raises(InputError, match="which name the cases"):
        read_features({"id": list(range(N))})


def test_what_needs_no_reading():
    from scipy.sparse import eye_array

    assert read_features(np.ones((5, 2))) is None
    assert read_features(eye_array(4)) is None
    assert read_features(np.array(["a text", "another"], dtype=object)) is None
    gaps = read_features(np.array([[1.0, np.nan], [2.0, 3.0]]))
    assert gaps.gaps
    assert [fact.missing for fact in gaps.columns] == [0, 1]


def test_text_that_looks_like_a_number_to_python_alone():
    assert read_features({"x": ["1_0", "2"] * 6}).columns[0].kind == "text"


def test_declared_categories_are_text():
    column = pd.Categorical(["1", "2", "1", "2"])
    assert read_features(pd.DataFrame({"x": column})).columns[0].kind == "text"
