"""What a picture shows before anyone decides how: rows with intervals, lines with bands, or a spread of values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from referee import _format
from referee.core.estimate import Estimate
from referee.core.types import Floats

Marks = tuple[tuple[float, str], ...]


@dataclass(frozen=True)
class Dot:
    """A value with its name, its limits (NaN for none) and what is written beside it; `kind` 1 stands back."""

    name: str
    value: float
    low: float = math.nan
    high: float = math.nan
    text: str = ""
    kind: int = 0

    @property
    def ends(self) -> list[float]:
        """The finite numbers of the row."""
        return [v for v in (self.value, self.low, self.high) if math.isfinite(v)]


@dataclass(frozen=True)
class Dots:
    """Rows of values on one axis; `marks` are values to read them against, each with a name."""

    title: str
    axis: str
    rows: tuple[Dot, ...]
    marks: Marks = ()
    caption: str = ""


@dataclass(frozen=True)
class Line:
    """A line with its name, and a band around it when it has limits."""

    name: str
    x: Floats
    y: Floats
    low: Floats | None = None
    high: Floats | None = None


@dataclass(frozen=True)
class Lines:
    """Lines over named axes; `marks` are places along x, `guide` is a faint line to read the others by."""

    title: str
    x_name: str
    y_name: str
    lines: tuple[Line, ...]
    marks: Marks = ()
    guide: Line | None = None
    caption: str = ""


@dataclass(frozen=True)
class Spread:
    """A histogram of values, with marks along x."""

    title: str
    x_name: str
    y_name: str
    edges: Sequence[float]
    heights: Sequence[float]
    marks: Marks = ()
    caption: str = ""


Picture = Dots | Lines | Spread


def dot(m: Estimate, name: str = "", kind: int = 0) -> Dot:
    """An estimate as a row.

    >>> dot(Estimate("error_rate", 0.125, 8)).text
    '0.125'
    """
    name = name or m.title or m.name.replace("_", " ")
    if not m.defined:
        return Dot(name, math.nan, text=f"undefined: {m.undefined}", kind=kind)
    if m.interval is None:
        return Dot(name, m.value, text=_format.number(m.value), kind=kind)
    places = _format.decimals(m.interval.width)
    text = f"{_format.number(m.value, places)} {_format.span(m.interval.low, m.interval.high, places)}"
    return Dot(name, m.value, m.interval.low, m.interval.high, text, kind)


def spread(values: Sequence[float], bins: int = 16) -> tuple[list[float], list[int]]:
    """Edges of equal bins over values, and how many values fall into each.

    >>> spread([0.0, 0.5, 1.0, 1.0], 2)
    ([0.0, 0.5, 1.0], [1, 3])
    """
    low, high = min(values), max(values)
    if high <= low:
        low, high = low - 0.5, high + 0.5
    step = (high - low) / bins
    heights = [0] * bins
    for value in values:
        heights[min(bins - 1, int((value - low) / step))] += 1
    return [low + i * step for i in range(bins + 1)], heights
