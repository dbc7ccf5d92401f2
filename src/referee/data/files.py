"""The one reader of files: columns of a CSV, Parquet, Arrow or JSON-lines file, checked and named."""

from __future__ import annotations

import csv
import io
import os
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn

import pyarrow as pa
import pyarrow.csv as pcsv
import pyarrow.feather as pf
import pyarrow.json as pj
import pyarrow.parquet as pq

from referee import _check, _format
from referee._memory import SHARE, free_memory, refuse_beyond
from referee.data.column import is_number
from referee.data.second_header import refuse_second_header
from referee.data.source import KINDS_OF_FILES
from referee.errors import FileError

MOST_EXPLAINED = 1 << 28
"""Bytes of a text that are looked at to say what is wrong with it."""

MOST_HEADER = 1 << 26
"""Characters of a header line that are read at most."""

DELIMITERS = (",", ";", "\t", "|")
PACKED = (".gz", ".bz2", ".zst", ".xz")
WORDS = {"parquet": "Parquet", "json": "JSON-lines", "arrow": "Arrow"}
"""What the kinds of files with types are called."""


def read_columns(
    path: str | Path, names: Sequence[str], *, encoding: str = "utf-8", delimiter: str = ""
) -> dict[str, Any]:
    r"""The named columns of a file as Arrow columns, CSV cells as text.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "p.csv"
    >>> _ = file.write_text("y;yhat\nNA;no\nno;no\n")
    >>> read_columns(file, ["y", "yhat"])["y"].to_pylist()
    ['NA', 'no']
    """
    file = Path(path)
    _readable(file)
    kind = _kind(file)
    wanted = list(dict.fromkeys(names))
    table = _csv(file, wanted, encoding, delimiter) if kind == "csv" else _read_typed(file, kind, wanted)
    if table.num_rows == 0:
        _no_rows(file)
    return {name: table.column(name) for name in wanted}


def column_names(
    path: str | Path, wanted: Sequence[str] = (), *, encoding: str = "utf-8", delimiter: str = ""
) -> list[str]:
    r"""The columns of a file in their order; `wanted` are some of them, which help to find the delimiter.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "p.csv"
    >>> _ = file.write_text("y;a\nno;1\n")
    >>> column_names(file, ["y"])
    ['y', 'a']
    """
    if not isinstance(path, str | Path):
        _check.fail("path", "be a file", type(path).__name__)
    file = Path(path)
    _readable(file)
    kind = _kind(file)
    read_columns(file, list(wanted), encoding=encoding, delimiter=delimiter)
    if kind == "csv":
        return _header(file, list(wanted), encoding, delimiter)[1]
    return list(OPENERS[kind](file)[0])


def _readable(file: Path) -> None:
    piped = "A pipe is not read, because files are read twice: save it to a file first."
    if not file.exists():
        _file_fails(file, "exist", "no such file", piped if str(file) == "-" else "")
    if not file.is_file():
        got = "a directory" if file.is_dir() else "a pipe or a device"
        _file_fails(file, "be a file", got, "" if file.is_dir() else piped)
    if not os.access(file, os.R_OK):
        _file_fails(file, "be readable", "no permission to read it")
    if file.stat().st_size == 0:
        _file_fails(file, "hold a table", "an empty file")


def _no_rows(file: Path) -> NoReturn:
    _file_fails(file, "hold at least one case", "a header and no rows")


def kind_of(file: Path) -> str | None:
    """The kind of a file by its name, compressed or not."""
    suffixes = [s.lower() for s in file.suffixes]
    if suffixes and suffixes[-1] in PACKED:
        suffixes.pop()
    return KINDS_OF_FILES.get(suffixes[-1] if suffixes else "")


def parquet_rows(files: list[Path]) -> int | None:
    """The rows of Parquet files, as they say themselves; None where one is damaged."""
    try:
        return sum(pq.read_metadata(file).num_rows for file in files)
    except (pa.ArrowException, OSError):
        return None


def _kind(file: Path) -> str:
    kind = kind_of(file)
    if kind is None:
        known = ", ".join(sorted(KINDS_OF_FILES))
        _file_fails(file, f"end in one of {known}", file.name)
    return kind


