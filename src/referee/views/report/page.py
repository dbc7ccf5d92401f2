"""The page around a result: templates, style, script and figures in one file that needs no network."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

from referee import _check, _format
from referee._version import __version__
from referee.views.picture import Picture
from referee.views.report.methods import Method, references
from referee.views.svg.chart import Svg
from referee.views.svg.drawn import Live, draw

_HOME = "referee.views.report"
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What steers a terminal or turns the order of a line; names of the user's may hold it."""


def page(template: str, methods: Sequence[Method], **facts: Any) -> str:
    """A template filled with methods, their references and facts; texts are escaped unless they are our own markup."""
    script = _text("page.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    made = _environment().get_template(template)
    facts |= {"methods": methods, "references": references(methods)}
    facts |= {"script": script, "script_hash": digest, "style": _text("page.css"), "referee_version": __version__}
    return _STEERING.sub(lambda sign: sign[0].encode("unicode_escape").decode(), str(made.render(**facts)))


def data(value: Any) -> str:
    """Data for the script, as JSON that cannot end its element."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


@lru_cache(maxsize=1)
def _environment() -> Any:
    jinja2 = _check.package("jinja2", "report")
    made = jinja2.Environment(
        loader=jinja2.FunctionLoader(_text),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    made.filters |= {"label": _format.label, "count": _format.count, "percent": _format.percent}
    return made


@lru_cache(maxsize=16)
def _text(name: str) -> str:
    return resources.files(_HOME).joinpath("templates", name).read_text(encoding="utf-8")


Figure = tuple[Picture, Svg]
"""A picture and its chart."""


def figures(
    pictures: Iterable[Picture], prefix: str = "", live: Mapping[str, Sequence[Live]] | None = None
) -> list[Figure]:
    """Pictures that have something to show; `prefix` begins every id, `live` are marks by the name of a picture."""
    named = [(picture, f"{prefix}{picture.name or f'p{i + 1}'}") for i, picture in enumerate(pictures)]
    moving = {} if live is None else live
    return [(p, draw(p, name, moving.get(p.name, ()))) for p, name in named if not p.empty]
