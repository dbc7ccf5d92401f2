"""Nouns as text, with tables that line up, as wide as a terminal and with its colours where there is one."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from referee._format import printable
from referee.core import Finding
from referee.views.page import Findings, PagePart, Table, Text, Tone, page_of, shown_findings

MARKS = {"note": "·", "warning": "!", "serious": "!!"}
SEVERITIES: dict[str, Tone] = {"warning": "open", "serious": "bad"}
COLOURS: dict[Tone, int] = {"good": 32, "bad": 31, "alike": 36, "open": 33}
"""The colour of a tone, as terminals number them."""

PROSE = 96
"""Columns that a paragraph takes at most."""

LEAST = 18
"""Columns that a cell of words keeps at least when a table is too wide."""


def render(value: object, *, width: int | None = None, colour: bool = False) -> str:
    """A noun as text; no line is longer than `width` unless one word is, and `colour` paints verdicts and severities.

    A table that is too wide has its words wrapped, in the last column first, down to 18 columns each. When that is not
    enough it goes on below, the first column repeated.
    """
    page, screen = page_of(value), Screen(width, colour)
    if page is None:
        return repr(value)
    title = screen.paragraph(page.title, "", page.tone, width) if page.title else []
    return "\n".join(title + [line for part in page.parts for line in screen.lines(part)])


@dataclass(frozen=True)
class Screen:
    """Where text is shown: how many columns there are, None for any number, and whether there is colour."""

    width: int | None = None
    colour: bool = False

    def lines(self, part: PagePart) -> list[str]:
        """A part of a page."""
        if isinstance(part, Table):
            return self.table(part.rows, part.align)
        if isinstance(part, Text):
            return self.paragraph(part.words, "    " if part.deep else "  ", part.tone)
        return self.findings(part.all) if isinstance(part, Findings) else [""]

    def findings(self, findings: Sequence[Finding]) -> list[str]:
        """Each finding with its code, what was seen and what to do."""
        shown, more = shown_findings(findings)
        lines = []
        for f in shown:
            head = f"{MARKS[f.severity]} {f.code} {f.title}"
            lines += self.paragraph(head, "  ", SEVERITIES.get(f.severity), self.width)
            lines += self.paragraph(f"{f.evidence}. {f.advice}", "      ")
        return [*lines, *(f"  {words}" for words in more)]

    def paragraph(self, text: str, indent: str, tone: Tone | None = None, most: int | None = PROSE) -> list[str]:
        """A paragraph in lines of at most so many columns."""
        room = min(filter(None, (most, self.width)), default=None)
        shown = printable(text)
        if room is None or _width(indent + shown) <= room:
            return [indent + self.paint(shown, tone)] if shown else [""]
        lines = _wrap(shown, room - len(indent))
        return [indent + self.paint(line, tone) for line in lines] or [""]

    def table(self, rows: Sequence[Sequence[str]], align: str) -> list[str]:
        """Rows of cells as lines; `align` has "<" or ">" for each column, the last column may run on.

        >>> Screen().table([["measure", "value"], ["accuracy", "0.8"]], "<>")
        ['  measure   value', '  accuracy    0.8']
        >>> Screen(12).table([["measure", "value", "n"], ["accuracy", "0.8", "9"]], "<>>")
        ['  measure   value', '  accuracy    0.8', '', '  measure   n', '  accuracy  9']
        """
        shown = [[printable(cell) for cell in row] for row in rows]
        widths = [max(map(_width, column)) for column in zip(*shown, strict=True)]
        over = 0 if self.width is None else sum(widths) + 2 * len(widths) - self.width
        for c in reversed([c for c, side in enumerate(align) if side == "<"]):
            step = min(max(0, over), max(0, widths[c] - LEAST))
            widths[c] -= step
            over -= step
        blocks: list[list[int]] = [[0]]
        for column in range(1, len(widths)):
            taken = sum(widths[c] + 2 for c in (*blocks[-1], column))
            if self.width is not None and taken > self.width and len(blocks[-1]) > 1:
                blocks.append([0])
            blocks[-1].append(column)
        out: list[str] = []
        for block in blocks:
            out += [""] if out else []
            for row, given in zip(shown, rows, strict=True):
                cells = [_wrap(row[c], widths[c]) if _width(row[c]) > widths[c] else [row[c]] for c in block]
                for parts in zip_longest(*cells, fillvalue=""):
                    line = []
                    for c, part in zip(block, parts, strict=True):
                        pad = " " * (widths[c] - _width(part))
                        painted = self.paint(part, getattr(given[c], "tone", None)) if part else ""
                        line.append(painted + pad if align[c] == "<" else pad + painted)
                    out.append(f"  {'  '.join(line)}".rstrip())
        return out

    def paint(self, text: str, tone: Tone | None) -> str:
        """The text in the colour of its tone, where there is colour."""
        return f"\033[{COLOURS[tone]}m{text}\033[0m" if self.colour and tone is not None else text


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def _wrap(text: str, width: int) -> list[str]:
    """A text in lines of at most so many columns; of wide letters half as many fit."""
    letters = max(1, width * len(text) // max(1, _width(text)))
    return textwrap.wrap(text, letters, break_on_hyphens=False) or [""]
