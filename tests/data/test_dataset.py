"""Tables of any library become the same arrays."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from referee.data.dataset import datasets
from referee.errors import InputError

TRAIN = {"a": [1.0, None, 3.0], "c": ["x", "y", None], "y": ["no", "yes", "no"], "who": ["p1", "p2", "p1"]}
TEST = {"a": [2.0, 4.0], "c": ["z", "x"], "y": ["yes", "no"], "who": ["p3", "p2"]}


@pytest.mark.parametrize("kind", [dict, pd.DataFrame, pl.DataFrame, pa.table])
def test_tables_of_every_library(kind):
    sets, labels = datasets({"train": kind(TRAIN), "test": kind(TEST)}, target="y", groups="who")
    train, test = sets["train"], sets["test"]
    assert labels == ("no", "yes")
    assert train.names == ("a", "c")
    assert train.levels == (None, ("x", "y", "z"))
    np.testing.assert_array_equal(train.values, [[1, 0], [np.nan, 1], [3, np.nan]])
    np.testing.assert_array_equal(test.values, [[2, 2], [4, 0]])
    assert train.y.tolist() == [0, 1, 0]
    assert test.y.tolist() == [1, 0]
    assert train.roles["groups"].tolist() == [0, 1, 0]
    assert test.roles["groups"].tolist() == [2, 1]
    assert train.design().shape == (3, 4)
    assert train.design()[1, 0] == 2  # the median of 1 and 3


def test_arrays_stay_as_they_are():
    X = np.arange(6.0).reshape(3, 2)
    sets, _ = datasets({"train": (X, [0, 1, 0])})
    assert sets["train"].values is X
    assert sets["train"].rows(np.array([2])).values.tolist() == [[4.0, 5.0]]


def test_words_for_missing_among_numbers():
    sets, _ = datasets({"train": {"a": ["1", "NA", "2.5"], "c": ["NA", "x", "y"], "y": [0, 1, 0]}}, target="y")
    np.testing.assert_array_equal(sets["train"].values, [[1, 0], [np.nan, 1], [2.5, 2]])


def test_columns_in_another_order_are_the_same_columns():
    turned = {name: TEST[name] for name in ("who", "y", "c", "a")}
    sets, _ = datasets({"train": TRAIN, "test": turned}, target="y", groups="who")
    np.testing.assert_array_equal(sets["test"].values, [[2, 2], [4, 0]])


@pytest.mark.parametrize(
    ("tables", "options", "sentence"),
    [
        ({"train": {"a": [1], "y": [0]}, "test": {"b": [1], "y": [0]}}, {"target": "y"},
         "`test` must have the columns of `train`; got no 'a' and 'b' beside them."),
        ({"train": {"a": [1], "y": [0]}}, {"target": "z"}, "`target` must be a column of `train`; got 'z'. Its columns are 'a', 'y'."),
        ({"train": {"a": [1], "y": [0]}}, {"target": "y", "groups": "w"}, "`groups` must be a column of `train`; got 'w'."),
        ({"train": {"y": [0]}}, {"target": "y"}, "`train` must have at least one feature; got none beside the target."),
        ({"train": (np.ones(3), [0, 1, 0])}, {}, "`train` must be a table, one row per case; got 1 dimension"),
        ({"train": (np.ones((3, 1)), [0, 1])}, {}, "`train y` must have as many cases as `train` \\(3\\); got 2."),
        ({"train": np.ones((3, 1))}, {}, "`train` must be a pair \\(X, y\\), or a table with `target`"),
        ({"train": (np.ones((2, 1)), [0, None])}, {}, "`train y` must have no missing value"),
        ({"train": (np.ones((2, 1)), [0, 1])}, {"groups": {"train": [1]}}, "`groups` must have as many cases as `train`"),
        ({"train": {"a": [1.0, np.inf], "y": [0, 1]}}, {"target": "y"},
         "`train` must hold finite numbers; got inf in column 'a' at row 2 \\(index 1\\)."),
        ({"train": (5, [0, 1])}, {}, "`train` must be an array, or a pandas, polars or Arrow table; got int."),
    ],
)  # fmt: skip
def test_bad_tables(tables, options, sentence):
    with pytest.raises(InputError, match=sentence):
        datasets(tables, **options)
