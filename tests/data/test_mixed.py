"""A feature as it comes."""

from __future__ import annotations

import datetime

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.data.cells import mixed_column
from referee.data.labelled import read_labelled
from referee.errors import FileError


def read(cells, kind=None):
    return mixed_column({"a": pa.chunked_array([pa.array(cells, kind)])}, "a")


@pytest.mark.parametrize("gap", ["", " ", "?", "NA", "NaN", "nan", "null"])
def test_a_gap_in_numbers_is_missing(gap):
    np.testing.assert_array_equal(read(["1", gap, "2e3"]), [1, np.nan, 2000])


def test_text_stays_text_and_what_looks_missing_is_a_category():
    assert read(["x", "?", "NA", ""]).tolist() == ["x", "?", "NA", ""]


def test_a_nominal_column_of_digits_is_text():
    assert read(pa.array(["1", None, "2"]).dictionary_encode()).tolist() == ["1", None, "2"]


@pytest.mark.parametrize("kind", [pa.int64(), pa.float32(), pa.bool_()])
def test_typed_numbers(kind):
    np.testing.assert_array_equal(
        read([True, None, False] if kind == pa.bool_() else [1, None, 0], kind), [1, np.nan, 0]
    )


def test_dates_are_neither_numbers_nor_text():
    with pytest.raises(FileError, match="`a` must hold numbers or text; got type date32"):
        read([datetime.date(2020, 1, 1)])


def test_an_identifier_is_refused():
    names = [f"n{i}" for i in range(30)]
    with pytest.raises(FileError, match="hold numbers or a few categories; got 30 different texts in 30 cases"):
        read(names)
    assert len(read(names + ["n0"] * 40)) == 70
    assert len(read(names[:20])) == 20


def test_a_file_of_numbers_and_text(tmp_path):
    file = tmp_path / "d.csv"
    file.write_text("id,y,colour,size\n1,no,red,3\n2,yes,blue,?\n")
    table = read_labelled(file, "y", drop=["id"], column=mixed_column)
    assert table.features == ("colour", "size")
    assert table.X.tolist() == [["red", 3.0], ["blue", pytest.approx(np.nan, nan_ok=True)]]
    with pytest.raises(FileError, match="have the column 'ID'"):
        read_labelled(file, "y", drop=["ID"], column=mixed_column)


@given(
    st.lists(st.one_of(st.floats(), st.integers(-(10**6), 10**6), st.sampled_from(["", "?", "NA"])), min_size=1)
)
def test_numbers_as_python_reads_them(cells):
    expected = [np.nan if isinstance(cell, str) else float(cell) for cell in cells]
    np.testing.assert_array_equal(read([str(cell) for cell in cells]), expected)


@pytest.mark.slow
@given(st.lists(st.text(max_size=3), min_size=1, max_size=15))
def test_a_column_is_text_or_numbers_and_nothing_is_lost(cells):
    found = read(cells).tolist()
    if any(isinstance(cell, str) for cell in found):
        assert found == cells
    else:
        assert all(np.isnan(a) or float(b) == a for a, b in zip(found, cells, strict=True))
