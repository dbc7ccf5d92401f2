"""What a view shows before anyone decides how: a title, tables, paragraphs and findings, as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import singledispatch

from referee.core.finding import Finding

MOST_FINDINGS = 12


@dataclass(frozen=True)
class Table:
    """Rows of cells, the first row the head; `align` has "<" or ">" for each column.

    What `retold` parts say, a report shows in its own way.
    """

    rows: Sequence[Sequence[str]]
    align: str
    retold: bool = False


class Strong(str):
    """A cell to stress: with a star where there is only text, else bold.

    >>> Strong("0.8"), Strong("0.8").plain
    ('0.8*', '0.8')
    """

    def __new__(cls, text: str) -> Strong:
        """The text with its star."""
        return super().__new__(cls, f"{text}*")

    @property
    def plain(self) -> str:
        """The cell without its star."""
        return self[:-1]


@dataclass(frozen=True)
class Text:
    """A paragraph; `deep` ones belong to the one before, `retold` as in a table."""

    words: str
    deep: bool = False
    retold: bool = False


@dataclass(frozen=True)
class Findings:
    """Findings, of which the first few are shown."""

    all: Sequence[Finding]


@dataclass(frozen=True)
class Gap:
    """A blank line."""


GAP = Gap()
Part = Table | Text | Findings | Gap


@dataclass(frozen=True)
class Page:
    """A noun laid out: its title and its parts, in order. Text, HTML, Markdown and LaTeX are made from it."""

    title: str
    parts: Sequence[Part] = ()


@singledispatch
def page_of(value: object) -> Page | None:
    """The page of a noun, or a page itself; None for a noun without one, which then shows its `repr`."""
    return value if isinstance(value, Page) else None


def shown_findings(findings: Sequence[Finding]) -> Sequence[Finding]:
    """The findings that are shown."""
    return findings[:MOST_FINDINGS]


def more_findings(findings: Sequence[Finding]) -> str:
    """A line on those that are not shown; empty when all are."""
    rest = len(findings) - MOST_FINDINGS
    return f"and {rest} more findings: see .findings" if rest > 0 else ""


def printable(text: str) -> str:
    r"""Text that cannot steer a terminal: characters that do not print are escaped.

    >>> printable("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
