"""What a page is laid out from, and the page around it: one file with its style and script that needs no network."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from importlib import resources
from typing import Any

from referee import _check
from referee._version import __version__
from referee.core import Finding
from referee.views.page import Findings, PagePart, Table, Text
from referee.views.picture import Picture
from referee.views.report.describe_work import MethodWords, references
from referee.views.svg import draw
from referee.views.svg.plane import Markup

_HOME = "referee.views.report"
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What steers a terminal or turns the order of a line; names of the user's may hold it."""

START = """
globalThis.referee = startPage(document, {
  read: () => location.hash.slice(1),
  write: (text) => history.replaceState(null, "", `#${text}`),
  hear: (answer) => addEventListener("hashchange", answer),
});
"""
"""A page keeps the state of its script in the address."""

_INTERVAL = re.compile(r"\[[^\[\]]*\d[^\[\]]*\]")


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


@dataclass(frozen=True)
class Folded:
    """Blocks behind a line that opens them."""

    title: str
    note: str
    blocks: Sequence[Block]
    open: bool = False


@dataclass(frozen=True)
class Special:
    """A block with markup of its own: the macro of that name gets its facts."""

    macro: str
    facts: dict[str, Any]


Block = PagePart | Figures | Folded | Lead | Special
"""What a report shows: the parts that pages of nouns have, and what only it can show. A lead here is one of several."""


@dataclass(frozen=True)
class Section:
    """A part of a page with its place, its heading and the word that leads to it; `half` ones stand in pairs."""

    name: str
    title: str
    blocks: Sequence[Block]
    lead: str = ""
    nav: str = ""
    half: bool = False


@dataclass(frozen=True)
class Occasion:
    """What a page is told beside its result: what the cases are, when it was written, what makes it again."""

    on: str = ""
    date: str = ""
    command: str = ""


@dataclass(frozen=True)
class How:
    """How a result was made: its methods, its facts, a paragraph for a paper, and the call that makes it again."""

    methods: Sequence[MethodWords]
    facts: Sequence[tuple[str, str]]
    paragraph: str
    command: str


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A page before it is written, and by `html`; `live` is the JSON that its script reads."""

    kind: str
    title: str
    below: Sequence[str]
    lead: Lead | None
    hero: Figure | None
    parts: Sequence[Section | None]
    how: How
    notes: Sequence[str] = ()
    live: str = ""

    def html(self) -> str:
        """The page as HTML; texts are escaped unless they are our own markup.

        Parts that are half stand two in a row; the last alone takes a whole one.
        """
        rows: list[list[Section]] = []
        for part in self.parts:
            if part is not None and part.blocks:
                beside = part.half and rows and len(rows[-1]) == 1 and rows[-1][0].half
                rows = [*rows[:-1], [*rows[-1], part]] if beside else [*rows, [part]]
        script = text_of("page.js") + START
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        facts = {**vars(self), **vars(self.how), "rows": rows}
        facts |= {"references": references(self.how.methods), "script": script, "script_hash": digest}
        facts |= {"style": text_of("page.css"), "referee_version": __version__}
        made = str(_environment().get_template("page.html").render(**facts))
        return _STEERING.sub(lambda sign: sign[0].encode("unicode_escape").decode(), made)


def cautions(found: Sequence[Finding]) -> list[Caution]:
    """The first two findings that are more than a note, as reasons to distrust."""
    return [Caution(f"{f.title}.", f.advice) for f in found if f.severity != "note"][:2]


def folded_table(title: str, note: str, table: Table, caption: str = "", *, open: bool = False) -> Folded:
    """A table behind a line that opens it, whose words are its caption unless it has its own."""
    return Folded(title, note, [replace(table, caption=caption or title)], open)


def small_print(lines: Sequence[str]) -> list[Text]:
    """Paragraphs that stand back."""
    return [Text(line, deep=True) for line in lines]


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
    lead = "What a careful colleague would point out."
    return Section("findings", "Findings", [Findings(ordered)], lead, half=True)


def details_part(blocks: Sequence[Block], found: Sequence[Finding]) -> Section:
    """Every number, folded; it also says when no check had anything to say."""
    quiet = "" if found else " None of the checks had anything to say."
    return Section("details", "Details", blocks, f"Every number on this page, with its method.{quiet}", half=True)


def macro(name: str, facts: dict[str, Any]) -> str:
    """A block of a page alone, written by its macro."""
    return str(getattr(_environment().get_template("blocks.html").module, name)(**facts))


def data(value: Any) -> str:
    """Data for the script, as JSON that cannot end its element."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def dim(text: str) -> Markup:
    """A sentence whose intervals stand back."""
    return Markup(_INTERVAL.sub(lambda found: f'<span class="ci">{found[0]}</span>', escape(str(text))))


@lru_cache(maxsize=1)
def _environment() -> Any:
    jinja2 = _check.package("jinja2", "report")
    made = jinja2.Environment(
        loader=jinja2.FunctionLoader(text_of),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    made.filters |= {"dim": dim}
    return made


@lru_cache(maxsize=16)
def text_of(name: str) -> str:
    """A file that pages are made from."""
    return resources.files(_HOME).joinpath("templates", name).read_text(encoding="utf-8")
