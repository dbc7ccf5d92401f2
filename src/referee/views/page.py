"""What a view shows before anyone decides how: a title, tables, paragraphs and findings, as plain values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Literal

from referee.core import Finding

MOST_FINDINGS = 12


@dataclass(frozen=True)
class Table:
    """Rows of cells, the first row the head; `align` has "<" or ">" for each column, "[" for intervals.

    What `retold` parts say, a report shows in its own way; it reads the `caption` aloud, and shows it when `told`.
    """

    rows: Sequence[Sequence[str]]
    align: str
    retold: bool = False
    caption: str = ""
    told: bool = False


Tone = Literal["good", "bad", "alike", "open"]
"""What a verdict or a finding means for the reader, where a view has colours."""


class Toned(str):
    """A cell with a tone.

    >>> Toned("better", "good"), Toned("better", "good").tone
    ('better', 'good')
    """

    tone: Tone

    def __new__(cls, text: str, tone: Tone) -> Toned:
        """The text with its tone."""
        made = super().__new__(cls, text)
        made.tone = tone
        return made


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
    tone: Tone | None = None


@dataclass(frozen=True)
class Findings:
    """Findings, of which the first few are shown."""

    all: Sequence[Finding]


@dataclass(frozen=True)
class BlankLine:
    """A blank line."""


GAP = BlankLine()
PagePart = Table | Text | Findings | BlankLine


@dataclass(frozen=True)
class Page:
    """A noun laid out: its title and its parts, in order. Text, HTML, Markdown and LaTeX are made from it."""

    title: str
    parts: Sequence[PagePart] = ()
    tone: Tone | None = None


@singledispatch
def page_of(value: object) -> Page | None:
    """The page of a noun, or a page itself; None for a noun without one, which then shows its `repr`.

    A noun that is not known yet is asked of the file that is named after its own, then of all files of `pages`.
    """
    from referee.views.pages import load_pages

    if isinstance(value, Page):
        return value
    for own in (type(value).__module__.rpartition(".")[2], ""):
        load_pages(own)
        known = page_of.dispatch(type(value))
        if known is not page_of.dispatch(object):
            return known(value)
    return None


def written_parts(
    page: Page,
    table: Callable[[Sequence[Sequence[str]], str], str],
    paragraph: Callable[[Text], str],
    findings: Callable[[Sequence[Finding], list[str]], str],
) -> list[str]:
    """The parts of a page, each written by the function of its kind; what comes out empty is left out."""
    out = []
    for part in page.parts:
        if isinstance(part, Table):
            out.append(table(part.rows, part.align))
        elif isinstance(part, Text):
            out.append(paragraph(part))
        elif isinstance(part, Findings):
            out.append(findings(*shown_findings(part.all)))
    return [words for words in out if words]


def shown_findings(findings: Sequence[Finding]) -> tuple[Sequence[Finding], list[str]]:
    """The findings that are shown, and a line on those that are not, when some are not."""
    rest = len(findings) - MOST_FINDINGS
    return findings[:MOST_FINDINGS], [f"and {rest} more findings: see .findings"] if rest > 0 else []


Laid = PagePart | str | None | Sequence["Laid"]
"""What a page is laid out from: parts, texts for paragraphs, and lists of these."""


def lay_out(title: str, *parts: Laid) -> Page:
    """A page of parts that may be nested; a text is a paragraph, and what is empty is left out."""
    return Page(title, _flat(parts))


def below(*parts: Laid) -> list[PagePart]:
    """The parts after a blank line; nothing when all of them are empty."""
    found = _flat(parts)
    return [GAP, *found] if found else []


def _flat(parts: Sequence[Laid]) -> list[PagePart]:
    out: list[PagePart] = []
    for part in parts:
        if isinstance(part, str):
            out += [Text(part)] if part else []
        elif isinstance(part, Table | Text | BlankLine):
            out.append(part)
        elif isinstance(part, Findings):
            out += [part] if part.all else []
        elif part is not None:
            out += _flat(part)
    return out


def note(words: str) -> str:
    """A note as a paragraph; nothing for none."""
    return f"Note: {words}." if words else ""


def caveats(warnings: Sequence[str], *, deep: bool = False) -> list[PagePart]:
    """Warnings, a paragraph each."""
    return [Text(f"! {warning}", deep=deep) for warning in warnings]


def more(n: int, most: int, where: str, noun: str = "") -> str:
    """A line on those of n things that are not among the first `most`, and where to see them; nothing for none."""
    return f"and {n - most} more{noun and ' ' + noun}: see {where}" if n > most else ""
