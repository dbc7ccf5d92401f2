"""The names of the columns of a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee import _check
from referee.data.files import OPENERS, _header, _kind, _readable, read_columns


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
