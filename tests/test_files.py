"""The one reader of files: the same result from every format, nothing lost, every fault in one sentence."""

from __future__ import annotations

import gzip
import json

import pyarrow as pa
import pyarrow.feather as pf
import pyarrow.parquet as pq
import pytest

from referee import FileError, read
from referee.data.cells import key_column, label_columns, number_column
from referee.data.files import read_columns

COMMA = "id,y,yhat,w\n007,NA,NA,0.5\n7,no,NA,1\n08,no,no,2\n9,None,null,1\n"
ROWS = [line.split(",") for line in COMMA.splitlines()[1:]]
TABLE = pa.table(
    {
        "id": [r[0] for r in ROWS],
        "y": [r[1] for r in ROWS],
        "yhat": [r[2] for r in ROWS],
        "w": [float(r[3]) for r in ROWS],
    }
)


def parquet(path):
    pq.write_table(TABLE, path)


def feather(path):
    pf.write_feather(TABLE, path)


def plain_feather(path):
    pf.write_feather(TABLE, path, compression="uncompressed")


def dictionaries(path):
    encoded = {name: TABLE[name].dictionary_encode() for name in ("y", "yhat")}
    pq.write_table(pa.table({**encoded, "id": TABLE["id"], "w": TABLE["w"]}), path)


def text(content, encoding="utf-8"):
    return lambda path: path.write_bytes(content.encode(encoding))


def zipped(content):
    return lambda path: path.write_bytes(gzip.compress(content.encode()))


LINES = "".join(json.dumps(row) + "\n" for row in TABLE.to_pylist())
QUOTED = "\n".join(",".join(f'"{cell}"' for cell in line.split(",")) for line in COMMA.splitlines()) + "\n"
FORMATS = {
    "comma.csv": text(COMMA),
    "semicolon.csv": text(COMMA.replace(",", ";")),
    "tab.tsv": text(COMMA.replace(",", "\t")),
    "tab.txt": text(COMMA.replace(",", "\t")),
    "bar.csv": text(COMMA.replace(",", "|")),
    "mark.csv": text("\ufeff" + COMMA),
    "quoted.csv": text(QUOTED),
    "crlf.csv": text(COMMA.replace("\n", "\r\n")),
    "no-last-newline.csv": text(COMMA.rstrip("\n")),
    "UPPER.CSV": text(COMMA),
    "zipped.csv.gz": zipped(COMMA),
    "a.parquet": parquet,
    "dictionary.parquet": dictionaries,
    "a.feather": feather,
    "a.arrow": plain_feather,
    "a.jsonl": text(LINES),
    "a.ndjson.gz": zipped(LINES),
    "mark.jsonl": text("\ufeff" + LINES),
}


def predictions(path, **options):
    columns = read_columns(path, ["y", "yhat", "w", "id"], **options)
    labels = label_columns(columns, ["y", "yhat"])
    return read(
        labels["y"], labels["yhat"], weights=number_column(columns, "w"), case_ids=key_column(columns, "id")
    )


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_gives_the_same_result(tmp_path, name):
    FORMATS[name](tmp_path / name)
    got = predictions(tmp_path / name)
    assert got.confusion.labels == ("NA", "None", "no", "null")
    assert got.confusion.counts.tolist() == [[0.5, 0, 0, 0], [0, 0, 0, 1], [1, 0, 2, 0], [0, 0, 0, 0]]
    assert got.case_ids.tolist() == ["007", "7", "08", "9"]


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "cp1252"])
def test_an_encoding_by_name(tmp_path, encoding):
    path = tmp_path / "a.csv"
    text("y,yhat\ncafé,café\nthé,café\n", encoding)(path)
    assert read_columns(path, ["y"], encoding=encoding)["y"].to_pylist() == ["café", "thé"]


