"""The axes of a picture: its scale, its ends, its ticks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import NormalDist

import numpy as np

from referee.core.types import Floats
from referee.views.picture import Axis, Line, Lines, Marks, pad, ticks


def scale_values(axis: Axis, values: Floats) -> Floats:
    """Values on the scale of an axis."""
    if axis.scale == "log":
        return np.asarray(np.log10(values))
    if axis.scale == "normal":
        return np.array([NormalDist().inv_cdf(v) if 0 < v < 1 else math.nan for v in values.tolist()])
    return np.asarray(values, dtype=float)


def scale_value(axis: Axis, value: float) -> float:
    """One value on the scale of an axis."""
    return float(scale_values(axis, np.array([value]))[0])


def on_scale(line: Line, picture: Lines) -> Line:
    """A line on the scales of its picture."""
    low, high = (None if v is None else scale_values(picture.y, v) for v in (line.low, line.high))
    return replace(line, x=scale_values(picture.x, line.x), y=scale_values(picture.y, line.y), low=low, high=high)


def tick_marks(axis: Axis, ends: tuple[float, float], about: int) -> Marks:
    """The ticks of an axis on its scale: its own, or round numbers."""
    if not axis.ticks:
        return ticks(*ends, about, percent=axis.percent)
    places = scale_values(axis, np.array([value for value, _ in axis.ticks]))
    return tuple((float(at), words) for at, (_, words) in zip(places, axis.ticks, strict=True))


def across_of(picture: Lines, lines: Sequence[Line]) -> tuple[float, float]:
    """The ends of the lying axis: as stated, 0 to 1 when lines fill most of that, or from first to last."""
    if picture.x.limits is not None:
        return scale_value(picture.x, picture.x.limits[0]), scale_value(picture.x, picture.x.limits[1])
    values = [float(v) for line in lines for v in (np.nanmin(line.x), np.nanmax(line.x))]
    values += [v for v, _ in picture.marks]
    low, high = min(values), max(values)
    if 0 <= low <= 0.3 and 0.7 <= high <= 1:
        return 0.0, 1.0
    return (low, high) if high > low else pad(values)


def up_of(picture: Lines, lines: Sequence[Line], guides: Sequence[Line]) -> tuple[float, float]:
    """The ends of the upright axis: as stated, or what lines, limits and guides need."""
    if picture.y.limits is not None:
        return scale_value(picture.y, picture.y.limits[0]), scale_value(picture.y, picture.y.limits[1])
    heights = [values for line in lines for values in (line.y, line.low, line.high) if values is not None]
    return axis_ends([float(v) for values in (*heights, *(guide.y for guide in guides)) for v in values])


def axis_ends(values: Sequence[float]) -> tuple[float, float]:
    """All of 0 to 1 when values fill most of it, or what they need.

    >>> axis_ends([0.1, 0.9]), axis_ends([-1.0, 1.0])
    ((0.0, 1.0), (-1.12, 1.12))
    """
    found = [v for v in values if math.isfinite(v)] or [0.0, 1.0]
    low, high = min(found), max(found)
    if low >= 0 and high <= 1 and high - low > 0.5:
        return 0.0, 1.0
    start, end = pad(found)
    return (max(start, 0.0), end) if low >= 0 else (start, end)
