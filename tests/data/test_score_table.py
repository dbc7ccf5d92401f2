"""Tables of scores from files, frames and mappings."""

from __future__ import annotations

import numpy as np
import pytest

from referee import InputError, ScoreTable
from referee.data.files import column_names
from referee.data.score_table import read_score_table, score_column, score_table_of
from referee.errors import FileError


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(tmp_path, sign):
    file = tmp_path / "r.csv"
    file.write_text("set,a,b\nx,0.9,0.8\ny,0.7,0.6\n".replace(",", sign))
    assert column_names(file) == ["set", "a", "b"]
    table = read_score_table(file, metric="accuracy")
    assert table.learners == ("a", "b")
    assert table.values.tolist() == [[0.9, 0.8], [0.7, 0.6]]
    assert table.source == "r.csv"


@pytest.mark.parametrize("cell", ["", " ", "NA", "nan", "-", "–", "null"])
def test_an_empty_cell_is_missing(tmp_path, cell):
    file = tmp_path / "r.csv"
    file.write_text(f"set,a,b\nx,0.9,{cell}\n007,0.7,0.6\n")
    table = ScoreTable.from_file(file)
    assert table.missing == (("x", "b", "empty cell"),)
    assert table.datasets == ("x", "007")
    assert np.isnan(table.values[0, 1])


def test_some_columns(tmp_path):
    file = tmp_path / "r.csv"
    file.write_text("set,a,first,b\nx,0.9,0.5,0.8\ny,0.7,,0.6\n")
    assert read_score_table(file, leave_out=["first"]).learners == ("a", "b")
    assert read_score_table(file, learners=["b", "a"]).learners == ("b", "a")
    assert score_column(file, "first") == {"x": 0.5}
    with pytest.raises(FileError, match="have the column 'z'"):
        read_score_table(file, learners=["a", "z"])


def test_frames_with_gaps():
    import pandas as pd

    frame = pd.DataFrame({"set": ["x", "y"], "a": [0.9, None], "b": [1, 2]})
    table = score_table_of(frame)
    assert table.missing == (("y", "a", "no score"),)
    with pytest.raises(InputError, match="hold a column for the name and at least two learners"):
        score_table_of(frame[["set", "a"]])


def test_some_learners_keep_their_gaps():
    table = ScoreTable(
        "m", "lower", ["x", "y"], ["a", "b", "c"], [[1, np.nan, 3], [2, 1, np.nan]], [("x", "b", "hung")]
    )
    assert table.missing == (("x", "b", "hung"), ("y", "c", "no score"))
    assert table.only(["c", "b"]).missing == (("x", "b", "hung"), ("y", "c", "no score"))
    assert table.only(["a", "c"]).missing == (("y", "c", "no score"),)
    assert table.best("y") == ("b",)
    assert table.column("a").tolist() == [-1, -2]
    assert table.rows()[0]["a"] == 1
    with pytest.raises(ValueError, match="read-only"):
        table.values[0, 0] = 5
    assert ScoreTable("m", "lower", ["x"], ["a", "b"], [[np.nan, np.nan]]).best("x") == ()
