"""ARFF files."""

from __future__ import annotations

import gzip
import sys

import pytest

from referee.data.files import read_arff
from referee.data.labelled import read_labelled
from referee.errors import FileError, InputError

WEATHER = """% a comment
@RELATION weather
@ATTRIBUTE outlook {sunny, overcast, 'light rain'}
@ATTRIBUTE "the size" NUMERIC
@ATTRIBUTE grade {1,2}
@ATTRIBUTE play {yes, no}
@DATA
sunny, 85, 1, no
'light rain', ?, 2, yes
?, 70.5, 2, yes
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "weather.arff"
    path.write_text(WEATHER)
    return path


def test_columns(file):
    columns = read_arff(file)
    assert list(columns) == ["outlook", "the size", "grade", "play"]
    assert columns["outlook"].to_pylist() == ["sunny", "light rain", None]
    assert columns["the size"].to_pylist() == [85.0, None, 70.5]
    assert columns["grade"].to_pylist() == ["1", "2", "2"]


def test_labelled_cases(file):
    table = read_labelled(file, "play")
    assert table.labels == ("yes", "no")
    assert table.X.objects[:, 0].tolist() == ["sunny", "light rain", None]
    assert table.X.objects[:, 2].tolist() == ["1", "2", "2"]


def test_sparse_rows(tmp_path):
    path = tmp_path / "s.arff"
    path.write_text("@relation s\n@attribute a numeric\n@attribute y {n,p}\n@data\n{0 1.5, 1 p}\n{}\n")
    columns = read_arff(path)
    assert (columns["a"].to_pylist(), columns["y"].to_pylist()) == ([1.5, 0.0], ["p", "n"])


def test_packed(file, tmp_path):
    packed = tmp_path / "w.arff.gz"
    packed.write_bytes(gzip.compress(file.read_bytes()))
    assert read_arff(packed)["play"].to_pylist() == ["no", "yes", "yes"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", "must be a complete ARFF file; got Invalid layout of the ARFF file, at line 1"),
        (
            WEATHER.replace("sunny, 85", "foggy, 85"),
            "must be a complete ARFF file; got Data value foggy not found",
        ),
        (WEATHER[: WEATHER.index("@DATA") + 6], "must hold at least one case"),
        ("", "must hold a table; got an empty file"),
    ],
)
def test_refused(tmp_path, text, sentence):
    path = tmp_path / "a.arff"
    path.write_text(text)
    with pytest.raises(FileError, match=sentence):
        read_arff(path)


def test_a_column_that_is_not_there(file):
    with pytest.raises(
        FileError, match="have the column 'class'; got none of that name. Its columns are 'outlook'"
    ):
        read_labelled(file, "class")


def test_without_the_package(file, monkeypatch):
    monkeypatch.setitem(sys.modules, "arff", None)
    with pytest.raises(
        InputError, match="find the package arff; got none. Install it with: pip install 'referee\\[arff\\]'"
    ):
        read_arff(file)
