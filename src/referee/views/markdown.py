"""Nouns as Markdown, with the tables that GitHub and most tools draw."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee import _format
from referee.core import Finding
from referee.views.page import Strong, Text, page_of, written_parts

_MARKS = re.compile(r"[\\`*_~|$#{}]|\](?=[(\[:])")
_START = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))")


def render(value: object) -> str:
    """A noun as Markdown; every text of the user's is escaped."""
    page = page_of(value)
    if page is None:
        return safe(repr(value))
    title = f"**{safe(page.title).strip()}**" if page.parts else _paragraph(Text(page.title))
    return "\n\n".join([*([title] if page.title else []), *written_parts(page, table, _paragraph, _findings)])


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


def _paragraph(part: Text) -> str:
    """A paragraph that cannot begin a list, a rule or a heading."""
    words = safe(part.words.strip())
    return _START.sub(lambda m: f"{m[1]}{m[2]}\\" if m[2].isdigit() else f"{m[1]}\\{m[2]}", words)


def _findings(shown: Sequence[Finding], more: Sequence[str]) -> str:
    lines = [
        f"- **{safe(f.code)} {safe(f.title).strip()}** ({f.severity}): {safe(f.evidence)}. {safe(f.advice)}"
        for f in shown
    ]
    return "\n".join([*lines, *(f"- {safe(words)}" for words in more)])
