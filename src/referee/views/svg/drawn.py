"""Pictures as SVG text, for pages and notebooks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import singledispatch
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from referee import _format
from referee.core.types import Floats
from referee.views.picture import INK, Axis, Dots, Line, Lines, Marks, Matrix, Picture, Ranks, Spread, pad
from referee.views.svg.chart import Chart, Svg, document, polyline, text

EDGE, ROW, COMPACT = 14, 44, 24
MOST_NUMBERS = 20
PALETTE = ("main", "second", "third", "fourth")


class Live(NamedTuple):
    """A mark that the script of a page moves: a point, a line or an upright, by its name."""

    name: str
    shape: str
    kind: str
    legend: str = ""


@singledispatch
def draw(picture: Picture, name: str, live: Sequence[Live] = ()) -> Svg:
    """A picture as a chart whose ids begin with `name`, with the marks that a script moves."""
    raise NotImplementedError(type(picture).__name__)


@draw.register
def _(picture: Dots, name: str, live: Sequence[Live] = ()) -> Svg:
    rows = [row for row in picture.rows if row.ends] if picture.compact else picture.rows
    size = len(rows)
    step, left = (COMPACT, 166) if picture.compact else (ROW, EDGE)
    axis = "" if picture.compact else picture.axis
    chart = Chart(name, picture.across, (0, size), axis, "", width=440, height=62 + step * size, left=left)
    if picture.inside is not None:
        low, high, words = picture.inside
        chart.bar((low, high), (0, size), "margin", words)
    for value, words in picture.marks:
        chart.upright(value, "reference", legend=words)
    for i, row in enumerate(rows):
        at = size - i - (0.5 if picture.compact else 0.68)
        if picture.compact:
            chart.words(left - 8, chart.py(at) + 4, row.name, anchor="end")
        else:
            words = f"{row.name}: {row.text}" if row.text else row.name
            chart.words(EDGE + 6, chart.py(at + 0.22), words, kind="halo")
        if row.bounded:
            chart.span((row.low, row.high), at, _kind(row.colour), 4 if picture.compact else 6)
        if math.isfinite(row.value):
            chart.point(row.value, at, _kind(row.colour))
    return chart.svg(picture.title, picture.about or "; ".join(f"{row.name} {row.text}" for row in rows))


@draw.register
def _(picture: Lines, name: str, live: Sequence[Live] = ()) -> Svg:
    lines = [_place_line(line, picture) for line in picture.lines if not line.undefined and len(line.x)]
    guides = [_place_line(line, picture) for line in picture.guides]
    across = _axis_scale(picture.x) or _across([line.x for line in lines], picture.marks)
    heights = [values for line in lines for values in (line.y, line.low, line.high) if values is not None]
    up = _axis_scale(picture.y) or axis_of(
        [float(v) for values in (*heights, *(g.y for g in guides)) for v in values]
    )
    chart = Chart(name, across, up, picture.x.name, picture.y.name)
    chart.x_ticks, chart.y_ticks = _ticks(picture.x), _ticks(picture.y)
    for stretch in picture.stretches:
        chart.bar((stretch.low, stretch.high), up, f"{_kind(stretch.colour)} pale", stretch.text)
    for line in guides:
        chart.line(line.x, _inside(line.y, up), "reference", line.label)
    for line in lines:
        _limits(chart, line, up)
    for line in lines:
        _line(chart, line, up, picture.has_marks(line))
    for value, words in picture.marks:
        chart.upright(value, "reference", legend=words)
    for note in picture.notes:
        x, y = (_place(axis, np.array([v]))[0] for axis, v in ((picture.x, note.x), (picture.y, note.y)))
        anchor = "end" if x > sum(across) / 2 else "start"
        chart.words(chart.px(x), chart.py(y) - 9, note.text, anchor=anchor, kind="halo")
    for mark in live:
        if mark.shape == "line":
            chart.line([], [], mark.kind, mark.legend, name=mark.name)
        elif mark.shape == "upright":
            chart.upright(across[0], mark.kind, name=mark.name, legend=mark.legend)
        else:
            chart.point(across[0], up[0], mark.kind, name=mark.name, shape=mark.shape, legend=mark.legend)
    said = "; ".join(_describe(line.label, line.y.tolist()) for line in lines if line.drawn != "nothing")
    return chart.svg(picture.title, picture.about or said)


def _line(chart: Chart, line: Line, up: tuple[float, float], marked: bool) -> None:
    """A line, whose points may have a mark each, or a point."""
    if line.drawn == "nothing":
        return
    kind, x, y = _kind(line.colour), line.x, _inside(line.y, up)
    points = list(zip(x.tolist(), y.tolist(), strict=True))
    if len(points) > 1:
        if line.drawn == "steps":
            x, y = np.repeat(x, 2)[:-1], np.repeat(y, 2)[1:]
        dashed = line.dashed or (line.colour > 0 and line.colour % 2 == 1)
        style = f"{kind}{' dashed' if dashed else ''}{' thin' if line.drawn == 'linked' else ''}"
        chart.line(x, y, style, line.label)
    else:
        chart.key("circle", kind, line.label)
    if marked or len(points) == 1:
        for a, b in points:
            if math.isfinite(b):
                chart.point(a, b, kind)


def _limits(chart: Chart, line: Line, up: tuple[float, float]) -> None:
    """The limits around a line, as a shade or as bars."""
    if line.low is None or line.high is None:
        return
    kind = _kind(line.colour)
    keep = np.isfinite(line.low) & np.isfinite(line.high)
    low, high = (np.clip(values[keep], *up).tolist() for values in (line.low, line.high))
    if line.limits == "shade":
        chart.area(line.x[keep].tolist(), low, high, kind, line.limits_name)
        return
    style = f"{kind} {'wide' if line.limits == 'wide bars' else 'thin'}"
    for x, ends in zip(line.x[keep].tolist(), zip(low, high, strict=True), strict=True):
        chart.post(x, ends, style)
    chart.key("line", style, line.limits_name)


@draw.register
def _(picture: Spread, name: str, live: Sequence[Live] = ()) -> Svg:
    edges, heights = picture.bins
    ends = [edges[0], edges[-1], *(v for v, _ in picture.marks)]
    chart = Chart(name, pad(ends), (0, (max(heights) or 1) * 1.08), picture.x_name, picture.y_name)
    for i, height in enumerate(heights):
        if height:
            chart.bar((edges[i], edges[i + 1]), (0, height), "soft")
    for value, words in picture.marks:
        chart.upright(value, "now", legend=words)
    marks = "; ".join(words for _, words in picture.marks)
    return chart.svg(picture.title, f"Histogram of values from {edges[0]:.3g} to {edges[-1]:.3g}; {marks}.")


@draw.register
def _(picture: Matrix, name: str, live: Sequence[Live] = ()) -> Svg:
    size, side, left, top = len(picture.labels), 360, 120, 30
    cell = (side - left) / size
    marks = [text(left + (side - left) / 2, 12, "predicted class", "middle", "name")]
    for i, label in enumerate(picture.labels):
        if size <= MOST_NUMBERS:
            short = _format.label(label, max(1, int(cell / 7)))
            marks.append(text(left - 6, top + (i + 0.6) * cell, _format.label(label, 16), "end"))
            marks.append(text(left + (i + 0.5) * cell, top - 4, short, "middle"))
        for j in range(size):
            share = float(picture.shares[i, j])
            opacity = 0.0 if math.isnan(share) else 0.05 + 0.6 * share
            place = f'x="{left + j * cell:.1f}" y="{top + i * cell:.1f}" width="{cell:.1f}" height="{cell:.1f}"'
            marks.append(f'<rect class="bar main" {place} fill-opacity="{opacity:.2f}"/>')
            if size <= MOST_NUMBERS:
                count = _format.count(picture.counts[i, j].item())
                marks.append(text(left + (j + 0.5) * cell, top + (i + 0.6) * cell, count, "middle"))
    return document(name, (side, top + side - left + 4), picture.title, picture.about, marks)


WIDTH, SIDE = 520, 152
LINE, BAR, HEAD = 20, 9, 56


@draw.register
def _(picture: Ranks, name: str, live: Sequence[Live] = ()) -> Svg:
    layout = picture.diagram
    below = HEAD + 12 + BAR * layout.bar_rows

    def x(rank: float) -> float:
        return SIDE + (rank - layout.low) / max(1, layout.high - layout.low) * (WIDTH - 2 * SIDE)

    marks = [polyline([(x(layout.low), HEAD), (x(layout.high), HEAD)], "zero")]
    for tick in range(layout.low, layout.high + 1, max(1, -(-(layout.high - layout.low) // 8))):
        marks.append(polyline([(x(tick), HEAD), (x(tick), HEAD - 5)], "zero"))
        marks.append(text(x(tick), HEAD - 9, str(tick), "middle"))
    if layout.critical_difference is not None:
        start, end = x(layout.low), x(min(layout.low + layout.critical_difference, layout.high))
        marks.append(polyline([(start, 18), (start, 12), (start, 15), (end, 15), (end, 12), (end, 18)], "zero"))
        marks.append(text(end + 6, 19, picture.ruler, "start", "soft"))
    for bar in layout.bars:
        y = HEAD + 9 + BAR * bar.row
        marks.append(polyline([(x(bar.low) - 3, y), (x(bar.high) + 3, y)], "main bar-line"))
        marks += [f'<circle class="joined" cx="{x(rank):.1f}" cy="{y}" r="3.5"/>' for rank in bar.ranks]
    for mark in layout.marks:
        left = mark.side == "left"
        y, end = below + LINE * mark.row, SIDE - 8 if left else WIDTH - SIDE + 8
        marks.append(polyline([(x(mark.rank), HEAD), (x(mark.rank), y), (end, y)], "thin back"))
        baseline = mark.name == layout.baseline
        label = f"{_format.label(mark.name, 7)} (baseline)" if baseline else _format.label(mark.name, 15)
        rank = _format.number(mark.rank, 2)
        words = f"{label} {rank}" if left else f"{rank} {label}"
        marks.append(text(end - 3 if left else end + 3, y + 4, words, "end" if left else "start"))
    height = below + LINE * layout.label_rows + 6
    return document(name, (WIDTH, height), picture.title, picture.about, marks)


def scale_of(picture: Lines) -> dict[str, object]:
    """The axes of lines with stated limits in pixels, for a script that moves marks among them."""
    chart = Chart("", _axis_scale(picture.x) or (0, 1), _axis_scale(picture.y) or (0, 1), "", "")
    return {"x": chart.x, "y": chart.y, "left": chart.left, "width": chart.width, "height": chart.height}


def axis_of(values: Sequence[float]) -> tuple[float, float]:
    """The upright axis of lines: all of 0 to 1 when the values fill most of it, or what they need."""
    found = [v for v in values if math.isfinite(v)] or [0.0, 1.0]
    low, high = min(found), max(found)
    if low >= 0 and high <= 1 and high - low > 0.5:
        return 0.0, 1.0
    start, end = pad(found)
    return (max(start, 0.0), end) if low >= 0 else (start, end)


def _across(columns: Sequence[Floats], marks: Marks) -> tuple[float, float]:
    """The lying axis of lines: all of 0 to 1 when they fill most of it, or from the first to the last."""
    values = [float(v) for column in columns for v in (np.nanmin(column), np.nanmax(column))]
    values += [v for v, _ in marks]
    low, high = min(values), max(values)
    if 0 <= low <= 0.3 and 0.7 <= high <= 1:
        return 0.0, 1.0
    return (low, high) if high > low else pad(values)


def _place(axis: Axis, values: Floats) -> Floats:
    """Values on the scale of an axis."""
    if axis.scale == "log":
        return np.asarray(np.log10(values))
    if axis.scale == "normal":
        return np.array([NormalDist().inv_cdf(v) if 0 < v < 1 else math.nan for v in values.tolist()])
    return np.asarray(values, dtype=float)


def _place_line(line: Line, picture: Lines) -> Line:
    """A line on the scales of its picture."""
    x, y = _place(picture.x, line.x), _place(picture.y, line.y)
    low, high = (None if v is None else _place(picture.y, v) for v in (line.low, line.high))
    return replace(line, x=x, y=y, low=low, high=high)


def _axis_scale(axis: Axis) -> tuple[float, float] | None:
    if axis.limits is None:
        return None
    low, high = _place(axis, np.array(axis.limits)).tolist()
    return low, high


def _ticks(axis: Axis) -> Marks:
    places = _place(axis, np.array([value for value, _ in axis.ticks]))
    return tuple((float(at), words) for at, (_, words) in zip(places, axis.ticks, strict=True))


def _inside(values: Floats, ends: tuple[float, float]) -> Floats:
    """Values beyond the axis left out."""
    room = 1e-9 * (ends[1] - ends[0])
    return np.where((values >= ends[0] - room) & (values <= ends[1] + room), values, np.nan)


def _kind(colour: int) -> str:
    if colour < 0:
        return "zero" if colour == INK else "back"
    return PALETTE[colour % len(PALETTE)]


def _describe(name: str, values: Sequence[float]) -> str:
    known = [v for v in values if math.isfinite(v)]
    return f"{name} from {known[0]:.3g} to {known[-1]:.3g}" if known else f"{name} undefined"
