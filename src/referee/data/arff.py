"""ARFF files, WEKA's tables: numbers, text, and nominal attributes with their declared values."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

from referee import _check
from referee.data.file_errors import check_readable, file_fails, one_line, refuse_no_rows


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
