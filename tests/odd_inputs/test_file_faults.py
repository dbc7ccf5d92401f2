"""Faults of files: one sentence in Python, and the same one line on the command line with exit code 2."""

from __future__ import annotations

import gzip
import os
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.feather as pf
import pyarrow.parquet as pq
import pytest

from helpers.cli_runner import run
from odd_inputs.table import Table
from referee import read
from referee.data.cells import key_column, label_columns, number_column
from referee.data.files import read_columns
from referee.errors import FileError

TABLE = Table("read_columns, referee evaluate")


def cut(write, ending):
    """The first half of a file."""

    def make(folder):
        file = folder / f"whole.{ending}"
        write(pa.table({"y": [1, 0] * 500, "yhat": [1, 1] * 500}), file)
        return file.read_bytes()[: file.stat().st_size // 2]

    return make


def check_refused(path, sentence, columns=("y", "yhat")):
    """Refused with the sentence, in which a star is what a parser says, in Python and on the command line."""
    with pytest.raises(FileError) as caught:
        read_columns(path, list(columns))
    message = str(caught.value)
    start, _, end = f"`{path}` must {sentence}".partition("*")
    assert "\n" not in message
    assert (message.startswith(start) and message.endswith(end)) if end else message == start
    code, out, err = run("evaluate", path, "--truth", columns[0], "--pred", columns[-1])
    assert (code, out, err) == (2, "", f"referee: {message}\n")


LATIN = "Say its encoding, for example encoding='latin-1' (--encoding latin-1)."
FAULTS = {
    "a.csv, header only": (b"y,yhat\n", "hold at least one case; got a header and no rows."),
    "b.csv, header only": (b"y,yhat", "hold at least one case; got a header and no rows."),
    "c.csv, empty": (b"", "hold a table; got an empty file."),
    "c.parquet, empty": (b"", "hold a table; got an empty file."),
    "d.csv, blank first line": (b"\ny,yhat\n1,1\n", "begin with a header line; got an empty first line."),
    "e.csv, missing column": (
        b"z,yhat\n1,1\n",
        "have the column 'y'; got none of that name. Its columns are 'z', 'yhat'.",
    ),
    "f.csv, missing columns": (
        b"a;b\n1;1\n",
        "have the columns 'y', 'yhat'; got none of that name. Its columns are 'a', 'b'.",
    ),
    "g.csv, no header": (
        b"1,0.9\n0,0.2\n",
        "have the columns 'y', 'yhat'; got none of that name. The first line looks like data: add a header line.",
    ),
    "h.csv, column twice": (b"y,y,yhat\n1,1,1\n", "name each column once; got the column 'y' twice."),
    "i.csv, short line": (b"y,yhat\n1,1\n1\n", "have 2 cells on every line; got 1 cell on line 3."),
    "j.csv, decimal comma": (b"y,yhat\n1,0,85\n", "have 2 cells on every line; got 3 cells on line 2."),
    "k.csv, open quote": (b'y,yhat\n"a,a\nb,b\n', "close every quote; got an open quote, the last one on line 2."),
    "l.csv, latin": ("y,yhat\né,a\n".encode("latin-1"), f"be utf-8 text; got byte 0xe9 at offset 7. {LATIN}"),
    "m.csv, late latin": (
        ("y,yhat\n" + "a,a\n" * 50_000 + "é,a\n").encode("latin-1"),
        f"be utf-8 text; got byte 0xe9 at offset 200007. {LATIN}",
    ),
    "n.csv, utf-16": (
        "y,yhat\na,a\n".encode("utf-16"),
        "be utf-8 text; got the mark of utf-16. Say encoding='utf-16' (--encoding utf-16).",
    ),
    "o.csv, utf-16 without mark": (
        "y,yhat\na,a\n".encode("utf-16-le"),
        f"be utf-8 text; got a zero byte at offset 1, as in utf-16. {LATIN}",
    ),
    "p.csv.gz, not gzip": (
        b"y,yhat\n1,1\n",
        "be complete; got a damaged file (*).",
    ),
    "q.csv.gz, cut": (
        gzip.compress(b"y,yhat\n" + bytes(range(48, 58)) * 500)[:30],
        "be complete; got a damaged file (*).",
    ),
    "r.parquet, text": (b"y,yhat\n1,1\n", "be a complete Parquet file; got *."),
    "s.feather, text": (b"y,yhat\n1,1\n", "be a complete Arrow file; got *."),
    "t.json, one array": (
        b'[{"y": 1, "yhat": 1}]',
        "be a complete JSON-lines file; got *. Write one JSON object a line, in UTF-8.",
    ),
    "u.jsonl, cut": (
        b'{"y": 1, "yhat": 1}\n{"y": 1, "yh',
        "be a complete JSON-lines file; got *. Write one JSON object a line, in UTF-8.",
    ),
    "v.jsonl, latin": (
        '{"y": "é", "yhat": "a"}\n'.encode("latin-1"),
        "be a complete JSON-lines file; got *. Write one JSON object a line, in UTF-8.",
    ),
    "x.csv, another delimiter": (
        b"label:score\n1:0.5\n",
        "have the columns 'y', 'yhat'; got none of that name. Its columns are 'label:score'.",
    ),
    "y.csv.gz, cut in half": (
        gzip.compress(b"y,yhat\n" + b"1,1\n0,1\n" * 5000)[:40],
        "be complete; got a damaged file (*).",
    ),
    "z.parquet, cut in half": (cut(pq.write_table, "parquet"), "be a complete Parquet file; got *."),
    "z.feather, cut in half": (cut(pf.write_feather, "feather"), "be a complete Arrow file; got *."),
    "1.csv, header again": (
        b"y,yhat\na,a\nb,b\ny,yhat\na,b\n",
        "have one header line; got the names of its columns again at row 3 (index 2). "
        "Leave the headers out where files are put together.",
    ),
    "w.xlsx, unknown": (
        b"PK",
        "end in one of .arrow, .csv, .feather, .ipc, .json, .jsonl, .ndjson, .parquet, .pq, .tsv, .txt; got w.xlsx.",
    ),
}


CASE = {
    "x": "bad51",
    "g": "bad52",
    "i": "bad53",
    "k": "bad53",
    "l": "bad54",
    "n": "bad54",
    "y": "bad56",
    "z": "bad56",
}
CASE |= {"a": "bad57", "c": "bad57"}


def is_refused(given, tmp_path):
    name = given.split(",")[0]
    content, sentence = FAULTS[given]
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content(tmp_path))
    check_refused(path, sentence)


