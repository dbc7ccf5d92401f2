"""What a picture shows before anyone decides how: rows, lines, a spread, ranks or a matrix, as plain values.

`pictures_of` gives the pictures of a noun, from functions that stand beside its page. Two renderers draw them all:
`views.svg` for pages and notebooks, `views.figures` with matplotlib for papers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np

from referee import _format
from referee.core import Estimate, RankDiagram
from referee.core.types import Floats
from referee.views.numbers import title_words, value_text

Marks = tuple[tuple[float, str], ...]
"""Values along an axis to read others against, each with a name or ""."""

BACK, INK = -1, -2
"""Colours beside those of the palette, which count from 0: what stands back, and what is no model's own."""

UNIT = np.array([0.0, 1.0])
FEW_POINTS = 12


@dataclass(frozen=True, kw_only=True)
class Picture:
    """What every picture has.

    `caption` says how to read it, `about` what it shows to who cannot see it, `says` is the sentence above it in a
    paper (its title when there is none), `name` its place in a page. A `wide` one takes a whole line there.
    """

    title: str
    name: str = ""
    caption: str = ""
    about: str = ""
    says: str = ""

    wide: ClassVar[bool] = True

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw."""
        return False


@dataclass(frozen=True)
class Dot:
    """A value with its name, its limits (NaN for none, infinite for open ones) and what is written beside it."""

    name: str
    value: float
    low: float = math.nan
    high: float = math.nan
    text: str = ""
    colour: int = 0

    @classmethod
    def from_zero(cls, name: str, value: float, text: str, colour: int = 0) -> Dot:
        """A value whose line reaches to it from 0."""
        return cls(name, value, min(value, 0.0), max(value, 0.0), text, colour)

    @property
    def ends(self) -> list[float]:
        """The finite numbers of the row."""
        return [v for v in (self.value, self.low, self.high) if math.isfinite(v)]

    @property
    def bounded(self) -> bool:
        """Whether it has limits, be they open."""
        return not math.isnan(self.low) and not math.isnan(self.high)


@dataclass(frozen=True, kw_only=True)
class Dots(Picture):
    """Rows of values on one axis, against marks.

    `inside` is a range to read them against, with its name; `sides` says what the sides of 0 mean; `limits` are the
    ends of the axis. The names of `compact` rows stand at the left, and a page leaves their texts to its tables.
    """

    axis: str
    rows: tuple[Dot, ...]
    marks: Marks = ()
    inside: tuple[float, float, str] | None = None
    sides: tuple[str, str] | None = None
    limits: tuple[float, float] | None = None
    compact: bool = False

    @property
    def empty(self) -> bool:
        """Whether no row has a number."""
        return not any(row.ends for row in self.rows)

    @property
    def across(self) -> tuple[float, float]:
        """The ends of the axis: as stated, or with room for all rows and marks, and for words at both sides of 0."""
        if self.limits is not None:
            return self.limits
        ends = [v for row in self.rows for v in row.ends] + [v for v, _ in self.marks]
        if self.inside is not None:
            ends += [1.3 * v for v in self.inside[:2]]
        low, high = pad(ends)
        return (low, high) if self.sides is None else (min(low, -0.6 * high), max(high, -0.6 * low))


@dataclass(frozen=True)
class Axis:
    """An axis by name; without limits it holds what is drawn. `normal` is the scale of normal deviates."""

    name: str
    limits: tuple[float, float] | None = None
    scale: Literal["linear", "log", "normal"] = "linear"
    ticks: Marks = ()


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

    Pictures of one `plane` can share their axes.
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

    wide: ClassVar[bool] = False

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

    wide: ClassVar[bool] = False

    @property
    def bins(self) -> tuple[list[float], list[int]]:
        """Edges of bins, and how many values fall into each."""
        return histogram(self.values)


@dataclass(frozen=True, kw_only=True)
class Ranks(Picture):
    """A critical-difference diagram."""

    diagram: RankDiagram

    @property
    def ruler(self) -> str:
        """What is written beside the ruler of the critical difference."""
        reach = self.diagram.critical_difference or 0.0
        more = " (beyond the axis)" if self.diagram.low + reach > self.diagram.high else ""
        return f"critical difference {_format.number(reach, 2)}{more}"


@dataclass(frozen=True, kw_only=True)
class Matrix(Picture):
    """Counts of true (rows) and predicted classes, each shaded by its share of the row (NaN for a row without)."""

    labels: tuple[str, ...]
    counts: Floats
    shares: Floats

    wide: ClassVar[bool] = False


@singledispatch
def pictures_of(value: object, **options: Any) -> Sequence[Picture]:
    """The pictures of a noun, the telling one first; none for one that is best read."""
    return ()


def has_pictures(value: object) -> bool:
    """Whether a noun of this kind is drawn, though this one may have nothing to show."""
    return pictures_of.dispatch(type(value)) is not pictures_of.dispatch(object)


def drawable(*pictures: Picture) -> list[Picture]:
    """The pictures that have something to show."""
    return [picture for picture in pictures if not picture.empty]


def dot(m: Estimate, name: str = "", colour: int = 0) -> Dot:
    """An estimate as a row.

    >>> dot(Estimate("error_rate", 0.125, 8)).text
    '0.125'
    """
    low, high = m.interval if m.defined and m.interval is not None else (math.nan, math.nan)
    return Dot(name or title_words(m), m.value if m.defined else math.nan, low, high, value_text(m), colour)


def pad(values: Iterable[float]) -> tuple[float, float]:
    """An axis that holds values, with some room at both ends.

    >>> pad([0.0, 1.0]), pad([])
    ((-0.06, 1.06), (0.0, 1.0))
    """
    found = [v for v in values if math.isfinite(v)]
    if not found:
        return 0.0, 1.0
    reach = max(found) - min(found) or max(abs(found[0]), 1e-3) * 0.2
    return min(found) - 0.06 * reach, max(found) + 0.06 * reach


def histogram(values: Sequence[float], bins: int = 16) -> tuple[list[float], list[int]]:
    """Edges of equal bins over values, and how many values fall into each.

    >>> histogram([0.0, 0.5, 1.0, 1.0], 2)
    ([0.0, 0.5, 1.0], [1, 3])
    """
    heights, edges = np.histogram(values, bins)
    return edges.tolist(), heights.tolist()
