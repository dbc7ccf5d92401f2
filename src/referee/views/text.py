"""Nouns as text, with tables that line up."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Sequence

from referee._format import printable
from referee.core import Finding
from referee.views.page import Findings, Part, Table, Text, shown_findings
from referee.views.pages import page_of

MARKS = {"note": "·", "warning": "!", "serious": "!!"}


def render(value: object) -> str:
    """A noun as text."""
    page = page_of(value)
    if page is None:
        return repr(value)
    title = [printable(page.title)] if page.title else []
    return "\n".join(title + [line for part in page.parts for line in _lines(part)])


def _lines(part: Part) -> list[str]:
    if isinstance(part, Table):
        return _columns([[printable(cell) for cell in row] for row in part.rows], part.align)
    if isinstance(part, Text):
        return _wrap(part.words, "    " if part.deep else "  ")
    return _finding_lines(part.all) if isinstance(part, Findings) else [""]


def _finding_lines(findings: Sequence[Finding]) -> list[str]:
    """Each finding with its code, what was seen and what to do."""
    shown, more = shown_findings(findings)
    lines = []
    for f in shown:
        lines.append(printable(f"  {MARKS[f.severity]} {f.code} {f.title}"))
        lines += _wrap(f"{f.evidence}. {f.advice}", "      ")
    return [*lines, *(f"  {words}" for words in more)]


def _columns(rows: Sequence[Sequence[str]], align: str) -> list[str]:
    """Rows of cells as lines; `align` has "<" or ">" for each column, the last column may run on.

    >>> _columns([["measure", "value"], ["accuracy", "0.8"]], "<>")
    ['  measure   value', '  accuracy    0.8']
    """
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for cell, width, side in zip(row, widths, align, strict=True):
            pad = " " * (width - _width(cell))
            cells.append(cell + pad if side == "<" else pad + cell)
        lines.append(f"  {'  '.join(cells)}".rstrip())
    return lines


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def _wrap(text: str, indent: str) -> list[str]:
    """A paragraph in lines of at most 96 columns."""
    wrapper = textwrap.TextWrapper(96, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    return wrapper.wrap(printable(text)) or [""]
