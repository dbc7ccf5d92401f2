"""Lines over two axes as SVG: their scales, ends and ticks, the lines, and names where they fit beside them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import NormalDist

import numpy as np

from referee.core.types import Floats
from referee.views.picture import Axis, Line, Lines, Marks, pad, ticks
from referee.views.svg.plane import Markup, Plane, colour_class, key, share_of

WIDTH, HEIGHT = 270.0, 190.0
"""A small box in pixels. Text keeps its size, so what fits here fits in every larger one."""

LETTER, LINE, OFF = 6.4, 14.0, 7.0
STEP = 4.0
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def draw_lines(picture: Lines, name: str) -> Markup:
    """Lines with their limits, guides, marks and notes over two axes, each name beside its line where it fits."""
    lines = [on_scale(line, picture) for line in picture.lines if not line.undefined and len(line.x)]
    guides = [on_scale(line, picture) for line in picture.guides]
    ends = across_of(picture, lines), up_of(picture, lines, guides)
    ticked = tick_marks(picture.x, ends[0], 4), tick_marks(picture.y, ends[1], 4)
    kind = "plane split" if picture.split else "plane"
    plane = Plane(name, *ends, picture.x.name, picture.y.name, *ticked, kind)
    for stretch in picture.stretches:
        plane.bar((stretch.low, stretch.high), ends[1], f"zone {colour_class(stretch.colour)}")
        plane.legend.append(key("area", f"zone {colour_class(stretch.colour)}", stretch.text))
    for line in guides:
        plane.line(line.x, _inside(line.y, ends[1]), "ref")
    for i, line in enumerate(lines):
        _limits(plane, line, str(i))
    if picture.split:
        shades = "".join(mark for mark in plane.shapes if mark.startswith("<polygon"))
        shades = shades.replace(' id="', ' data-of="')
        cut = f'<clipPath id="{name}-clip"><rect id="{name}-cut" x="1000" width="1000" height="1000"/></clipPath>'
        plane.shapes.append(f'{cut}<g class="strong" clip-path="url(#{name}-clip)">{shades}</g>')
    for i, line in enumerate(lines):
        _line(plane, line, picture.has_marks(line), str(i))
    for value, words in picture.marks:
        plane.upright(value, "ref")
        if words:
            at = share_of(value, ends[0])
            plane.words(at, 5, words, "", "end" if at > 60 else "start")
    for note in picture.notes:
        x, y = scale_value(picture.x, note.x), scale_value(picture.y, note.y)
        at = share_of(x, ends[0])
        plane.words(at, max(6.0, plane.py(y) / 10 - 4), note.text, "", "end" if at > 50 else "start")
    _names(plane, lines, guides, len(lines) > 1)
    said = []
    for line in (line for line in lines if line.drawn != "nothing"):
        known = line.y[np.isfinite(line.y)].tolist()
        said.append(f"{line.label} {f'from {known[0]:.3g} to {known[-1]:.3g}' if known else 'undefined'}")
    return plane.html(picture.title, picture.about or "; ".join(said))


def _names(plane: Plane, lines: Sequence[Line], guides: Sequence[Line], several: bool) -> None:
    """The names of lines beside them, or in a legend where there is no room; one line alone needs none."""
    shown = [line for line in lines if line.drawn != "nothing"]
    texts = [line.label if several or line.fact else "" for line in shown] + [line.label for line in guides]
    drawn = [([*map(plane.px, line.x.tolist())], [*map(plane.py, line.y.tolist())]) for line in (*shown, *guides)]
    found = label_places([np.column_stack(places) / 1000 for places in drawn], texts)
    for i, (text, at) in enumerate(zip(texts, found, strict=True)):
        own = shown[i] if i < len(shown) else None
        kind = "" if own is None else f"own {colour_class(own.colour)}"
        if text and at is not None:
            plane.words(100 * at[0], 100 * at[1], text, kind, at[2])
        elif text:
            shape = "line" if own is None or len(own.x) > 1 else "dot"
            plane.legend.append(key(shape, "ref" if own is None else kind, text))


def _line(plane: Plane, line: Line, marked: bool, name: str) -> None:
    """A line, whose points may have a mark each, or a point."""
    if line.drawn == "nothing":
        return
    kind, x, y = colour_class(line.colour), line.x, _inside(line.y, plane.y)
    points = list(zip(x.tolist(), y.tolist(), strict=True))
    if len(points) > 1:
        if line.drawn == "steps":
            x, y = np.repeat(x, 2)[:-1], np.repeat(y, 2)[1:]
        style = f"{kind}{' dashed' if line.dashed else ''}{' thin' if line.drawn == 'linked' else ''}"
        plane.line(x, y, style, f"line{name}")
    if marked or len(points) == 1:
        for a, b in points:
            if math.isfinite(b):
                plane.dot(a, b, kind)


def _limits(plane: Plane, line: Line, name: str) -> None:
    """The limits around a line, as a shade or as bars."""
    if line.low is None or line.high is None:
        return
    kind = colour_class(line.colour)
    keep = np.isfinite(line.low) & np.isfinite(line.high)
    low, high = (np.clip(values[keep], *plane.y).tolist() for values in (line.low, line.high))
    x = line.x[keep].tolist()
    if line.limits == "shade":
        plane.area(x, low, high, kind, f"area{name}")
    else:
        style = f"{kind} {'wide' if line.limits == 'wide bars' else 'thin'}"
        ends = zip(x, low, high, strict=True)
        path = "".join(f"M{plane.px(a):.1f} {plane.py(b):.1f}V{plane.py(c):.1f}" for a, b, c in ends)
        plane.shapes.append(f'<path class="line {style}" d="{path}"/>')
    if line.limits_name:
        plane.legend.append(key("area", kind, line.limits_name))


def _inside(values: Floats, ends: tuple[float, float]) -> Floats:
    """Values beyond the axis left out."""
    room = 1e-9 * (ends[1] - ends[0])
    return np.where((values >= ends[0] - room) & (values <= ends[1] + room), values, np.nan)


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


def label_places(curves: Sequence[Floats], texts: Sequence[str]) -> list[tuple[float, float, str] | None]:
    """A place (across, down, anchor) for the name of each curve, in shares of the box; None where none is free.

    Curves are points (across, down) in shares of the box. A place is free when no curve passes under the words and no
    other words stand there.

    >>> flat = np.array([[0.0, 0.5], [1.0, 0.5]])
    >>> label_places([flat], ["a line"])[0][2]
    'end'
    """
    dense = [_dense(curve * np.array([WIDTH, HEIGHT])) for curve in curves]
    ink = np.concatenate([np.zeros((0, 2)), *dense])
    taken: list[Box] = []
    return [_free(points, text, ink, taken) if text else None for points, text in zip(dense, texts, strict=True)]


def _dense(points: Floats) -> Floats:
    """Points along a line, no two farther apart than a step."""
    points = points[np.isfinite(points).all(axis=1)]
    if len(points) < 2:
        return points
    along = np.concatenate([[0.0], np.hypot(*np.diff(points, axis=0).T).cumsum()])
    at = np.linspace(0, along[-1], int(along[-1] / STEP) + 2)
    return np.column_stack([np.interp(at, along, points[:, i]) for i in range(2)])


def _free(points: Floats, text: str, ink: Floats, taken: list[Box]) -> tuple[float, float, str] | None:
    """The first free place from the end of the line to its start, above or below, at either side; then it is taken."""
    width = LETTER * len(text)
    for x, y in points[::-4].tolist():
        for anchor, down in (("end", -OFF), ("end", LINE + 2), ("start", -OFF), ("start", LINE + 2)):
            left = x - width if anchor == "end" else x
            box = (left, y + down - LINE + 2, left + width, y + down + 3)
            if box[0] < 0 or box[2] > WIDTH or box[1] < 0 or box[3] > HEIGHT:
                continue
            across = (ink[:, 0] > box[0] - 2) & (ink[:, 0] < box[2] + 2)
            inked = (across & (ink[:, 1] > box[1]) & (ink[:, 1] < box[3])).any()
            met = (b for b in taken if box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3])
            if not inked and next(met, None) is None:
                taken.append(box)
                return x / WIDTH, (y + down) / HEIGHT, anchor
    return None