def _csv(file: Path, wanted: list[str], encoding: str, delimiter: str) -> Any:
    """Columns of a delimited text file, every cell as text."""
    sign, header = _header(file, wanted, encoding, delimiter)
    most = SHARE * free_memory()
    refuse_beyond(str(file), 2.0 * text_size(file, most), "its text", "Count it (keep='counts'), or split it.")
    types = {name: pa.string() for name in header}
    try:
        table = pcsv.read_csv(file, **_csv_options(sign, encoding, wanted, types))
    except (pa.ArrowInvalid, pa.ArrowKeyError, OSError, UnicodeError) as error:
        _explain_csv(file, encoding, sign, len(header), error)
    refuse_second_header(file, {name: table.column(name) for name in wanted})
    return table


def text_size(file: Path, enough: float) -> int:
    """Bytes of a text file, unpacked when it is compressed; no more are looked at than are enough."""
    if file.suffix.lower() not in PACKED:
        return file.stat().st_size
    size = 0
    try:
        with pa.input_stream(str(file)) as stream:
            while size < enough and (piece := stream.read(1 << 20)):
                size += len(piece)
    except (OSError, pa.ArrowInvalid) as error:
        _file_fails(file, "be complete", f"a damaged file ({_one_line(error)})")
    return size


def _header(file: Path, wanted: list[str], encoding: str, delimiter: str) -> tuple[str, list[str]]:
    """The sign between the cells of a text file, and its columns, which have those wanted."""
    said = _one_sign(delimiter)
    try:
        with pa.input_stream(str(file)) as stream, io.TextIOWrapper(stream, encoding, newline="") as lines:
            head = lines.readline(MOST_HEADER).removeprefix("\ufeff")
            sign = said or _delimiter(head, wanted)
            header = next(csv.reader(chain([head], lines), delimiter=sign), [])
    except csv.Error as error:
        _file_fails(file, "begin with a header line", _one_line(error))
    except (LookupError, ValueError) as error:
        _wrong_encoding(file, encoding, error)
    except OSError as error:
        _file_fails(file, "be complete", f"a damaged file ({_one_line(error)})")
    if "\0" in head:
        _wrong_encoding(file, encoding, UnicodeError(f"a zero byte at offset {head.index(chr(0))}, as in utf-16"))
    if not head.strip():
        _file_fails(file, "begin with a header line", "an empty first line")
    _has_columns(file, wanted, header, head)
    return sign, header


def _csv_options(
    sign: str, encoding: str, wanted: list[str], types: dict[str, Any], *, gaps: bool = False, **reading: Any
) -> dict[str, Any]:
    """How Arrow parses a text file; an empty cell is missing where there may be `gaps`."""
    return {
        "read_options": pcsv.ReadOptions(encoding=encoding, **reading),
        "parse_options": pcsv.ParseOptions(delimiter=sign, newlines_in_values=True),
        "convert_options": pcsv.ConvertOptions(
            include_columns=wanted, column_types=types, strings_can_be_null=gaps, null_values=[""] if gaps else []
        ),
    }


def _one_sign(delimiter: str) -> str:
    r"""The sign that was said, if any; a tab may be written as the two signs \t, as on a command line."""
    sign = "\t" if delimiter == r"\t" else delimiter
    if not isinstance(sign, str) or len(sign) > 1 or not sign.isascii() or sign in tuple('"\r\n\0'):
        _check.fail("delimiter", r"be one sign, such as , or ; or \t", _check.show_value(delimiter))
    return sign


def _delimiter(head: str, wanted: list[str]) -> str:
    """The sign that splits the header so that the wanted columns appear, or else the commonest."""
    for sign in DELIMITERS:
        if wanted and set(wanted) <= set(next(csv.reader([head], delimiter=sign))):
            return sign
    return max(DELIMITERS, key=head.count)


def _has_columns(file: Path, wanted: list[str], header: list[str], head: str = "") -> None:
    times = Counter(header)
    twice = {name for name in wanted if times[name] > 1}
    if twice:
        _file_fails(file, "name each column once", f"the column {_format.listing(twice)} twice")
    absent = [name for name in wanted if name not in times]
    if not absent:
        return
    if head and any(is_number(cell) for cell in header):
        hint = "The first line looks like data: add a header line."
    else:
        hint = f"Its columns are {_format.listing(header, 20)}."
    noun = "column" if len(absent) == 1 else "columns"
    _file_fails(file, f"have the {noun} {_format.listing(absent)}", "none of that name", hint)


