"""Nouns as small pieces of HTML for a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from referee import _format
from referee.core import Audit, Comparison, Comparisons, Evaluation, Finding, Gate, Noun, Standings
from referee.views.page import Page, Strong, Text, page_of, written_parts

_STYLE = "border-collapse:collapse;font-variant-numeric:tabular-nums"
_CELL = "padding:.15em .7em;text-align:{align};border-bottom:1px solid #8884"


LED = (Audit, Comparison, Comparisons, Evaluation, Gate, Standings)
"""Nouns whose report leads with a verdict and a picture; a notebook shows the same, with the numbers folded."""


def render(value: object) -> str:
    """A noun as HTML; every text of the user's is escaped."""
    page = page_of(value)
    if page is None:
        return f"<pre>{escape(repr(value))}</pre>"
    return _lead(value, _page(page)) if isinstance(value, LED) else _page(page)


def _lead(value: Noun, numbers: str) -> str:
    """The head of the report of a noun, in a style that ends at its own edge, above its numbers."""
    from referee.views.report import hero_of
    from referee.views.report.lead import lead_of
    from referee.views.report.page import dim, text_of

    lead, hero = lead_of(value), hero_of(value)
    word = f'<p class="word{"" if lead.settled else " open"}">{_safe(lead.word)}</p>' if lead.word else ""
    more = "".join(f"<p>{dim(_format.printable(line))}</p>" for line in lead.more)
    said = f'<p class="says">{dim(_format.printable(lead.sentence))}</p>'
    answer = f'<div>{word}{said}<div class="more">{more}</div></div>'
    picture = ""
    if hero is not None:
        title = f"<figcaption><h3>{_safe(hero.picture.asks or hero.picture.title)}</h3></figcaption>"
        chart = "".join(
            c for c in str(hero.chart) if c == "\n" or c.isprintable()
        )  # names may hold terminal codes
        picture = f'<figure class="chart">{title}{chart}</figure>'
    style = text_of("page.css").replace(":root", ":scope")
    folded = f"<details><summary>All numbers</summary>{numbers}</details>"
    body = f'<div class="verdict">{answer}{picture}</div>{folded}'
    return f'<div class="referee"><style>@scope (.referee) {{{style}}}</style>{body}</div>'


def table(rows: Sequence[Sequence[str]], align: str) -> str:
    """Rows as a table, the first one its head; cells are escaped here.

    >>> "<td" in table([["a"], ["<b>"]], "<"), "<b>" in table([["a"], ["<b>"]], "<")
    (True, False)
    """
    sides = [{"<": "left", ">": "right"}[a] for a in align]
    out = [f'<table style="{_STYLE}">']
    for i, row in enumerate(rows):
        tag = "th" if i == 0 else "td"
        cells = (
            f'<{tag} style="{_CELL.format(align=side)}">{_cell(cell)}</{tag}>'
            for cell, side in zip(row, sides, strict=True)
        )
        out.append(f"<tr>{''.join(cells)}</tr>")
    return "".join([*out, "</table>"])


def _cell(cell: str) -> str:
    return f"<strong>{_safe(cell.plain)}</strong>" if isinstance(cell, Strong) else _safe(cell)


def _safe(text: str) -> str:
    return escape(_format.printable(text))


def _page(page: Page) -> str:
    if not page.parts:
        return f"<p>{_safe(page.title)}</p>"
    title = f"<p><strong>{_safe(page.title)}</strong></p>" if page.title else ""
    return title + "".join(written_parts(page, table, _paragraph, _findings))


def _paragraph(part: Text) -> str:
    style = ' style="margin-left:1.5em"' if part.deep else ""
    return f"<p{style}>{_safe(part.words)}</p>"


def _findings(shown: Sequence[Finding], more: Sequence[str]) -> str:
    out = [
        f"<p><strong>{_safe(f.code)} {_safe(f.title)}</strong>: {_safe(f.evidence)}. {_safe(f.advice)}</p>"
        for f in shown
    ]
    return "".join([*out, *(f"<p>{words}</p>" for words in more)])
