"""Pictures as HTML and SVG, for pages and notebooks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import singledispatch
from html import escape

import numpy as np

from referee import _format
from referee.core.types import Floats
from referee.views.numbers import percent_text
from referee.views.picture import INK, Fields, Line, Lines, Matrix, Picture, Ranks, Spread, pad
from referee.views.svg.axes import across_of, on_scale, scale_value, tick_marks, up_of
from referee.views.svg.labels import label_places
from referee.views.svg.markup import Markup, element, place, share_of
from referee.views.svg.plane import Plane, along, key

MOST_NUMBERS = 20
PALETTE = 4
TALL = 12
"""Rows above which a diagram stands below the verdict, not beside it."""


@singledispatch
def draw(picture: Picture, name: str) -> Markup:
    """A picture as a chart whose ids begin with `name`."""
    raise TypeError(f"no drawing of {type(picture).__name__} is registered")


def colour_class(colour: int) -> str:
    """The class of a colour; the page's style says what it looks like."""
    return f"c{colour % PALETTE}" if colour >= 0 else "ink" if colour == INK else "back"


@draw.register
def _(picture: Lines, name: str) -> Markup:
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
        shades = "".join(mark for mark in plane.shapes if mark.startswith("<polygon")).replace(
            ' id="', ' data-of="'
        )
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
    said = "; ".join(_range_words(line.label, line.y.tolist()) for line in lines if line.drawn != "nothing")
    return plane.html(picture.title, picture.about or said)


def _names(plane: Plane, lines: Sequence[Line], guides: Sequence[Line], several: bool) -> None:
    """The names of lines beside them, or in a legend where there is no room; one line alone needs none."""
    shown = [line for line in lines if line.drawn != "nothing"]
    texts = [line.label if several or line.fact else "" for line in shown] + [line.label for line in guides]
    shares = [_shares(plane, line) for line in (*shown, *guides)]
    found = label_places(shares, texts)
    for i, (text, at) in enumerate(zip(texts, found, strict=True)):
        own = shown[i] if i < len(shown) else None
        kind = "" if own is None else f"own {colour_class(own.colour)}"
        if text and at is not None:
            plane.words(100 * at[0], 100 * at[1], text, kind, at[2])
        elif text:
            shape = "line" if own is None or len(own.x) > 1 else "dot"
            plane.legend.append(key(shape, "ref" if own is None else kind, text))


def _shares(plane: Plane, line: Line) -> Floats:
    """The finite points of a line in shares of the box."""
    points = np.array([[plane.px(x), plane.py(y)] for x, y in zip(line.x.tolist(), line.y.tolist(), strict=True)])
    return np.asarray(points[np.isfinite(points).all(axis=1)] / 1000).reshape(-1, 2)


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


@draw.register
def _(picture: Spread, name: str) -> Markup:
    edges, heights = picture.bins
    ends = pad([edges[0], edges[-1], *(v for v, _ in picture.marks)])
    plane = Plane(name, ends, (0, (max(heights) or 1) * 1.15), picture.x_name, picture.y_name)
    for i, height in enumerate(heights):
        if height:
            plane.bar((edges[i], edges[i + 1]), (0, height), "fill back")
    for value, words in picture.marks:
        plane.upright(value, "now")
        at = share_of(value, ends)
        plane.words(at + (-1.5 if at > 55 else 1.5), 6, words, "own now", "end" if at > 55 else "start")
    marks = "; ".join(words for _, words in picture.marks)
    return plane.html(picture.title, f"Histogram of values from {edges[0]:.3g} to {edges[-1]:.3g}; {marks}")


@draw.register
def _(picture: Fields, name: str) -> Markup:
    """Four fields whose areas are the counts: both right at the top left, neither at the bottom right."""
    total = sum(field.cases for field in picture.fields)
    made = ""
    for fields in ((picture.fields[0], picture.fields[1]), (picture.fields[2], picture.fields[3])):
        inside = ""
        for field in fields:
            words = f"<span>{escape(field.name)}</span><small>{escape(field.text)}</small>"
            grow = f"flex-grow:{max(field.cases, 0.001 * total):g}"
            inside += element(
                "div", f"field {field.kind}", f"<b>{_format.count(field.cases)}</b>{words}", style=grow
            )
        share = sum(field.cases for field in fields) / total
        made += element("div", "column", inside, style=f"flex-grow:{max(share, 0.001):.4f}")
    label = f"{picture.title}. {picture.about}"
    return Markup(element("div", "fields", made, id=name, role="img", aria_label=label))