for fault in FAULTS:
    TABLE.answers(fault, case=CASE.get(fault[0], ""))(partial(is_refused, fault))


@TABLE.answers(case="bad57")
def no_file(tmp_path):
    check_refused(tmp_path / "no.csv", "exist; got no such file.")


@TABLE.answers("a pipe in the place of a file", case="bad57", each=["-", "pipe.csv"])
def a_pipe(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe.csv")
    got = "exist; got no such file" if name == "-" else "be a file; got a pipe or a device"
    hint = "A pipe is not read, because files are read twice: save it to a file first."
    check_refused(Path(name), f"{got}. {hint}")


@TABLE.answers("a folder in the place of a file", case="bad57")
def a_folder(tmp_path):
    with pytest.raises(FileError) as caught:
        read_columns(tmp_path, ["y"])
    assert str(caught.value) == f"`{tmp_path}` must be a file; got a directory."
    code, out, err = run("evaluate", tmp_path, "--truth", "y", "--pred", "p")
    assert (code, out) == (2, "")
    assert err.startswith(f"referee: `{tmp_path}` must ")
    assert len(err.splitlines()) == 1


@TABLE.answers("a path with control characters")
def a_path_with_control_characters():
    with pytest.raises(FileError) as caught:
        read_columns("a\n\x1b[2J.csv", ["y"])
    assert str(caught.value) == "`a\\n\\x1b[2J.csv` must exist; got no such file."


NOTHING = "Decide what they mean; for predictions missing='drop' (--missing drop) leaves these cases out."


@TABLE.answers("an empty cell")
def an_empty_cell(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("v,x\n1,a\n,b\n,c\n")
    for take in (number_column, key_column, lambda c, n: label_columns(c, [n])):
        with pytest.raises(FileError) as caught:
            take(read_columns(path, ["v"]), "v")
        got = "got 2 empty cells, the first at row 2 (index 1)."
        assert str(caught.value) == f"`v` must have no missing value; {got} {NOTHING}"


NUMBERS = {
    "0,85": "`w` must hold numbers; got '0,85' at row 2 (index 1). Write decimals with a point.",
    "one": "`w` must hold numbers; got 'one' at row 2 (index 1).",
    "1_0": "`w` must hold numbers; got '1_0' at row 2 (index 1).",
}


@TABLE.answers(case="bad55", each=NUMBERS)
def a_cell_that_is_no_number(cell, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(f"w;y\n1;0\n{cell};1\n")
    with pytest.raises(FileError) as caught:
        number_column(read_columns(path, ["w"]), "w")
    assert str(caught.value) == NUMBERS[cell]
    code, out, err = run("evaluate", path, "--truth", "y", "--score", "w", "--positive", "1")
    assert (code, out, err) == (2, "", f"referee: {NUMBERS[cell]}\n")


@TABLE.answers("a header in the middle is found where rows are counted")
def a_header_in_the_middle_is_found_where_rows_are_counted(tmp_path, monkeypatch):
    monkeypatch.setattr("referee.data.stream.BLOCK", 64)
    path = tmp_path / "a.csv"
    path.write_text("y,p\n" + "n,y\ny,n\n" * 50 + "y,p\n")
    with pytest.raises(FileError, match=r"got the names of its columns again at row 101 \(index 100\)"):
        read(path, truth="y", pred="p", keep="counts")
    path.write_text("y,p\n" + "n,y\ny,n\ny,y\n" * 50)  # classes that are called like one column are none
    assert read(path, truth="y", pred="p").confusion == read(path, truth="y", pred="p", keep="counts").confusion


@TABLE.answers("a delimiter that is no sign", each=[",,", '"', "\n", "\u00a7"])
def a_delimiter_that_is_no_sign(sign, tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("y,p\n1,1\n0,1\n")
    sentence = f"`delimiter` must be one sign, such as , or ; or \\t; got {sign!r}."
    code, out, err = run("evaluate", path, "--truth", "y", "--pred", "p", "--delimiter", sign)
    assert (code, out, err) == (2, "", f"referee: {sentence}\n")


@TABLE.answers("a tab as a shell writes it")
def a_tab_as_a_shell_writes_it(tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("y\tp\n1\t1\n0\t1\n")
    assert read(path, truth="y", pred="p", delimiter=r"\t").n == read(path, truth="y", pred="p").n == 2


ENCODINGS = ["base64", "undefined"]


@TABLE.answers("an encoding of no text", each=ENCODINGS)
def an_encoding_of_no_text(encoding, tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("y,s\n1,2\n0,1\n")
    with pytest.raises(FileError, match=f"must be {encoding} text; got an unknown encoding."):
        read(path, truth="y", score="s", positive=1, encoding=encoding)


@TABLE.answers("a null", each=["n.parquet", "n.jsonl"])
def a_null_is_a_missing_value(name, tmp_path):
    path = tmp_path / name
    if name.endswith("parquet"):
        pq.write_table(pa.table({"y": ["a", None], "w": [1.0, None]}), path)
    else:
        path.write_text('{"y": "a", "w": 1.0}\n{"y": null}\n')
    columns = read_columns(path, ["y", "w"])
    for call in (lambda: label_columns(columns, ["y"]), lambda: number_column(columns, "w")):
        with pytest.raises(
            FileError, match=r"must have no missing value; got 1 missing value, the first at row 2 \(index 1\)\."
        ):
            call()


@pytest.mark.parametrize("row", TABLE.params)
def test_answer(row, tmp_path, monkeypatch):
    row.check(tmp_path, monkeypatch)
