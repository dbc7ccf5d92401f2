"""What a picture shows before anyone decides how: rows, lines, a spread, ranks or a matrix, as plain values.

`pictures_of` gives the pictures of a noun, from functions that stand beside its page. Two renderers draw them all:
`views.svg` for pages and notebooks, `views.figures` with matplotlib for papers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any, Literal, NamedTuple

import numpy as np

from referee import _format
from referee.core import Estimate, RankDiagram
from referee.core.types import Floats
from referee.views.numbers import percent_text, title_words, value_text

Marks = tuple[tuple[float, str], ...]
"""Values along an axis to read others against, each with a name or ""."""

BACK, INK = -1, -2
"""Colours beside those of the palette, which count from 0: what stands back, and what is no model's own."""

UNIT = np.array([0.0, 1.0])
FEW_POINTS = 12
MANY_ROWS = 6


@dataclass(frozen=True, kw_only=True)
class Picture:
    """What every picture has.

    `caption` says how to read it, `about` what it shows to who cannot see it, `says` is the sentence above it in a
    paper (its title when there is none), `name` its place in a page. `asks` is the plain question that it answers,
    which leads in a page. A `wide` one takes more room there.
    """

    title: str
    asks: str = ""
    name: str = ""
    caption: str = ""
    about: str = ""
    says: str = ""

    @property
    def wide(self) -> bool:
        """Whether it wants width rather than height."""
        return False

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw."""
        return False


@dataclass(frozen=True)
class Dot:
    """A value with its name, its limits (NaN for none, infinite for open ones) and what is written beside it.

    `mark` is a value to read it against, with its name.
    """

    name: str
    value: float
    low: float = math.nan
    high: float = math.nan
    text: str = ""
    colour: int = 0
    mark: tuple[float, str] | None = None
    strong: bool = False

    @classmethod
    def from_zero(cls, name: str, value: float, text: str, colour: int = 0) -> Dot:
        """A value whose line reaches to it from 0."""
        return cls(name, value, min(value, 0.0), max(value, 0.0), text, colour)

    @property
    def ends(self) -> list[float]:
        """The finite numbers of the row."""
        known = (self.value, self.low, self.high, *(self.mark or ())[:1])
        return [v for v in known if math.isfinite(v)]

    @property
    def bounded(self) -> bool:
        """Whether it has limits, be they open."""
        return not math.isnan(self.low) and not math.isnan(self.high)


@dataclass(frozen=True, kw_only=True)
class Dots(Picture):
    """Rows of values on one axis, against marks.

    `inside` is a range to read them against, with its name; `sides` says what the sides of 0 mean; `whole` is the
    range of which the axis shows a part. `unit` says how the axis is written: shares
    in percent, differences of shares in points.
    """

    axis: str
    rows: tuple[Dot, ...]
    marks: Marks = ()
    inside: tuple[float, float, str] | None = None
    sides: tuple[str, str] | None = None
    whole: tuple[float, float] | None = None
    unit: Literal["", "percent", "points"] = ""

    @property
    def wide(self) -> bool:
        """Whether it wants width: when there are many rows."""
        return len(self.rows) > MANY_ROWS

    @property
    def empty(self) -> bool:
        """Whether no row has a number."""
        return not any(row.ends for row in self.rows)

    @property
    def across(self) -> tuple[float, float]:
        """The ends of the axis: room for all rows and marks, for words at both sides of 0, none beyond the whole."""
        ends = [v for row in self.rows for v in row.ends] + [v for v, _ in self.marks]
        if self.inside is not None:
            ends += [1.3 * v for v in self.inside[:2]]
        low, high = pad(ends)
        if self.whole is not None:
            low, high = max(low, self.whole[0]), min(high, self.whole[1])
        return (low, high) if self.sides is None else (min(low, -0.6 * high), max(high, -0.6 * low))


@dataclass(frozen=True)
class Axis:
    """An axis by name; without limits it holds what is drawn. `normal` is the scale of normal deviates.

    A page writes what is in `percent` so; a figure for a paper has shares.
    """

    name: str
    limits: tuple[float, float] | None = None
    scale: Literal["linear", "log", "normal"] = "linear"
    ticks: Marks = ()
    percent: bool = False


@dataclass(frozen=True)
class Line:
    """A line with its name and the number that belongs to it, or why it has no values.

    `low` and `high` are limits around it, as a shade or as bars, and `limits_name` is what they are. A line of one
    point is a point. What is `alone` gives way where other lines share the picture.
    """

    name: str
    x: Floats
    y: Floats
    low: Floats | None = None
    high: Floats | None = None
    fact: str = ""
    colour: int = 0
    drawn: Literal["line", "steps", "linked", "nothing"] = "line"
    dashed: bool = False
    limits: Literal["shade", "bars", "wide bars"] = "shade"
    limits_name: str = ""
    alone: bool = False
    undefined: str = ""

    @property
    def label(self) -> str:
        """The name with the number."""
        return ", ".join(filter(None, (self.name, self.fact)))


class Note(NamedTuple):
    """Words at a place; `alone` as in a line."""

    x: float
    y: float
    text: str
    alone: bool = False


class Stretch(NamedTuple):
    """A shaded range along x."""

    low: float
    high: float
    text: str
    colour: int = BACK


@dataclass(frozen=True, kw_only=True)
class Lines(Picture):
    """Lines over two axes; `marks` are places along x, `guides` faint lines to read the others by.

    Pictures of one `plane` can share their axes. The shades of a `split` picture are strong beyond a place that the
    script of a page moves.
    """

    x: Axis
    y: Axis
    lines: tuple[Line, ...] = ()
    marks: Marks = ()
    guides: tuple[Line, ...] = ()
    notes: tuple[Note, ...] = ()
    stretches: tuple[Stretch, ...] = ()
    plane: str = ""
    square: bool = False
    split: bool = False

    def has_marks(self, line: Line) -> bool:
        """Whether each point of a line has a mark: where it is linked, or has few on axes of its own."""
        return line.drawn == "linked" or (not self.plane and len(line.x) <= FEW_POINTS)

    @property
    def empty(self) -> bool:
        """Whether no line has values."""
        return all(line.undefined or not len(line.x) for line in self.lines)


@dataclass(frozen=True, kw_only=True)
class Spread(Picture):
    """A histogram of values, with marks along x."""

    x_name: str
    y_name: str
    values: Sequence[float]
    marks: Marks = ()

    @property
    def bins(self) -> tuple[list[float], list[int]]:
        """Edges of bins, and how many values fall into each."""
        return histogram(self.values)


@dataclass(frozen=True, kw_only=True)
class Ranks(Picture):
    """A critical-difference diagram."""

    diagram: RankDiagram

    @property
    def wide(self) -> bool:
        """Whether it wants width: always."""
        return True

    @property
    def ruler(self) -> str:
        """What is written beside the ruler of the critical difference."""
        reach = self.diagram.critical_difference or 0.0
        more = " (beyond the axis)" if self.diagram.low + reach > self.diagram.high else ""
        return f"critical difference {_format.number(reach, 2)}{more}"


@dataclass(frozen=True, kw_only=True)
class Matrix(Picture):
    """Counts of true (rows) and predicted classes, each shaded by its share of the row (NaN for a row without).

    `order` has the classes so that confused ones stand side by side.
    """

    labels: tuple[str, ...]
    counts: Floats
    shares: Floats
    order: tuple[int, ...] = ()


class Field(NamedTuple):
    """A count by its name and what is written below it; `kind` is "a" or "b" for what one model has alone."""

    name: str
    cases: float
    text: str = ""
    kind: Literal["", "a", "b"] = ""


@dataclass(frozen=True, kw_only=True)
class Fields(Picture):
    """Four counts as fields by area: both models right, the first alone, the second alone, neither."""

    fields: tuple[Field, Field, Field, Field]

    @property
    def empty(self) -> bool:
        """Whether there is no case."""
        return not any(field.cases for field in self.fields)


@singledispatch
def pictures_of(value: object, **options: Any) -> Sequence[Picture]:
    """The pictures of a noun, the telling one first; none for one that is best read."""
    return pictures_of.dispatch(type(value))(value, **options) if has_pictures(value) else ()


def has_pictures(value: object) -> bool:
    """Whether a noun of this kind is drawn, though this one may have nothing to show; all pages are loaded to know."""
    from referee.views.pages import load_pages

    load_pages()
    return pictures_of.dispatch(type(value)) is not pictures_of.dispatch(object)


def drawable(*pictures: Picture) -> list[Picture]:
    """The pictures that have something to show."""
    return [picture for picture in pictures if not picture.empty]


def dot(m: Estimate, name: str = "", colour: int = 0, text: str = "") -> Dot:
    """An estimate as a row, with its value and interval beside it or another text.

    >>> dot(Estimate("error_rate", 0.125, 8)).text
    '0.125'
    """
    low, high = m.interval if m.defined and m.interval is not None else (math.nan, math.nan)
    return Dot(
        name or title_words(m), m.value if m.defined else math.nan, low, high, text or value_text(m), colour
    )


def pad(values: Iterable[float]) -> tuple[float, float]:
    """An axis that holds values, with some room at both ends.

    >>> pad([0.0, 1.0]), pad([])
    ((-0.06, 1.06), (0.0, 1.0))
    """
    found = [v for v in values if math.isfinite(v)]
    if not found:
        return 0.0, 1.0
    reach = max(found) - min(found) or abs(found[0]) * 0.2 or 1.0
    return min(found) - 0.06 * reach, max(found) + 0.06 * reach


def ticks(low: float, high: float, about: int = 5, *, percent: bool = False) -> Marks:
    """Round numbers from low to high with their texts, about as many as asked for.

    >>> [text for _, text in ticks(0, 1)], [text for _, text in ticks(-0.03, 0.06)]
    (['0', '0.2', '0.4', '0.6', '0.8', '1'], ['−0.02', '0', '0.02', '0.04', '0.06'])
    >>> [text for _, text in ticks(0, 1, 4, percent=True)]
    ['0%', '25%', '50%', '75%', '100%']
    """
    raw = (high - low) / about
    size = 10.0 ** math.floor(math.log10(raw))
    step = next(size * m for m in (1, 2, 2.5, 5, 10) if size * m >= raw * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    places = [round(i * step, 12) + 0.0 for i in range(first, last + 1)]
    if percent:
        digits = next(d for d in range(11) if all(abs(round(100 * v, d) - 100 * v) < 1e-9 for v in places))
        return tuple((place, percent_text(place, digits)) for place in places)
    return tuple((place, f"{place:,.10g}".replace("-", "−")) for place in places)


def histogram(values: Sequence[float], bins: int = 16) -> tuple[list[float], list[int]]:
    """Edges of equal bins over values, and how many values fall into each.

    >>> histogram([0.0, 0.5, 1.0, 1.0], 2)
    ([0.0, 0.5, 1.0], [1, 3])
    """
    heights, edges = np.histogram(values, bins)
    return edges.tolist(), heights.tolist()
