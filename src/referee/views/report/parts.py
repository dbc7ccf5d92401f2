"""What a page is laid out from: an answer that leads, and parts of figures, tables, findings and details."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from referee.core import Finding
from referee.views.page import Table
from referee.views.picture import Picture
from referee.views.svg import draw
from referee.views.svg.plane import Markup


@dataclass(frozen=True)
class Caution:
    """A point to weigh: its subject, a sentence, and the state of the explorer that shows it."""

    subject: str
    words: str
    state: str = ""


@dataclass(frozen=True)
class Lead:
    """The answer: a word, a sentence and what stands below it; what would change it, and what to distrust.

    A `settled` answer is a claim; one that is not leaves the question open.
    """

    sentence: str
    word: str = ""
    settled: bool = True
    more: Sequence[str] = ()
    changes: Sequence[Caution] = ()
    distrust: Sequence[Caution] = ()


@dataclass(frozen=True)
class Figure:
    """A picture and its chart."""

    picture: Picture
    chart: Markup
    name: str = ""


@dataclass(frozen=True)
class Figures:
    """Charts in the grid; `rows` are those that want width."""

    charts: Sequence[Figure]
    rows: bool = False
    kind: ClassVar[str] = "figures"


@dataclass(frozen=True)
class Tables:
    """A table with its caption; it scrolls inside when it is wide."""

    caption: str
    table: Table
    hidden: bool = False
    kind: ClassVar[str] = "table"


@dataclass(frozen=True)
class Words:
    """Paragraphs."""

    lines: Sequence[str]
    small: bool = False
    kind: ClassVar[str] = "words"


@dataclass(frozen=True)
class Remarks:
    """Findings, the worst first."""

    findings: Sequence[Finding]
    kind: ClassVar[str] = "findings"


@dataclass(frozen=True)
class Folded:
    """Blocks behind a line that opens them."""

    title: str
    note: str
    blocks: Sequence[Block]
    open: bool = False
    kind: ClassVar[str] = "folded"


@dataclass(frozen=True)
class Answer:
    """A lead within a part, for one result of several."""

    lead: Lead
    kind: ClassVar[str] = "answer"


@dataclass(frozen=True)
class Special:
    """A block with markup of its own: the macro of that name gets its facts."""

    macro: str
    facts: dict[str, Any] = field(default_factory=dict)
    kind: ClassVar[str] = "special"


Block = Figures | Tables | Words | Remarks | Folded | Answer | Special


@dataclass(frozen=True)
class Section:
    """A part of a page with its place, its heading and the word that leads to it; `half` ones stand in pairs."""

    name: str
    title: str
    blocks: Sequence[Block]
    lead: str = ""
    nav: str = ""
    half: bool = False


def figure(picture: Picture, name: str = "") -> Figure:
    """A picture drawn."""
    name = name or picture.name
    return Figure(picture, draw(picture, name or "p"), name)


def figures(pictures: Sequence[Picture], prefix: str = "") -> list[Figures]:
    """Pictures that have something to show, those that want width apart; `prefix` begins every id."""
    named = [(p, f"{prefix}{p.name or f'p{i + 1}'}") for i, p in enumerate(pictures) if not p.empty]
    made = [(p.wide, figure(p, name)) for p, name in named]
    blocks = [Figures([f for wide, f in made if wide is rows], rows) for rows in (True, False)]
    return [block for block in blocks if block.charts]


def findings_part(found: Sequence[Finding]) -> Section | None:
    """The findings, the worst first; no part without any."""
    if not found:
        return None
    rank = {"serious": 0, "warning": 1, "note": 2}
    ordered = sorted(found, key=lambda f: rank[f.severity])
    return Section(
        "findings", "Findings", [Remarks(ordered)], "What a careful colleague would point out.", half=True
    )


def details_part(blocks: Sequence[Block], found: Sequence[Finding]) -> Section:
    """Every number, folded; it also says when no check had anything to say."""
    quiet = "" if found else " None of the checks had anything to say."
    return Section("details", "Details", blocks, f"Every number on this page, with its method.{quiet}", half=True)


def shown_parts(parts: Sequence[Section | None]) -> list[list[Section]]:
    """Parts in rows: those that are half stand two in a row, the last alone takes a whole one."""
    rows: list[list[Section]] = []
    for part in parts:
        if part is None or not part.blocks:
            continue
        if part.half and rows and len(rows[-1]) == 1 and rows[-1][0].half:
            rows[-1].append(part)
        else:
            rows.append([part])
    return rows
