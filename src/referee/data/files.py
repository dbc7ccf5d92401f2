"""The one reader of files: columns of a CSV, Parquet, Arrow, JSON-lines or ARFF file, checked and named."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.feather as pf
import pyarrow.json as pj
import pyarrow.parquet as pq

from referee import _check
from referee.data.delimited import PACKED, read_csv, read_header
from referee.data.file_errors import check_columns, check_readable, file_fails, one_line, refuse_no_rows
from referee.data.source import KINDS_OF_FILES
from referee.errors import FileError

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
    check_readable(file)
    kind = check_kind(file)
    wanted = list(dict.fromkeys(names))
    table = read_csv(file, wanted, encoding, delimiter) if kind == "csv" else _read_typed(file, kind, wanted)
    if table.num_rows == 0:
        refuse_no_rows(file)
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
    read_columns(file, list(wanted), encoding=encoding, delimiter=delimiter)
    kind = check_kind(file)
    if kind == "csv":
        return read_header(file, list(wanted), encoding, delimiter)[1]
    return list(OPENERS[kind](file)[0])


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


def check_kind(file: Path) -> str:
    """The kind of a file by its name, which must be one that is read."""
    kind = kind_of(file)
    if kind is None:
        known = ", ".join(sorted(KINDS_OF_FILES))
        file_fails(file, f"end in one of {known}", file.name)
    return kind


def _read_typed(file: Path, kind: str, wanted: list[str]) -> Any:
    """Columns of a file that knows its types."""
    try:
        names, read = OPENERS[kind](file)
        check_columns(file, wanted, names)
        table = read(wanted)
        table.validate(full=True)
    except FileError:
        raise
    except (pa.ArrowException, OSError) as error:
        hint = "Write one JSON object a line, in UTF-8." if kind == "json" else ""
        file_fails(file, f"be a complete {WORDS[kind]} file", one_line(error), hint)
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


def is_arff(path: str | Path) -> bool:
    """Whether a file is ARFF by its name.

    >>> is_arff("a.ARFF"), is_arff("a.arff.gz"), is_arff("a.csv")
    (True, True, False)
    """
    return str(path).lower().removesuffix(".gz").endswith(".arff")


def read_arff(path: str | Path, *, encoding: str = "utf-8") -> dict[str, Any]:
    r"""The columns of an ARFF file as Arrow columns: numbers as floats, nominal attributes as dictionaries.

    A nominal attribute keeps the order in which its values were declared. `?` is missing. Needs the extra `arff`.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "p.arff"
    >>> _ = file.write_text("@relation p\n@attribute a numeric\n@attribute y {'it is', no}\n@data\n1,'it is'\n?,no\n")
    >>> read_arff(file)["y"].to_pylist(), read_arff(file)["a"].to_pylist()
    (['it is', 'no'], [1.0, None])
    """
    file = Path(path)
    check_readable(file)
    arff = _check.package("arff", "arff")
    try:
        raw = gzip.decompress(file.read_bytes()) if file.name.lower().endswith(".gz") else file.read_bytes()
        table = arff.loads(raw.decode(encoding))
    except (UnicodeDecodeError, LookupError) as error:
        file_fails(file, f"be {encoding} text", one_line(error), "Say its encoding.")
    except (arff.ArffException, OSError, EOFError, ValueError) as error:
        file_fails(file, "be a complete ARFF file", one_line(error))
    if not table["data"]:
        refuse_no_rows(file)
    return {
        name: _column(kind, [row[i] for row in table["data"]])
        for i, (name, kind) in enumerate(table["attributes"])
    }


def _column(kind: Any, cells: list[Any]) -> Any:
    """Cells of one attribute, with the type that the header declares."""
    import pyarrow as pa

    if isinstance(kind, list):
        place = {value: code for code, value in enumerate(kind)}
        codes = pa.array([None if cell is None else place[cell] for cell in cells], pa.int32())
        return pa.chunked_array([pa.DictionaryArray.from_arrays(codes, pa.array(kind, pa.string()), ordered=True)])
    text = str(kind).upper() == "STRING"
    return pa.chunked_array([pa.array(cells, pa.string() if text else pa.float64())])