def _explain_csv(file: Path, encoding: str, sign: str, width: int, error: Exception) -> NoReturn:
    """Find what a parser stumbled over, and say the line."""
    if "UTF" in str(error) or isinstance(error, UnicodeError):
        _wrong_encoding(file, encoding, error)
    try:
        text = _all_text(file, encoding)
    except (OSError, EOFError):
        _file_fails(file, "be complete", f"a damaged file ({_one_line(error)})")
    if not text.strip().partition("\n")[2]:
        _no_rows(file)
    if text.count('"') % 2:
        line = text[: text.rfind('"')].count("\n") + 1
        _file_fails(file, "close every quote", f"an open quote, the last one on line {line}")
    reader = csv.reader(io.StringIO(text), delimiter=sign)
    for row in reader:
        if row and len(row) != width:
            got = f"{_format.plural(len(row), 'cell')} on line {reader.line_num}"
            _file_fails(file, f"have {width} cells on every line", got)
    _file_fails(file, "be a table", _one_line(error))


def _all_text(file: Path, encoding: str) -> str:
    with pa.input_stream(str(file)) as stream:
        start = stream.read(MOST_EXPLAINED)
    text: str = start.decode(encoding) if len(start) < MOST_EXPLAINED else start.decode(encoding, "replace")
    return text


def _wrong_encoding(file: Path, encoding: str, error: Exception) -> NoReturn:
    place = ""
    try:
        _all_text(file, encoding)
    except UnicodeDecodeError as found:
        place = f"byte {found.object[found.start]:#04x} at offset {found.start}"
    except (LookupError, ValueError):
        place = "an unknown encoding"
    if encoding == "utf-8" and place in ("byte 0xff at offset 0", "byte 0xfe at offset 0"):
        _file_fails(file, "be utf-8 text", "the mark of utf-16", "Say encoding='utf-16' (--encoding utf-16).")
    hint = "Say its encoding, for example encoding='latin-1' (--encoding latin-1)."
    _file_fails(file, f"be {encoding} text", place or _one_line(error), hint)


def _read_typed(file: Path, kind: str, wanted: list[str]) -> Any:
    """Columns of a file that knows its types."""
    try:
        names, read = OPENERS[kind](file)
        _has_columns(file, wanted, names)
        table = read(wanted)
        table.validate(full=True)
    except FileError:
        raise
    except (pa.ArrowException, OSError) as error:
        hint = "Write one JSON object a line, in UTF-8." if kind == "json" else ""
        _file_fails(file, f"be a complete {WORDS[kind]} file", _one_line(error), hint)
    return table


Opened = tuple[list[str], Callable[[list[str]], Any]]
"""The names of the columns of a file, and how some of them are read."""


def _parquet(file: Path) -> Opened:
    return pq.read_schema(file).names, lambda wanted: pq.read_table(file, columns=wanted)


def _arrow(file: Path) -> Opened:
    table = pf.read_table(file)
    return table.column_names, table.select


def _json(file: Path) -> Opened:
    """As Arrow reads it, but text that looks like a date stays text."""
    table = pj.read_json(file)

    def read(wanted: list[str]) -> Any:
        dates = [name for name in wanted if pa.types.is_temporal(table.column(name).type)]
        if not dates:
            return table.select(wanted)
        options = pj.ParseOptions(explicit_schema=pa.schema([(name, pa.string()) for name in dates]))
        return pj.read_json(file, parse_options=options).select(wanted)

    return table.column_names, read


OPENERS: dict[str, Callable[[Path], Opened]] = {"parquet": _parquet, "json": _json, "arrow": _arrow}


def _one_line(error: Exception) -> str:
    return _check.mask_secrets(" ".join(str(error).split())).partition(". ")[0][:160].rstrip(".")


def _file_fails(file: Path, rule: str, got: str, hint: str = "") -> NoReturn:
    _check.fail(str(file), rule, got, hint, error=FileError)
