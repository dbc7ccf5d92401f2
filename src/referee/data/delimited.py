"""Delimited text: its header, its cells as text, and what is wrong with it."""

from __future__ import annotations

import csv
import io
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn

import pyarrow as pa
import pyarrow.csv as pcsv

from referee import _check, _format
from referee._memory import SHARE, free_memory, refuse_beyond
from referee.data.file_errors import check_columns, file_fails, one_line, refuse_no_rows, refuse_second_header

MOST_EXPLAINED = 1 << 28
"""Bytes of a text that are looked at to say what is wrong with it."""

MOST_HEADER = 1 << 26
"""Characters of a header line that are read at most."""

DELIMITERS = (",", ";", "\t", "|")
PACKED = (".gz", ".bz2", ".zst", ".xz")


def read_csv(file: Path, wanted: list[str], encoding: str, delimiter: str) -> Any:
    """Columns of a delimited text file, every cell as text."""
    sign, header = read_header(file, wanted, encoding, delimiter)
    most = SHARE * free_memory()
    refuse_beyond(str(file), 2.0 * text_size(file, most), "its text", "Count it (keep='counts'), or split it.")
    types = {name: pa.string() for name in header}
    try:
        table = pcsv.read_csv(file, **csv_options(sign, encoding, wanted, types))
    except (pa.ArrowInvalid, pa.ArrowKeyError, OSError, UnicodeError) as error:
        explain_csv(file, encoding, sign, len(header), error)
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
        file_fails(file, "be complete", f"a damaged file ({one_line(error)})")
    return size


def read_header(file: Path, wanted: list[str], encoding: str, delimiter: str) -> tuple[str, list[str]]:
    """The sign between the cells of a text file, and its columns, which have those wanted."""
    said = _one_sign(delimiter)
    try:
        with pa.input_stream(str(file)) as stream, io.TextIOWrapper(stream, encoding, newline="") as lines:
            head = lines.readline(MOST_HEADER).removeprefix("\ufeff")
            sign = said or find_delimiter(head, wanted)
            header = next(csv.reader(chain([head], lines), delimiter=sign), [])
    except csv.Error as error:
        file_fails(file, "begin with a header line", one_line(error))
    except (LookupError, ValueError) as error:
        _wrong_encoding(file, encoding, error)
    except OSError as error:
        file_fails(file, "be complete", f"a damaged file ({one_line(error)})")
    if "\0" in head:
        _wrong_encoding(file, encoding, UnicodeError(f"a zero byte at offset {head.index(chr(0))}, as in utf-16"))
    if not head.strip():
        file_fails(file, "begin with a header line", "an empty first line")
    check_columns(file, wanted, header, head)
    return sign, header


def csv_options(
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


def find_delimiter(head: str, wanted: list[str]) -> str:
    """The sign that splits the header so that the wanted columns appear, or else the commonest."""
    for sign in DELIMITERS:
        if wanted and set(wanted) <= set(next(csv.reader([head], delimiter=sign))):
            return sign
    return max(DELIMITERS, key=head.count)


def explain_csv(file: Path, encoding: str, sign: str, width: int, error: Exception) -> NoReturn:
    """Find what a parser stumbled over, and say the line."""
    if "UTF" in str(error) or isinstance(error, UnicodeError):
        _wrong_encoding(file, encoding, error)
    try:
        text = _all_text(file, encoding)
    except (OSError, EOFError):
        file_fails(file, "be complete", f"a damaged file ({one_line(error)})")
    if not text.strip().partition("\n")[2]:
        refuse_no_rows(file)
    if text.count('"') % 2:
        line = text[: text.rfind('"')].count("\n") + 1
        file_fails(file, "close every quote", f"an open quote, the last one on line {line}")
    reader = csv.reader(io.StringIO(text), delimiter=sign)
    for row in reader:
        if row and len(row) != width:
            got = f"{_format.plural(len(row), 'cell')} on line {reader.line_num}"
            file_fails(file, f"have {width} cells on every line", got)
    file_fails(file, "be a table", one_line(error))


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
        file_fails(file, "be utf-8 text", "the mark of utf-16", "Say encoding='utf-16' (--encoding utf-16).")
    hint = "Say its encoding, for example encoding='latin-1' (--encoding latin-1)."
    file_fails(file, f"be {encoding} text", place or one_line(error), hint)
