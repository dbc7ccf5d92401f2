"""The page around a result: template, style, script and figures in one file that needs no network."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from importlib import resources
from typing import Any

from referee import _check
from referee._version import __version__
from referee.views.report.methods import MethodWords, references
from referee.views.report.parts import Figure, Lead, Section, shown_parts
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
class Occasion:
    """What a page is told beside its result: what the cases are, when it was written, what makes it again."""

    on: str = ""
    date: str = ""
    command: str = ""


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A page before it is written; `live` is the JSON that its script reads."""

    kind: str
    title: str
    below: Sequence[str]
    lead: Lead | None
    hero: Figure | None
    parts: Sequence[Section | None]
    methods: Sequence[MethodWords]
    facts: Sequence[tuple[str, str]]
    notes: Sequence[str] = ()
    paragraph: str
    command: str
    live: str = ""


def page(shown: Shown) -> str:
    """The page as HTML; texts are escaped unless they are our own markup."""
    script = text_of("page.js") + START
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    facts = {name: getattr(shown, name) for name in shown.__dataclass_fields__}
    facts |= {"below": [fact for fact in shown.below if fact], "rows": shown_parts(shown.parts)}
    facts |= {"references": references(shown.methods), "script": script, "script_hash": digest}
    facts |= {"style": text_of("page.css"), "referee_version": __version__}
    made = str(_environment().get_template("page.html").render(**facts))
    return _STEERING.sub(lambda sign: sign[0].encode("unicode_escape").decode(), made)


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
