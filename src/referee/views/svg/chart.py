"""Shapes on axes as SVG text, in classes that the page's style colours."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

from referee.views.picture import Marks

LEFT, TOP, RIGHT, BOTTOM = 46, 10, 12, 42
_SHAPES = {"circle": '<circle r="5"/>', "diamond": '<path d="M0 -7L7 0L0 7L-7 0Z"/>'}
_KEYS = {
    "line": '<line class="line {}" x1="1" x2="23" y1="7" y2="7"/>',
    **{name: f'<rect class="{name} {{}}" x="2" y="2" width="20" height="10"/>' for name in ("area", "bar")},
    **{name: f'<g class="point {{}}" transform="translate(12 7)">{mark}</g>' for name, mark in _SHAPES.items()},
}
"""What stands for a mark in the legend."""


class Svg(str):
    """Markup made here, from escaped text: a template takes it as it is."""

    def __html__(self) -> str:
        return str(self)


def document(name: str, size: tuple[int, int], title: str, about: str, marks: Iterable[str]) -> Svg:
    """Marks as one SVG element, with a title and a description for who cannot see it."""
    return Svg(
        f'<svg id="{name}" class="chart" viewBox="0 0 {size[0]} {size[1]}" role="img" '
        f'aria-labelledby="{name}-title {name}-about"><title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-about">{escape(about)}</desc>{"".join(marks)}</svg>'
    )


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    """Words at a place in pixels."""
    style = f' class="{kind}"' if kind else ""
    return f'<text{style} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def polyline(points: Iterable[tuple[float, float]], kind: str, tag: str = "") -> str:
    """A line through places in pixels."""
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline{tag} class="line {kind}" points="{path}"/>'


@dataclass
class Chart:
    """A chart over the axes `x` and `y`, filled by its methods and closed by `svg`.

    >>> chart = Chart("c", (0, 1), (0, 1), "a < b", "y")
    >>> chart.line([0, 1], [0, 1], "main")
    >>> "a &lt; b" in chart.svg("title", "words") and "<polyline" in chart.svg("title", "words")
    True
    """

    name: str
    x: tuple[float, float]
    y: tuple[float, float]
    x_title: str
    y_title: str
    width: int = 360
    height: int = 300
    left: int = LEFT
    x_ticks: Marks = ()
    y_ticks: Marks = ()
    _marks: list[str] = field(default_factory=list)
    _legend: list[str] = field(default_factory=list)

    def px(self, value: float) -> float:
        """The place of a value across."""
        low, high = self.x
        return self.left + (value - low) / (high - low) * (self.width - self.left - RIGHT)

    def py(self, value: float) -> float:
        """The place of a value up."""
        low, high = self.y
        return self.height - BOTTOM - (value - low) / (high - low) * (self.height - TOP - BOTTOM)

    def _places(self, x: Iterable[float], y: Iterable[float]) -> list[tuple[float, float]]:
        pairs = zip(x, y, strict=True)
        return [(self.px(a), self.py(b)) for a, b in pairs if math.isfinite(a) and math.isfinite(b)]

    def _tag(self, name: str) -> str:
        return f' id="{self.name}-{name}"' if name else ""

    def line(self, x: Iterable[float], y: Iterable[float], kind: str, legend: str = "", name: str = "") -> None:
        """A line through points."""
        self._marks.append(polyline(self._places(x, y), kind, self._tag(name)))
        self.key("line", kind, legend)

    def area(
        self, x: Sequence[float], low: Sequence[float], high: Sequence[float], kind: str, legend: str = ""
    ) -> None:
        """The area between two lines."""
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in self._places([*x, *x[::-1]], [*high, *low[::-1]]))
        self._marks.append(f'<polygon class="area {kind}" points="{points}"/>')
        self.key("area", kind, legend)

    def bar(self, x: tuple[float, float], y: tuple[float, float], kind: str, legend: str = "") -> None:
        """A filled box."""
        self.key("bar", kind, legend)
        left, right = sorted(map(self.px, x))
        top, bottom = sorted(map(self.py, y))
        self._marks.append(
            f'<rect class="bar {kind}" x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" '
            f'height="{bottom - top:.1f}"/>'
        )

    def point(
        self, x: float, y: float, kind: str, *, name: str = "", shape: str = "circle", legend: str = ""
    ) -> None:
        """A circle, or a diamond."""
        place = f"translate({self.px(x):.1f} {self.py(y):.1f})"
        self._marks.append(f'<g{self._tag(name)} class="point {kind}" transform="{place}">{_SHAPES[shape]}</g>')
        self.key(shape, kind, legend)

    def upright(self, x: float, kind: str, *, name: str = "", legend: str = "") -> None:
        """A line from the bottom to the top."""
        self._marks.append(
            f'<g{self._tag(name)} class="upright" transform="translate({self.px(x):.1f} 0)">'
            f'<line class="line {kind}" y1="{TOP}" y2="{self.height - BOTTOM}"/></g>'
        )
        self.key("line", kind, legend)

    def span(self, x: tuple[float, float], y: float, kind: str, ends: float = 4) -> None:
        """An interval as a line with ends, across; one that is open reaches the edge and has no end there."""
        at, path = self.py(y), ""
        low, high = (self.px(min(max(value, self.x[0]), self.x[1])) for value in x)
        for value, end in zip(x, (low, high), strict=True):
            path += f"M{end:.1f} {at - ends:.1f}v{2 * ends:.1f}" if math.isfinite(value) else ""
        self._marks.append(f'<path class="line {kind}" d="M{low:.1f} {at:.1f}H{high:.1f}{path}"/>')

    def post(self, x: float, y: tuple[float, float], kind: str) -> None:
        """An interval as a line with ends, upwards."""
        low, high, at = self.py(y[0]), self.py(y[1]), self.px(x)
        path = f"M{at:.1f} {low:.1f}V{high:.1f}" + "".join(f"M{at - 3:.1f} {end:.1f}h6" for end in (low, high))
        self._marks.append(f'<path class="line {kind}" d="{path}"/>')

    def key(self, shape: str, kind: str, legend: str) -> None:
        """An entry of the legend, when it has words."""
        if legend:
            mark = f'<svg viewBox="0 0 24 14" aria-hidden="true">{_KEYS[shape].format(kind)}</svg>'
            self._legend.append(f"<li>{mark}{escape(legend)}</li>")

    def words(self, x: float, y: float, words: str, *, anchor: str = "start", kind: str = "") -> None:
        """Text at a place in pixels."""
        self._marks.append(text(x, y, words, anchor, kind))

    def svg(self, title: str, description: str) -> Svg:
        """The chart, with its title and description for who cannot see it, and its legend."""
        drawn = document(self.name, (self.width, self.height), title, description, [*self._axes(), *self._marks])
        return Svg(drawn + f'<ul class="key">{"".join(self._legend)}</ul>') if self._legend else drawn

    def _axes(self) -> list[str]:
        out = []
        floor, right = self.height - BOTTOM, self.width - RIGHT
        for value, name in self.x_ticks or ticks(*self.x):
            at = self.px(value)
            out.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{floor}"/>')
            out.append(text(at, floor + 14, name, "middle"))
        for value, name in () if self.y_title == "" else self.y_ticks or ticks(*self.y):
            at = self.py(value)
            out.append(f'<line class="grid" x1="{self.left}" x2="{right}" y1="{at:.1f}" y2="{at:.1f}"/>')
            out.append(text(self.left - 5, at + 4, name, "end"))
        out.append(f'<path class="axis" d="M{self.left} {TOP}V{floor}H{right}"/>')
        out.append(text((self.left + right) / 2, self.height - 8, self.x_title, "middle", "name"))
        if self.y_title:
            place = f'transform="translate(11 {(TOP + floor) / 2:.1f}) rotate(-90)"'
            out.append(f'<text class="name" {place} text-anchor="middle">{escape(self.y_title)}</text>')
        return out


def ticks(low: float, high: float, about: int = 5) -> Marks:
    """Round numbers from low to high with their texts, about as many as asked for.

    >>> [text for _, text in ticks(0, 1)], [text for _, text in ticks(-0.03, 0.06)]
    (['0', '0.2', '0.4', '0.6', '0.8', '1'], ['−0.02', '0', '0.02', '0.04', '0.06'])
    """
    raw = (high - low) / about
    size = 10.0 ** math.floor(math.log10(raw))
    step = next(size * m for m in (1, 2, 2.5, 5, 10) if size * m >= raw * 0.999)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    places = [round(i * step, 12) + 0.0 for i in range(first, last + 1)]
    return tuple((place, f"{place:,.10g}".replace("-", "−")) for place in places)
