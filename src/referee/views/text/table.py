"""Plain text tables that line up."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def columns(rows: Sequence[Sequence[str]], align: str, gap: str = "  ", indent: str = "  ") -> list[str]:
    """Rows of cells as lines; `align` has "<" or ">" for each column, the last column may run on.

    >>> columns([["measure", "value"], ["accuracy", "0.8"]], "<>")
    ['  measure   value', '  accuracy    0.8']
    """
    widths = [max(width(row[i]) for row in rows) for i in range(len(align))]
    lines = []
    for row in rows:
        cells = []
        for i, cell in enumerate(row):
            pad = " " * (widths[i] - width(cell))
            cells.append(cell + pad if align[i] == "<" else pad + cell)
        lines.append((indent + gap.join(cells)).rstrip())
    return lines


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def wrapped(text: str, indent: str, most: int = 96) -> list[str]:
    """A paragraph in lines of at most `most` columns."""
    import textwrap

    lines = textwrap.wrap(text, most, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    return lines or [""]
