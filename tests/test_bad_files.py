"""Bad inputs that come as files, on the command line: one line on standard error, exit code 2, no traceback.

The rows are those of tests/reference/bad_inputs.json; the same faults in Python, and in every format, are in test_files.py.
"""

from __future__ import annotations

import gzip
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from helpers.cli_runner import run

LATIN = "Say its encoding, for example encoding='latin-1' (--encoding latin-1)."


def gzipped():
    whole = gzip.compress(b"y,p\n" + b"1,1\n0,1\n" * 5000)
    return whole[: len(whole) // 2]


def parquet(tmp_path):
    pq.write_table(pa.table({"y": [1, 0] * 500, "p": [1, 1] * 500}), tmp_path / "whole.parquet")
    whole = (tmp_path / "whole.parquet").read_bytes()
    return whole[: len(whole) // 2]


REFUSED = [
    (
        "bad51",
        "one.csv",
        b"label:score\n1:0.5\n",
        "must have the columns 'y', 'p'; got none of that name. Its columns are 'label:score'.",
    ),
    (
        "bad52",
        "bare.csv",
        b"1,0.9\n0,0.2\n",
        "must have the columns 'y', 'p'; got none of that name. The first line looks like data: add a header line.",
    ),
    ("bad53", "ragged.csv", b"y,p\n1,1\n1\n", "must have 2 cells on every line; got 1 cell on line 3."),
    (
        "bad53",
        "quote.csv",
        b'y,p\n"a,a\nb,b\n',
        "must close every quote; got an open quote, the last one on line 2.",
    ),
    (
        "bad54",
        "latin.csv",
        "y,p\né,a\n".encode("latin-1"),
        f"must be utf-8 text; got byte 0xe9 at offset 4. {LATIN}",
    ),
    (
        "bad54",
        "wide.csv",
        "y,p\na,a\n".encode("utf-16"),
        "must be utf-8 text; got the mark of utf-16. Say encoding='utf-16' (--encoding utf-16).",
    ),
    ("bad56", "cut.csv.gz", gzipped, "must be complete; got a damaged file ("),
    ("bad56", "cut.parquet", parquet, "must be a complete Parquet file; got "),
    ("bad57", "empty.csv", b"", "must hold a table; got an empty file."),
    ("bad57", "header.csv", b"y,p\n", "must hold at least one case; got a header and no rows."),
    ("bad57", "none.csv", None, "must exist; got no such file."),
]


@pytest.mark.parametrize(("row", "name", "content", "sentence"), REFUSED, ids=[f"{r[0]}-{r[1]}" for r in REFUSED])
def test_refused_in_one_line(tmp_path, row, name, content, sentence):
    file = tmp_path / name
    if content is not None:
        made = content if isinstance(content, bytes) else content(tmp_path) if content is parquet else content()
        file.write_bytes(made)
    code, out, err = run("evaluate", file, "--truth", "y", "--pred", "p")
    assert (code, out) == (2, "")
    assert err.startswith(f"referee: `{file}` {sentence}")
    assert len(err.splitlines()) == 1


def accuracy(file, *more):
    code, out, err = run("evaluate", file, "--truth", "y", "--pred", "p", "--json", *more)
    assert (code, err) == (0, "")
    return json.loads(out)


def test_bad50_a_mark_at_the_beginning(tmp_path):
    file = tmp_path / "mark.csv"
    file.write_bytes(b"\xef\xbb\xbfy,p\n1,1\n0,1\n")
    assert accuracy(file)["confusion"]["counts"] == [[0, 1], [0, 1]]


@pytest.mark.parametrize("sign", [";", "\t", "|"])
def test_bad51_other_delimiters_are_found(tmp_path, sign):
    file = tmp_path / "other.csv"
    file.write_text(f"y{sign}p\n1{sign}1\n0{sign}1\n")
    assert accuracy(file)["confusion"]["counts"] == [[0, 1], [0, 1]]


def test_bad55_decimal_commas(tmp_path):
    file = tmp_path / "comma.csv"
    file.write_text("y;s\n1;0,85\n0;0,1\n")
    code, out, err = run("evaluate", file, "--truth", "y", "--score", "s", "--positive", "1")
    assert (code, out) == (2, "")
    assert err == "referee: `s` must hold numbers; got '0,85' at row 0. Write decimals with a point.\n"


def test_bad57_a_folder_without_files(tmp_path):
    code, out, err = run("evaluate", tmp_path, "--truth", "y", "--pred", "p")
    assert (code, out) == (2, "")
    assert err.startswith(f"referee: `{tmp_path}` must ")
    assert len(err.splitlines()) == 1


def test_bad59_ids_stay_text(tmp_path):
    (tmp_path / "a.csv").write_text("id,y,p\n007,1,1\n7,0,0\n08,1,0\n")
    (tmp_path / "b.csv").write_text("id,y,p\n08,1,1\n007,1,1\n7,0,1\n")
    paths = [tmp_path / "a.csv", tmp_path / "b.csv"]
    code, out, err = run("compare", *paths, "--truth", "y", "--pred", "p", "--id", "id", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["n"] == 3
    (tmp_path / "b.csv").write_text("id,y,p\n8,1,1\n7,1,1\n7.0,0,1\n")
    code, out, err = run("compare", *paths, "--truth", "y", "--pred", "p", "--id", "id")
    assert (code, out) == (2, "")
    assert "'007', '08'" in err


def test_bad60_classes_named_like_nothing(tmp_path):
    file = tmp_path / "na.csv"
    file.write_text("y,p\nNA,NA\nNone,null\nnull,NA\nnan,nan\n")
    assert accuracy(file)["confusion"]["labels"] == ["NA", "None", "nan", "null"]
