"""Nouns as Markdown, with the tables that GitHub and most tools draw."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee import _format
from referee.core import Finding
from referee.views.page import Findings, Page, PagePart, Strong, Table, Text, page_of, shown_findings

_MARKS = re.compile(r"[\\`*_~|$#{}]|\](?=[(\[:])")
_START = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))")


def render(value: object) -> str:
    """A noun as Markdown; every text of the user's is escaped."""
    page = page_of(value)
    return safe(repr(value)) if page is None else "\n\n".join(_blocks(page))


def safe(text: str) -> str:
    r"""Text that Markdown shows as it is: no mark-up, link, formula or tag can come out of it.

    >>> print(safe("a_b | <b>*c*</b> [d](e)"))
    a\_b \| &lt;b&gt;\*c\*&lt;/b&gt; [d\](e)
    """
    text = _MARKS.sub(r"\\\g<0>", _format.printable(text))
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("://", ":&#47;/")


def table(rows: Sequence[Sequence[str]], align: str) -> str:
    """Rows as a table, the first one its head; cells are escaped here.

    >>> print(table([["measure", "value"], ["accuracy", "0.8"]], "<>"))
    | measure | value |
    | :-- | --: |
    | accuracy | 0.8 |
    """
    head, *body = [[_cell(cell) for cell in row] for row in rows]
    sides = [{"<": ":--", ">": "--:"}[side] for side in align]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, sides, *body))


def _cell(cell: str) -> str:
    return f"**{safe(cell.plain)}**" if isinstance(cell, Strong) else safe(cell)


def _paragraph(words: str) -> str:
    """A paragraph that cannot begin a list, a rule or a heading."""
    return _START.sub(lambda m: f"{m[1]}{m[2]}\\" if m[2].isdigit() else f"{m[1]}\\{m[2]}", safe(words.strip()))


def _blocks(page: Page) -> list[str]:
    blocks = []
    if page.title:
        blocks.append(f"**{safe(page.title).strip()}**" if page.parts else _paragraph(page.title))
    for part in page.parts:
        blocks += _part(part)
    return blocks


def _part(part: PagePart) -> list[str]:
    if isinstance(part, Table):
        return [table(part.rows, part.align)]
    if isinstance(part, Text):
        return [_paragraph(part.words)] if part.words.strip() else []
    return ["\n".join(_findings(part.all))] if isinstance(part, Findings) else []


def _findings(findings: Sequence[Finding]) -> list[str]:
    shown, more = shown_findings(findings)
    lines = [
        f"- **{safe(f.code)} {safe(f.title).strip()}** ({f.severity}): {safe(f.evidence)}. {safe(f.advice)}"
        for f in shown
    ]
    return [*lines, *(f"- {safe(words)}" for words in more)]
