"""A feature of a file as it comes."""

from __future__ import annotations

import datetime

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.data.features import read_features
from referee.data.labelled import read_labelled
from referee.errors import FileError, InputError


def read(cells, kind=None):
    found = read_features({"a": pa.chunked_array([pa.array(cells, kind)])}, asked=["a"])
    return found.objects[:, 0] if found.text else found.values[:, 0]


@pytest.mark.parametrize("gap", ["", " ", "?", "NA", "NaN", "nan", "null"])
def test_a_gap_in_numbers_is_missing(gap):
    np.testing.assert_array_equal(read(["1", gap, "2e3"]), [1, np.nan, 2000])


def test_text_stays_text_and_what_looks_missing_is_a_category():
    assert read(["x", "?", "NA", ""]).tolist() == ["x", "?", "NA", None]


def test_a_nominal_column_of_digits_is_text():
    assert read(pa.array(["1", None, "2"]).dictionary_encode()).tolist() == ["1", None, "2"]


@pytest.mark.parametrize("kind", [pa.int64(), pa.float32(), pa.bool_()])
def test_typed_numbers(kind):
    np.testing.assert_array_equal(
        read([True, None, False] if kind == pa.bool_() else [1, None, 0], kind), [1, np.nan, 0]
    )


def test_dates_are_years():
    assert read([datetime.date(2024, 1, 1)]).tolist() == [24.0]


def test_decimals_with_a_comma_are_no_text():
    with pytest.raises(InputError, match="`a` must hold numbers; got '1,5'. Write decimals with a point."):
        read(["1,5", "2,0", ""])


def test_a_file_of_numbers_and_text(tmp_path):
    file = tmp_path / "d.csv"
    file.write_text("id,y,colour,size\n1,no,red,3\n2,yes,blue,?\n")
    table = read_labelled(file, "y", drop=["id"])
    assert table.X.names == ("colour", "size")
    assert table.X.objects.tolist() == [["red", 3.0], ["blue", pytest.approx(np.nan, nan_ok=True)]]
    with pytest.raises(FileError, match="have the column 'ID'"):
        read_labelled(file, "y", drop=["ID"])


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
        assert found == [cell or None for cell in cells]
    elif {cell.strip().lower() for cell in cells} & {"true", "false"}:
        assert set(found) - {None} <= {0.0, 1.0}
    else:
        assert all(np.isnan(a) or float(b) == a for a, b in zip(found, cells, strict=True))
