"""The names of the columns of a file."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from referee import _check
from referee.data.files import _delimiter, _first_line, _kind, _readable, read_columns


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
        head = _first_line(file, encoding)
        return next(csv.reader([head], delimiter=delimiter or _delimiter(head, list(wanted))))
    if kind == "parquet":
        import pyarrow.parquet as pq

        return list(pq.read_schema(file).names)
    if kind == "arrow":
        import pyarrow.feather as pf

        return list(pf.read_table(file).column_names)
    import pyarrow.json as pj

    return list(pj.read_json(file).column_names)