@draw.register
def _(picture: Matrix, name: str) -> Markup:
    size = len(picture.labels)
    if size > MOST_NUMBERS:
        return _draw_shades(picture, name)
    head = "".join(f'<th scope="col">{escape(label)}</th>' for label in picture.labels)
    rows = ""
    for i, label in enumerate(picture.labels):
        cells = ""
        for j in range(size):
            share, count = float(picture.shares[i, j]), _format.count(picture.counts[i, j].item())
            known = 0.0 if math.isnan(share) else share
            kind = "none" if not known else "right" if i == j else "wrong"
            told = f"<b>{percent_text(known)}</b><small>{count}</small>" if known else f"<small>{count}</small>"
            cells += f'<td class="{kind}" style="--s:{known:.2f}">{told}</td>'
        rows += f'<tr><th scope="row">{escape(label)}</th>{cells}</tr>'
    order = " ".join(map(str, picture.order))
    first = f'<caption class="vh">{escape(picture.title)}</caption><thead><tr><td></td>{head}</tr></thead>'
    table = f'<table class="heat" id="{name}" data-order="{order}">{first}<tbody>{rows}</tbody></table>'
    return Markup(element("div", "scroll", table, role="region", aria_label=picture.title, tabindex="0"))


def _draw_shades(picture: Matrix, name: str) -> Markup:
    """A matrix of many classes: shades without numbers, confused classes side by side."""
    order = list(picture.order) or list(range(len(picture.labels)))
    shares = np.nan_to_num(picture.shares)[np.ix_(order, order)]
    levels = np.ceil(10 * np.sqrt(shares)).astype(int)
    size, paths = len(order), ""
    for right in (True, False):
        for level in range(1, 11):
            cells = np.argwhere((levels == level) & (np.eye(size, dtype=bool) == right)).tolist()
            if cells:
                path = "".join(f"M{j} {i}h1v1h-1z" for i, j in cells)
                kind = "right" if right else "wrong"
                paths += f'<path class="{kind}" fill-opacity="{level / 10}" d="{path}"/>'
    label = f"{picture.title}. {picture.about}"
    ground = f'<rect class="ground" width="{size}" height="{size}"/>'
    svg = f'<svg class="heat" viewBox="0 0 {size} {size}" aria-hidden="true">{ground}{paths}</svg>'
    return Markup(element("div", "shaded", svg, id=name, role="img", aria_label=label))


@draw.register
def _(picture: Ranks, name: str) -> Markup:
    """One row for each learner, so that names stay whole; a bar at the right joins those not distinguished."""
    layout = picture.diagram
    marks = sorted(layout.marks, key=lambda mark: mark.rank)
    ends = float(layout.low), float(max(layout.high, layout.low + 1))
    row = {mark.name: i for i, mark in enumerate(marks)}
    bars = sorted(layout.bars, key=lambda bar: bar.low)
    made = ""
    for i, mark in enumerate(marks, 1):
        label = escape(mark.name) + (" <em>(baseline)</em>" if mark.name == layout.baseline else "")
        track = f'<span class="track"><svg aria-hidden="true">{_rank(mark.rank, ends)}</svg></span>'
        made += element("div", "row", f'<span class="name">{label}</span>{track}', style=f"grid-row:{i}")
    for k, bar in enumerate(bars):
        rows = sorted(row[member] for member in bar.members)
        made += f'<i class="joins" style="grid-column:{3 + k};grid-row:{rows[0] + 1}/{rows[-1] + 2}"></i>'
        made += "".join(f'<i class="joined" style="grid-column:{3 + k};grid-row:{i + 1}"></i>' for i in rows)
    step = max(1, -(-(layout.high - layout.low) // 8))
    ticked = tuple((float(t), str(t)) for t in range(layout.low, layout.high + 1, step))
    foot = along(ticked, ends, "ticks")
    if layout.critical_difference is not None:
        width = place(share_of(ends[0] + layout.critical_difference, ends))
        foot += (
            f'<span class="ruler" style="width:{width}"></span><span class="note">{escape(picture.ruler)}</span>'
        )
    made += f'<div class="row foot"><span class="name"></span><span class="track">{foot}</span></div>'
    style = f"--bars:{max(1, len(bars))}"
    label = f"{picture.title}. {picture.about}"
    kind = "forest ranks tall" if len(marks) > TALL else "forest ranks"
    return Markup(element("div", kind, made, id=name, role="img", aria_label=label, style=style))


def _rank(rank: float, ends: tuple[float, float]) -> str:
    """A line from the best rank to this one, a dot and the number."""
    share = share_of(rank, ends)
    at, side, dx = place(share), *(("end", -11) if share > 75 else ("start", 11))
    where = f'x="{at}" y="50%" dx="{dx}" dy="4" text-anchor="{side}"'
    words = f'<text class="halo strong" {where}>{_format.number(rank, 2)}</text>'
    line = f'<line class="g" x1="0" x2="{at}" y1="50%" y2="50%"/>'
    return f'{line}<circle class="dot ink" cx="{at}" cy="50%" r="6"/>{words}'


def _inside(values: Floats, ends: tuple[float, float]) -> Floats:
    """Values beyond the axis left out."""
    room = 1e-9 * (ends[1] - ends[0])
    return np.where((values >= ends[0] - room) & (values <= ends[1] + room), values, np.nan)


def _range_words(name: str, values: Sequence[float]) -> str:
    known = [v for v in values if math.isfinite(v)]
    return f"{name} from {known[0]:.3g} to {known[-1]:.3g}" if known else f"{name} undefined"