def test_a_delimiter_by_name(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("y:yhat\n1:0\n")
    assert read_columns(path, ["yhat"], delimiter=":")["yhat"].to_pylist() == ["0"]


def test_cells_may_hold_delimiters_quotes_and_newlines(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('y,yhat\n"a,b","say ""x"""\n"two\nlines",c\n')
    columns = read_columns(path, ["y", "yhat"])
    assert columns["y"].to_pylist() == ["a,b", "two\nlines"]
    assert columns["yhat"].to_pylist() == ['say "x"', "c"]


@pytest.mark.parametrize(
    ("truth", "said", "labels"),
    [
        (["1", "0"], ["0", "1"], (0, 1)),
        (["-1", "1"], ["1", "1"], (-1, 1)),
        (["1.0", "0.0"], ["1", "0"], (0, 1)),
        (["01", "1"], ["1", "1"], ("01", "1")),
        (["+1", "1"], ["1", "1"], ("+1", "1")),
        (["1", "0"], ["1", "no"], ("0", "1", "no")),
        (["99999999999999999999", "1"], ["1", "1"], ("1", "99999999999999999999")),
        (["True", "False"], ["True", "True"], (False, True)),
        (["true", "false"], ["true", "true"], (False, True)),
        (["True", "false"], ["True", "True"], ("True", "false")),
        (["NaN", "nan"], ["null", "NaN"], ("NaN", "nan", "null")),
        (["N/A", "null"], ["null", "N/A"], ("N/A", "null")),
    ],
)
def test_text_becomes_numbers_only_when_all_of_it_is_written_so(tmp_path, truth, said, labels):
    path = tmp_path / "a.csv"
    path.write_text("y,yhat\n" + "".join(f"{a},{b}\n" for a, b in zip(truth, said, strict=True)))
    columns = label_columns(read_columns(path, ["y", "yhat"]), ["y", "yhat"])
    got = read(columns["y"], columns["yhat"]).labels
    assert got == labels
    assert [type(label) for label in got] == [type(label) for label in labels]


def test_json_text_that_looks_like_a_date_stays_text(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "2020-01-01", "y": 1}\n{"id": "2020-01-02", "y": 0}\n')
    columns = read_columns(path, ["id", "y"])
    assert columns["id"].to_pylist() == ["2020-01-01", "2020-01-02"]
    assert columns["y"].to_pylist() == [1, 0]


def test_blanks_around_numbers_are_no_fault(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("w\n 1\n2 \n")
    assert number_column(read_columns(path, ["w"]), "w").tolist() == [1.0, 2.0]


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
    "w.xlsx, unknown": (
        b"PK",
        "end in one of .arrow, .csv, .feather, .ipc, .json, .jsonl, .ndjson, .parquet, .pq, .tsv, .txt; got w.xlsx.",
    ),
}


@pytest.mark.parametrize("case", FAULTS)
def test_every_fault_of_a_file_has_its_sentence(tmp_path, case):
    name = case.split(",")[0]
    content, sentence = FAULTS[case]
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(FileError) as caught:
        read_columns(path, ["y", "yhat"])
    start, _, end = f"`{path}` must {sentence}".partition("*")  # what a parser says is its own
    message = str(caught.value)
    assert "\n" not in message
    if end:
        assert message.startswith(start)
        assert message.endswith(end)
    else:
        assert message == start


@pytest.mark.parametrize("kind", ["parquet", "feather"])
def test_a_file_cut_in_half_is_refused(tmp_path, kind):
    path = tmp_path / f"a.{kind}"
    FORMATS[f"a.{kind}"](path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(
        FileError, match=rf"^`.*` must be a complete {'Parquet' if kind == 'parquet' else 'Arrow'} file; "
    ):
        read_columns(path, ["y"])


def test_no_file_and_a_directory(tmp_path):
    with pytest.raises(FileError) as caught:
        read_columns(tmp_path / "no.csv", ["y"])
    assert str(caught.value) == f"`{tmp_path / 'no.csv'}` must exist; got no such file."
    with pytest.raises(FileError) as caught:
        read_columns(tmp_path, ["y"])
    assert str(caught.value) == f"`{tmp_path}` must be a file; got a directory."


def test_a_path_with_control_characters_stays_on_one_line(tmp_path):
    with pytest.raises(FileError) as caught:
        read_columns("a\n\x1b[2J.csv", ["y"])
    assert str(caught.value) == "`a\\n\\x1b[2J.csv` must exist; got no such file."


NOTHING = "Decide what they mean; for predictions missing='drop' (--missing drop) leaves these cases out."


@pytest.mark.parametrize("read", [number_column, key_column, lambda c, n: label_columns(c, [n])])
def test_an_empty_cell_is_a_missing_value(tmp_path, read):
    path = tmp_path / "a.csv"
    path.write_text("v,x\n1,a\n,b\n,c\n")
    with pytest.raises(FileError) as caught:
        read(read_columns(path, ["v"]), "v")
    got = "got 2 empty cells, the first at row 1."
    assert str(caught.value) == f"`v` must have no missing value; {got} {NOTHING}"


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        (["1", "0,85"], "`w` must hold numbers; got '0,85' at row 1. Write decimals with a point."),
        (["one"], "`w` must hold numbers; got 'one' at row 0."),
        (["1_0"], "`w` must hold numbers; got '1_0' at row 0."),
    ],
)
def test_a_cell_that_is_no_number_is_named(tmp_path, cells, sentence):
    path = tmp_path / "a.csv"
    path.write_text("w;x\n" + "".join(f"{cell};a\n" for cell in cells))
    with pytest.raises(FileError) as caught:
        number_column(read_columns(path, ["w"]), "w")
    assert str(caught.value) == sentence


@pytest.mark.parametrize("name", ["n.parquet", "n.jsonl"])
def test_a_null_is_a_missing_value(tmp_path, name):
    path = tmp_path / name
    if name.endswith("parquet"):
        pq.write_table(pa.table({"y": ["a", None], "w": [1.0, None]}), path)
    else:
        path.write_text('{"y": "a", "w": 1.0}\n{"y": null}\n')
    columns = read_columns(path, ["y", "w"])
    for call in (lambda: label_columns(columns, ["y"]), lambda: number_column(columns, "w")):
        with pytest.raises(
            FileError, match=r"must have no missing value; got 1 missing value, the first at row 1\."
        ):
            call()
