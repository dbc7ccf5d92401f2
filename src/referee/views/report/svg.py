"""Small charts as SVG text: axes, lines, areas, bars and points in classes that the page's style colours."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

LEFT, TOP, RIGHT, BOTTOM = 46, 10, 12, 42


class Svg(str):
    """Markup made here, from escaped text: a template takes it as it is."""

    def __html__(self) -> str:
        return str(self)


@dataclass
class Chart:
    """A chart with linear axes over `x` and `y`, filled by its methods and closed by `svg`.

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
    grid: bool = True
    x_ticks: Sequence[float] = ()
    y_ticks: Sequence[float] = ()
    _marks: list[str] = field(default_factory=list)
    _legend: list[tuple[str, str]] = field(default_factory=list)

    def px(self, value: float) -> float:
        """The place of a value across."""
        low, high = self.x
        return self.left + (value - low) / (high - low) * (self.width - self.left - RIGHT)

    def py(self, value: float) -> float:
        """The place of a value up."""
        low, high = self.y
        return self.height - BOTTOM - (value - low) / (high - low) * (self.height - TOP - BOTTOM)

    def _points(self, x: Iterable[float], y: Iterable[float]) -> str:
        pairs = zip(x, y, strict=True)
        return " ".join(
            f"{self.px(a):.1f},{self.py(b):.1f}" for a, b in pairs if math.isfinite(a) and math.isfinite(b)
        )

    def line(self, x: Iterable[float], y: Iterable[float], kind: str, legend: str = "", name: str = "") -> None:
        """A line through points."""
        tag = f' id="{self.name}-{name}"' if name else ""
        self._marks.append(f'<polyline{tag} class="line {kind}" points="{self._points(x, y)}"/>')
        if legend:
            self._legend.append((f"line {kind}", legend))

    def area(
        self, x: Sequence[float], low: Sequence[float], high: Sequence[float], kind: str, legend: str = ""
    ) -> None:
        """The area between two lines."""
        points = self._points([*x, *x[::-1]], [*high, *low[::-1]])
        self._marks.append(f'<polygon class="area {kind}" points="{points}"/>')
        if legend:
            self._legend.append((f"area {kind}", legend))

    def bar(self, x: tuple[float, float], y: tuple[float, float], kind: str) -> None:
        """A filled box."""
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
        tag = f' id="{self.name}-{name}"' if name else ""
        a, b = self.px(x), self.py(y)
        body = '<circle r="5"/>' if shape == "circle" else '<path d="M0 -7L7 0L0 7L-7 0Z"/>'
        self._marks.append(f'<g{tag} class="point {kind}" transform="translate({a:.1f} {b:.1f})">{body}</g>')
        if legend:
            self._legend.append((f"point {kind} {shape}", legend))

    def upright(self, x: float, kind: str, *, name: str = "", legend: str = "") -> None:
        """A line from the bottom to the top."""
        tag = f' id="{self.name}-{name}"' if name else ""
        self._marks.append(
            f'<g{tag} class="upright" transform="translate({self.px(x):.1f} 0)">'
            f'<line class="line {kind}" y1="{TOP}" y2="{self.height - BOTTOM}"/></g>'
        )
        if legend:
            self._legend.append((f"line {kind}", legend))

    def span(self, x: tuple[float, float], y: float, kind: str, ends: float = 4) -> None:
        """An interval as a line with ends, across."""
        low, high, at = self.px(x[0]), self.px(x[1]), self.py(y)
        path = f"M{low:.1f} {at:.1f}H{high:.1f}"
        path += "".join(f"M{end:.1f} {at - ends:.1f}v{2 * ends:.1f}" for end in (low, high))
        self._marks.append(f'<path class="line {kind}" d="{path}"/>')

    def post(self, x: float, y: tuple[float, float], kind: str) -> None:
        """An interval as a line with ends, upwards."""
        low, high, at = self.py(y[0]), self.py(y[1]), self.px(x)
        path = f"M{at:.1f} {low:.1f}V{high:.1f}" + "".join(f"M{at - 3:.1f} {end:.1f}h6" for end in (low, high))
        self._marks.append(f'<path class="line {kind}" d="{path}"/>')

    def key(self, kind: str, legend: str) -> None:
        """An entry of the legend."""
        self._legend.append((kind, legend))

    def words(self, x: float, y: float, text: str, *, anchor: str = "start", kind: str = "") -> None:
        """Text at a place in pixels."""
        style = f' class="{kind}"' if kind else ""
        self._marks.append(f'<text{style} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>')

    def svg(self, title: str, description: str) -> Svg:
        """The chart, with its title and description for who cannot see it."""
        name = self.name
        out = [
            f'<svg id="{name}" class="chart" viewBox="0 0 {self.width} {self.height}" role="img" '
            f'aria-labelledby="{name}-title {name}-about">',
            f'<title id="{name}-title">{escape(title)}</title><desc id="{name}-about">{escape(description)}</desc>',
            *self._axes(),
            *self._marks,
            "</svg>",
        ]
        return Svg("".join(out) + self._key())

    def _axes(self) -> list[str]:
        out = []
        floor, right = self.height - BOTTOM, self.width - RIGHT
        for value in self.x_ticks or ticks(*self.x):
            at = self.px(value)
            if self.grid:
                out.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{floor}"/>')
            out.append(f'<text x="{at:.1f}" y="{floor + 14}" text-anchor="middle">{_tick(value)}</text>')
        for value in () if self.y_title == "" else self.y_ticks or ticks(*self.y):
            at = self.py(value)
            out.append(f'<line class="grid" x1="{self.left}" x2="{right}" y1="{at:.1f}" y2="{at:.1f}"/>')
            out.append(f'<text x="{self.left - 5}" y="{at + 4:.1f}" text-anchor="end">{_tick(value)}</text>')
        middle = (self.left + right) / 2
        out.append(f'<path class="axis" d="M{self.left} {TOP}V{floor}H{right}"/>')
        below = f'x="{middle:.1f}" y="{self.height - 8}"'
        out.append(f'<text class="name" {below} text-anchor="middle">{escape(self.x_title)}</text>')
        if self.y_title:
            half = (TOP + floor) / 2
            out.append(
                f'<text class="name" transform="translate(11 {half:.1f}) rotate(-90)" text-anchor="middle">'
                f"{escape(self.y_title)}</text>"
            )
        return out

    def _key(self) -> str:
        if not self._legend:
            return ""
        items = []
        for kind, text in self._legend:
            if kind.startswith("point"):
                _, style, shape = kind.split()
                body = '<circle r="5"/>' if shape == "circle" else '<path d="M0 -6L6 0L0 6L-6 0Z"/>'
                mark = f'<g class="point {style}" transform="translate(12 7)">{body}</g>'
            elif kind.startswith("area"):
                mark = f'<rect class="{kind}" x="2" y="2" width="20" height="10"/>'
            else:
                mark = f'<line class="{kind}" x1="1" x2="23" y1="7" y2="7"/>'
            items.append(f'<li><svg viewBox="0 0 24 14" aria-hidden="true">{mark}</svg>{escape(text)}</li>')
        return f'<ul class="key">{"".join(items)}</ul>'


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from low to high, about as many as asked for.

    >>> ticks(0, 1), ticks(-0.03, 0.06)
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [-0.02, 0.0, 0.02, 0.04, 0.06])
    """
    raw = (high - low) / about
    size = 10.0 ** math.floor(math.log10(raw))
    step = next(size * m for m in (1, 2, 2.5, 5, 10) if size * m >= raw * 0.999)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(i * step, 12) + 0.0 for i in range(first, last + 1)]


def _tick(value: float) -> str:
    return f"{value:,.10g}".replace("-", "−")
