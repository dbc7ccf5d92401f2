"""The page around a result: templates, style and script in one file that needs no network."""

from __future__ import annotations

import base64
import hashlib
import json
from functools import lru_cache
from importlib import resources
from typing import Any

from referee import _check, _format
from referee._version import __version__

_HOME = "referee.views.report"


def page(template: str, **facts: Any) -> str:
    """A template filled with facts; every text is escaped unless it is markup that was made here."""
    script = _text("page.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return str(
        _environment()
        .get_template(template)
        .render(script=script, script_hash=digest, style=_text("page.css"), referee_version=__version__, **facts)
    )


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
