"""Nouns as text."""

from __future__ import annotations

from referee.views.page import Findings, Page, Part, Table, Text, printable
from referee.views.pages import page_of
from referee.views.text.finding import finding_lines
from referee.views.text.table import columns, wrapped


def render(value: object) -> str:
    """A noun as text."""
    page = page_of(value)
    return repr(value) if page is None else "\n".join(_page_lines(page))


def _page_lines(page: Page) -> list[str]:
    lines = [printable(page.title)] if page.title else []
    for part in page.parts:
        lines += _lines(part)
    return lines


def _lines(part: Part) -> list[str]:
    if isinstance(part, Table):
        return columns([[printable(cell) for cell in row] for row in part.rows], part.align)
    if isinstance(part, Text):
        return wrapped(printable(part.words), "    " if part.deep else "  ")
    return finding_lines(part.all) if isinstance(part, Findings) else [""]
