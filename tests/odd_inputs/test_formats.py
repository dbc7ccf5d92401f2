"""Files in odd forms: the same result from each, in Python and on the command line, and nothing is lost."""

from __future__ import annotations

import gzip
import json

import pyarrow as pa
import pyarrow.feather as pf
import pyarrow.parquet as pq
import pytest

from helpers.cli_runner import run
from odd_inputs.table import Table
from referee import read
from referee.data.cells import key_column, label_columns, number_column
from referee.data.files import read_columns

TABLE = Table("read_columns")
BOTH = "read_columns, referee evaluate"


COMMA = "id,y,yhat,w\n007,NA,NA,0.5\n7,no,NA,1\n08,no,no,2\n9,None,null,1\n"
ROWS = [line.split(",") for line in COMMA.splitlines()[1:]]


CELLS = pa.table(
    {
        "id": [r[0] for r in ROWS],
        "y": [r[1] for r in ROWS],
        "yhat": [r[2] for r in ROWS],
        "w": [float(r[3]) for r in ROWS],
    }
)


def parquet(path):
    pq.write_table(CELLS, path)


def feather(path):
    pf.write_feather(CELLS, path)


def plain_feather(path):
    pf.write_feather(CELLS, path, compression="uncompressed")


def dictionaries(path):
    encoded = {name: CELLS[name].dictionary_encode() for name in ("y", "yhat")}
    pq.write_table(pa.table({**encoded, "id": CELLS["id"], "w": CELLS["w"]}), path)


def text(content, encoding="utf-8"):
    return lambda path: path.write_bytes(content.encode(encoding))


def zipped(content):
    return lambda path: path.write_bytes(gzip.compress(content.encode()))


LINES = "".join(json.dumps(row) + "\n" for row in CELLS.to_pylist())
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


MARKED, DELIMITED = ["mark.csv", "mark.jsonl"], ["semicolon.csv", "tab.tsv", "tab.txt", "bar.csv"]


@TABLE.answers(case="bad50", door=BOTH, each=MARKED)
@TABLE.answers(case="bad51", door=BOTH, each=DELIMITED)
@TABLE.answers(case="bad60", door=BOTH, each=[name for name in FORMATS if name not in MARKED + DELIMITED])
def every_format_gives_the_same_result(name, tmp_path):
    FORMATS[name](tmp_path / name)
    got = predictions(tmp_path / name)
    assert got.confusion.labels == ("NA", "None", "no", "null")
    assert got.confusion.counts.tolist() == [[0.5, 0, 0, 0], [0, 0, 0, 1], [1, 0, 2, 0], [0, 0, 0, 0]]
    assert got.case_ids.tolist() == ["007", "7", "08", "9"]
    columns = ["--truth", "y", "--pred", "yhat", "--weights", "w", "--id", "id"]
    code, out, err = run("evaluate", tmp_path / name, *columns, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["confusion"]["counts"] == got.confusion.counts.tolist()


@TABLE.answers("an encoding by name", each=["latin-1", "utf-16", "cp1252"])
def an_encoding_by_name(encoding, tmp_path):
    path = tmp_path / "a.csv"
    text("y,yhat\ncafé,café\nthé,café\n", encoding)(path)
    assert read_columns(path, ["y"], encoding=encoding)["y"].to_pylist() == ["café", "thé"]


@TABLE.answers("a delimiter by name")
def a_delimiter_by_name(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("y:yhat\n1:0\n")
    assert read_columns(path, ["yhat"], delimiter=":")["yhat"].to_pylist() == ["0"]


@TABLE.answers("cells may hold delimiters quotes and newlines")
def cells_may_hold_delimiters_quotes_and_newlines(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('y,yhat\n"a,b","say ""x"""\n"two\nlines",c\n')
    columns = read_columns(path, ["y", "yhat"])
    assert columns["y"].to_pylist() == ["a,b", "two\nlines"]
    assert columns["yhat"].to_pylist() == ['say "x"', "c"]


TYPES = [
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
]


@TABLE.answers("text becomes numbers only when all of it is written so", each=TYPES)
def text_becomes_numbers(given, tmp_path):
    truth, said, labels = given
    path = tmp_path / "a.csv"
    path.write_text("y,yhat\n" + "".join(f"{a},{b}\n" for a, b in zip(truth, said, strict=True)))
    columns = label_columns(read_columns(path, ["y", "yhat"]), ["y", "yhat"])
    got = read(columns["y"], columns["yhat"]).labels
    assert got == labels
    assert [type(label) for label in got] == [type(label) for label in labels]


@TABLE.answers("json text that looks like a date stays text")
def json_text_that_looks_like_a_date_stays_text(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "2020-01-01", "y": 1}\n{"id": "2020-01-02", "y": 0}\n')
    columns = read_columns(path, ["id", "y"])
    assert columns["id"].to_pylist() == ["2020-01-01", "2020-01-02"]
    assert columns["y"].to_pylist() == [1, 0]


@TABLE.answers("blanks around numbers are no fault")
def blanks_around_numbers_are_no_fault(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("w\n 1\n2 \n")
    assert number_column(read_columns(path, ["w"]), "w").tolist() == [1.0, 2.0]


@TABLE.answers(case="bad59", door="referee evaluate")
def ids_stay_text(tmp_path):
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


@TABLE.answers("a header may hold line breaks and odd separators")
def a_header_may_hold_line_breaks_and_odd_separators(tmp_path):
    file = tmp_path / "p.csv"
    file.write_text('y,"a\nb","c\u2028d",p\n1,0,0,1\n0,0,0,1\n', encoding="utf-8")
    assert read(file, truth="y", pred="p").n == 2
    assert read(file, truth="y", pred="a\nb", labels=[0, 1]).n == 2
    assert read(file, truth="y", pred="c\u2028d", labels=[0, 1], keep="counts").n == 2


@TABLE.answers("whole numbers with and without a point in one column", door="read")
def whole_numbers_with_and_without_a_point(tmp_path):
    one, two = tmp_path / "1.csv", tmp_path / "2.csv"
    one.write_text("y,p\n1,1\n0,0\n2,1\n")
    two.write_text("y,p\n1.0,1.0\n0.0,1.0\n2.0,2.0\n")
    both = tmp_path / "both.csv"
    both.write_text(one.read_text() + two.read_text().partition("\n")[2])
    asked = {"truth": "y", "pred": "p"}
    kept = read(both, **asked, keep="records").confusion
    assert kept.labels == (0, 1, 2)
    assert read(both, **asked, keep="counts").confusion == kept
    assert read(tmp_path / "[12].csv", **asked).confusion == kept


@pytest.mark.parametrize("row", TABLE.params)
def test_answer(row, tmp_path, monkeypatch):
    row.check(tmp_path, monkeypatch)
