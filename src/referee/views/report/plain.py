"""The page of any noun that has no page of its own: what it prints, as HTML."""

from __future__ import annotations

from typing import Any

from referee import _check
from referee.core.review import Review
from referee.views.page import Findings, Page, Table, Text, printable
from referee.views.pages import page_of
from referee.views.report.page import page


def render_plain(value: object, *, command: str = "") -> str:
    """A noun's title, paragraphs, tables and findings as one page."""
    made = page_of(value)
    if made is None:
        _check.fail("value", "be a result that has a page", type(value).__name__)
    title = printable(made.title) or type(value).__name__
    parts = _parts(made)
    questions = page_of(value.checklist) if isinstance(value, Review) and value.checklist is not None else None
    if questions is not None:
        parts += [("text", questions.title), *_parts(questions)]
    return page("plain.html", title=title, subtitle="", parts=parts, command=command)


def _parts(made: Page) -> list[tuple[str, Any]]:
    out: list[tuple[str, Any]] = []
    for part in made.parts:
        if isinstance(part, Text):
            out.append(("deep" if part.deep else "text", printable(part.words)))
        elif isinstance(part, Findings):
            out.append(("findings", list(part.all)))
        elif isinstance(part, Table):
            head, *rows = [[printable(cell) for cell in row] for row in part.rows]
            right = [side == ">" for side in part.align]
            out.append(("table", {"caption": head[0] or "Table", "head": head, "rows": rows, "right": right}))
    return out
