"""Pieces of HTML and SVG, and axes around a box: words are HTML and keep their size, a drawing follows the box."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

from referee.views.picture import INK, Marks, ticks

PALETTE = 4


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


def colour_class(colour: int) -> str:
    """The class of a colour; the page's style says what it looks like."""
    return f"c{colour % PALETTE}" if colour >= 0 else "ink" if colour == INK else "back"


_KEYS = {
    "line": '<line class="line {}" x1="0" x2="22" y1="7" y2="7"/>',
    "area": '<rect class="area {}" x="0" y="1" width="22" height="12"/>',
    "dot": '<circle class="dot {}" cx="11" cy="7" r="5"/>',
}
"""What stands for a mark in the legend."""


def key(shape: str, kind: str, words: str) -> str:
    """An entry of a legend."""
    return f'<li><svg viewBox="0 0 22 14" aria-hidden="true">{_KEYS[shape].format(kind)}</svg>{escape(words)}</li>'


def keys(entries: Iterable[str]) -> str:
    """A legend, or nothing."""
    made = "".join(dict.fromkeys(entries))
    return f'<ul class="key">{made}</ul>' if made else ""


def along(marks: Marks, ends: tuple[float, float], kind: str = "xs") -> str:
    """The words of ticks below a box."""
    return element(
        "div",
        kind,
        "".join(f'<span style="left:{place(share_of(v, ends))}">{escape(words)}</span>' for v, words in marks),
        aria_hidden="true",
    )


@dataclass
class Plane:
    """A chart over the axes `x` and `y`, filled by its methods and closed by `html`.

    Shapes live in a box of 1000 x 1000 that is stretched to the place there is, with strokes that do not stretch;
    dots and words are placed in percent of it.

    >>> plane = Plane("c", (0, 1), (0, 1), "a < b", "y")
    >>> plane.line([0, 1], [0, 1], "c0")
    >>> "a &lt; b" in plane.html("title", "words") and "<polyline" in plane.html("title", "words")
    True
    """

    name: str
    x: tuple[float, float]
    y: tuple[float, float]
    x_title: str
    y_title: str
    x_ticks: Marks = ()
    y_ticks: Marks = ()
    kind: str = "plane"
    shapes: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    legend: list[str] = field(default_factory=list)

    def px(self, value: float) -> float:
        """The place of a value across, of 1000."""
        return 1000 * (value - self.x[0]) / (self.x[1] - self.x[0])

    def py(self, value: float) -> float:
        """The place of a value from the top, of 1000."""
        return 1000 - 1000 * (value - self.y[0]) / (self.y[1] - self.y[0])

    def points(self, x: Iterable[float], y: Iterable[float]) -> str:
        """Places as text; those without a number are left out."""
        pairs = [(a, b) for a, b in zip(x, y, strict=True) if math.isfinite(a) and math.isfinite(b)]
        return " ".join(f"{self.px(a):.1f},{self.py(b):.1f}" for a, b in pairs)

    def line(self, x: Iterable[float], y: Iterable[float], kind: str, name: str = "") -> None:
        """A line through points; one with a name can be moved by the script."""
        tag = f' id="{self.name}-{name}"' if name else ""
        self.shapes.append(f'<polyline{tag} class="line {kind}" points="{self.points(x, y)}"/>')

    def area(
        self, x: Sequence[float], low: Sequence[float], high: Sequence[float], kind: str, name: str = ""
    ) -> None:
        """The area between two lines."""
        tag = f' id="{self.name}-{name}"' if name else ""
        points = self.points([*x, *x[::-1]], [*high, *low[::-1]])
        self.shapes.append(f'<polygon{tag} class="area {kind}" points="{points}"/>')

    def bar(self, x: tuple[float, float], y: tuple[float, float], kind: str) -> None:
        """A filled box."""
        left, right = sorted(map(self.px, x))
        top, bottom = sorted(map(self.py, y))
        size = f'width="{right - left:.1f}" height="{bottom - top:.1f}"'
        self.shapes.append(f'<rect class="{kind}" x="{left:.1f}" y="{top:.1f}" {size}/>')

    def dot(self, x: float, y: float, kind: str) -> None:
        """A point."""
        across, down = place(self.px(x) / 10), place(self.py(y) / 10)
        self.marks.append(f'<circle class="dot {kind}" cx="{across}" cy="{down}" r="4.5"/>')

    def upright(self, x: float, kind: str) -> None:
        """A line from the bottom to the top."""
        self.shapes.append(f'<path class="line {kind}" d="M{self.px(x):.1f} 0V1000"/>')

    def words(self, x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> None:
        """Words at a place of the box, in percent across and from the top."""
        where = f'x="{place(x)}" y="{place(y)}" text-anchor="{anchor}"'
        self.marks.append(f'<text class="halo {kind}" {where}>{escape(text)}</text>')

    def html(self, title: str, about: str) -> Markup:
        """The chart, with its title and description for who cannot see it, and its legend."""
        x_ticks, y_ticks = self.x_ticks or ticks(*self.x), self.y_ticks or ticks(*self.y)
        grid = "".join(f"M0 {self.py(v):.1f}H1000" for v, _ in y_ticks)
        ys = "".join(f'<span style="top:{place(self.py(v) / 10)}">{escape(words)}</span>' for v, words in y_ticks)
        shapes = f'<path class="g" d="{grid}"/>{"".join(self.shapes)}<path class="ax" d="M0 1000H1000"/>'
        box = (
            '<svg class="shapes" viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">'
            f'{shapes}</svg><svg class="marks" aria-hidden="true">{"".join(self.marks)}</svg>'
        )
        made = [
            f'<p class="up">↑ {escape(self.y_title)}</p>' if self.y_title else "",
            element("div", "ys", ys, aria_hidden="true"),
            element("div", "box", box, id=self.name, role="img", aria_label=f"{title}. {about}".strip(". ") + "."),
            along(x_ticks, self.x),
            f'<p class="along">{escape(self.x_title)} →</p>' if self.x_title else "",
        ]
        return Markup(element("div", self.kind, "".join(made)) + keys(self.legend))
