"""Text that a spreadsheet cannot take for a formula."""

from __future__ import annotations

from typing import Any

SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet may run."""


def plain_cells(table: Any) -> Any:
    """An Arrow table whose texts a spreadsheet shows and does not run: an apostrophe goes before a sign.

    Numbers stay as they are, and so does a text that is a number, such as -1.

    >>> import pyarrow as pa
    >>> plain_cells(pa.table({"a": ["=1+1", "-1", "-x", "b"]})).column("a").to_pylist()
    ["'=1+1", '-1', "'-x", 'b']
    """
    import pyarrow as pa

    for i, field in enumerate(table.schema):
        if pa.types.is_string(field.type):
            cells = [_plain(cell) for cell in table.column(i).to_pylist()]
            table = table.set_column(i, field, pa.array(cells, pa.string()))
    return table


def _plain(cell: str | None) -> str | None:
    if cell is None or not cell.startswith(SIGNS):
        return cell
    try:
        float(cell)
    except ValueError:
        return "'" + cell
    return cell
