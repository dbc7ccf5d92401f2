"""Pictures of any noun as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from referee.views.picture import Dots, Lines, Marks, Picture, Spread
from referee.views.report.svg import Chart, Svg

ROW = 44
LEFT = 14
KINDS = ("main", "second dashed", "third", "fourth dashed")


def drawn(picture: Picture, name: str) -> Svg:
    """A picture as a chart whose ids begin with `name`."""
    if isinstance(picture, Dots):
        return _dots(picture, name)
    return _lines(picture, name) if isinstance(picture, Lines) else _spread(picture, name)


def _dots(picture: Dots, name: str) -> Svg:
    rows = picture.rows
    ends = [v for row in rows for v in row.ends] + [v for v, _ in picture.marks]
    size = len(rows)
    chart = Chart(name, padded(ends), (0, size), picture.axis, "", width=440, height=62 + ROW * size, left=LEFT)
    _upright(chart, picture.marks)
    for i, row in enumerate(rows):
        at = size - i - 0.68
        text = f"{row.name}: {row.text}" if row.text else row.name
        chart.words(LEFT + 6, chart.py(at + 0.22), text, kind="halo")
        if math.isfinite(row.low) and math.isfinite(row.high):
            chart.span((row.low, row.high), at, "back" if row.kind else "main", 6)
        if math.isfinite(row.value):
            chart.point(row.value, at, "back" if row.kind else "first", shape="circle")
    return chart.svg(picture.title, "; ".join(f"{row.name} {row.text}" for row in rows))


def _lines(picture: Lines, name: str) -> Svg:
    x = [v for line in picture.lines for v in (float(np.nanmin(line.x)), float(np.nanmax(line.x)))]
    y: list[float] = []
    for line in picture.lines:
        for values in (line.y, line.low, line.high):
            if values is not None and np.isfinite(values).any():
                y += [float(np.nanmin(values)), float(np.nanmax(values))]
    if picture.guide is not None:
        y += picture.guide.y.tolist()
    x += [v for v, _ in picture.marks]
    across = (0.0, 1.0) if 0 <= min(x) <= 0.3 and 0.7 <= max(x) <= 1 else (min(x), max(x))
    chart = Chart(name, across if across[1] > across[0] else padded(x), axis_of(y), picture.x_name, picture.y_name)
    if picture.guide is not None:
        chart.line(picture.guide.x.tolist(), picture.guide.y.tolist(), "reference", picture.guide.name)
    for line, kind in zip(picture.lines, _kinds(), strict=False):
        if line.low is not None and line.high is not None:
            keep = np.isfinite(line.low) & np.isfinite(line.high)
            limits = (line.x[keep].tolist(), line.low[keep].tolist(), line.high[keep].tolist())
            chart.area(*limits, kind.split()[0])
    for line, kind in zip(picture.lines, _kinds(), strict=False):
        chart.line(line.x.tolist(), line.y.tolist(), kind, line.name)
        if len(line.x) <= 12:
            for a, b in zip(line.x.tolist(), line.y.tolist(), strict=True):
                if math.isfinite(b):
                    chart.point(a, b, "first" if kind == "main" else kind.split()[0])
    _upright(chart, picture.marks)
    return chart.svg(picture.title, "; ".join(_said(line.name, line.y.tolist()) for line in picture.lines))


def _spread(picture: Spread, name: str) -> Svg:
    ends = [picture.edges[0], picture.edges[-1], *(v for v, _ in picture.marks)]
    top = max(picture.heights) or 1
    chart = Chart(name, padded(ends), (0, top * 1.08), picture.x_name, picture.y_name)
    for i, height in enumerate(picture.heights):
        if height:
            chart.bar((picture.edges[i], picture.edges[i + 1]), (0, height), "soft")
    _upright(chart, picture.marks, "now")
    low, high = picture.edges[0], picture.edges[-1]
    marks = "; ".join(text for _, text in picture.marks)
    return chart.svg(picture.title, f"Histogram of values from {low:.3g} to {high:.3g}; {marks}.")


def padded(values: Iterable[float]) -> tuple[float, float]:
    """An axis that holds values, with some room at both ends.

    >>> padded([0.0, 1.0]), padded([])
    ((-0.06, 1.06), (0.0, 1.0))
    """
    found = [v for v in values if math.isfinite(v)]
    if not found:
        return 0.0, 1.0
    reach = max(found) - min(found) or max(abs(found[0]), 1e-3) * 0.2
    return min(found) - 0.06 * reach, max(found) + 0.06 * reach


def axis_of(values: Sequence[float]) -> tuple[float, float]:
    """The upright axis of lines: all of 0 to 1 when the values fill most of it, or what they need."""
    low, high = min(values), max(values)
    if low >= 0 and high <= 1 and high - low > 0.5:
        return 0.0, 1.0
    start, end = padded(values)
    return (max(start, 0.0), end) if low >= 0 else (start, end)


def _upright(chart: Chart, marks: Marks, kind: str = "reference") -> None:
    for value, text in marks:
        chart.upright(value, kind, legend=text)


def _kinds() -> Iterable[str]:
    while True:
        yield from KINDS


def _said(name: str, values: Sequence[float]) -> str:
    known = [v for v in values if math.isfinite(v)]
    return f"{name} from {known[0]:.3g} to {known[-1]:.3g}" if known else f"{name} undefined"
