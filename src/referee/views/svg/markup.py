"""Pieces of HTML and SVG: escaped text, round ticks, percents of a box."""

from __future__ import annotations

from html import escape


class Markup(str):
    """Markup made here, from escaped text: a template takes it as it is."""

    def __html__(self) -> str:
        return str(self)


def element(tag: str, kind: str, inside: str = "", **attributes: str) -> str:
    """An element of a class; `inside` is markup, attributes are escaped.

    >>> element("p", "a", "&lt;", id='x"y')
    '<p class="a" id="x&quot;y">&lt;</p>'
    """
    given = "".join(f' {name.replace("_", "-")}="{escape(value)}"' for name, value in attributes.items())
    return f'<{tag} class="{kind}"{given}>{inside}</{tag}>'


def share_of(value: float, ends: tuple[float, float]) -> float:
    """Where a value lies between two ends, in percent of the way, never beyond them."""
    return 100 * min(1.0, max(0.0, (value - ends[0]) / (ends[1] - ends[0])))


def place(value: float) -> str:
    """A percent of the box for an attribute."""
    return f"{value:.2f}".rstrip("0").rstrip(".") + "%"
