"""A file of labelled cases."""

from __future__ import annotations

import pyarrow as pa
import pytest

from referee.data.cells import Coder
from referee.data.labelled import read_labelled
from referee.errors import FileError, InputError


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "d.csv"
    path.write_text("when;y;a;who;b\n3;1;0.5;007;x\n1;0;-2;7;z\n")
    return path


def test_roles(file):
    table = read_labelled(file, "y", features=["a"], groups="who", times="when")
    assert table.X.values.tolist() == [[0.5], [-2.0]]
    assert (table.y.to_pylist(), table.labels, table.X.names) == ([1, 0], (0, 1), ("a",))
    assert (table.groups.to_pylist(), table.times.tolist()) == (["007", "7"], [3.0, 1.0])


@pytest.mark.parametrize(
    ("options", "error", "sentence"),
    [
        ({"features": []}, InputError, "`features` must name at least one column"),
        ({"features": ["a", "y"]}, InputError, "`features` must leave out the target; got 'y' among them"),
        ({"features": ["c"]}, FileError, "have the column 'c'"),
    ],
)
def test_refused(file, options, error, sentence):
    with pytest.raises(error, match=sentence):
        read_labelled(file, "y", **options)


def test_times_may_be_dates(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("when,y,a\n2024-03-01,1,1\n2024-02-01T12:00,0,2\n")
    table = read_labelled(path, "y", times="when")
    assert table.times.astype("datetime64[h]").astype(str).tolist() == ["2024-03-01T00", "2024-02-01T12"]
    for wrong in ("soon", ""):
        path.write_text(f"when,y,a\n2024-03-01,1,1\n{wrong},0,2\n")
        with pytest.raises(FileError, match="`when` must"):
            read_labelled(path, "y", times="when")


def test_a_label_that_comes_late_has_a_code_of_its_own():
    codes = Coder("y")
    assert codes.codes("y", pa.array([0, 2, 0])).tolist() == [0, 1, 0]
    assert codes.codes("y", pa.array([0, 1, 0])).tolist() == [0, 2, 0]
    assert codes.labels == [0, 2, 1]
