"""Pictures as HTML and SVG, for pages and notebooks: `draw` draws any picture into the box that there is."""

from __future__ import annotations

import math
from functools import singledispatch
from html import escape

import numpy as np

from referee import _format
from referee.views.numbers import percent_text
from referee.views.picture import Dot, Dots, Fields, Lines, Matrix, Picture, Ranks, Spread, pad, ticks
from referee.views.svg.lines import draw_lines
from referee.views.svg.plane import Markup, Plane, along, colour_class, element, key, keys, place, share_of

__all__ = ["draw"]

MOST_NUMBERS = 20
TALL = 12
"""Rows above which a diagram of ranks stands below the verdict, not beside it."""


@singledispatch
def draw(picture: Picture, name: str) -> Markup:
    """A picture as a chart whose ids begin with `name`."""
    raise TypeError(f"no drawing of {type(picture).__name__} is registered")


draw.register(Lines, draw_lines)


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
            told = f"<b>{_format.count(field.cases)}</b>{words}"
            inside += element("div", f"field {field.kind}", told, style=grow)
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
def _(picture: Dots, name: str) -> Markup:
    """Each row: its name, its interval and dot on the shared axis, its text. Narrow, name and text stand above."""
    ends = picture.across
    ticked = ticks(*ends, 4, percent=picture.unit == "percent")
    if picture.unit == "points":
        ticked = tuple((v, f"{100 * v:+g}".replace("-", "−") if v else "0") for v, _ in ticked)
    lines = "".join(_upright(value, ends, "g") for value, _ in ticked)
    legend = []
    if picture.inside is not None:
        low, high, words = picture.inside
        left, right = share_of(low, ends), share_of(high, ends)
        lines = f'<rect class="zone back" x="{place(left)}" width="{place(right - left)}" height="100%"/>{lines}'
        legend.append(key("area", "zone back", words))
    for value, words in picture.marks:
        lines += _upright(value, ends, "ref" if value or words else "ax")
        legend += [key("line", "ref", words)] if words else []
    rows = "".join(_row(row, ends, i) for i, row in enumerate(picture.rows, 1))
    back = f'<div class="lines" style="grid-row:1/span {len(picture.rows)}"><svg aria-hidden="true">{lines}</svg></div>'
    about = picture.about or "; ".join(f"{row.name} {row.text}" for row in picture.rows)
    inside = back + rows + _foot(picture, ends, along(ticked, ends, "ticks"))
    label = f"{picture.title}. {about}"
    return Markup(element("div", "forest", inside, id=name, role="img", aria_label=label) + keys(legend))


def _upright(value: float, ends: tuple[float, float], kind: str) -> str:
    at = place(share_of(value, ends))
    return f'<line class="{kind}" x1="{at}" x2="{at}" y1="0" y2="100%"/>'


def _row(row: Dot, ends: tuple[float, float], place_in: int) -> str:
    svg, below = "", ""
    if row.bounded:
        low, high = place(share_of(row.low, ends)), place(share_of(row.high, ends))
        svg += f'<line class="line" x1="{low}" x2="{high}" y1="50%" y2="50%"/>'
    if math.isfinite(row.value):
        svg += f'<circle class="dot" cx="{place(share_of(row.value, ends))}" cy="50%" r="5"/>'
    if row.mark is not None:
        at = share_of(row.mark[0], ends)
        svg += f'<line class="tick" x1="{place(at)}" x2="{place(at)}" y1="12%" y2="88%"/>'
        side = "end" if at > 50 else "start"
        below = f'<span class="below {side}" style="--at:{place(at)}">{escape(row.mark[1])}</span>'
    track = f'<svg aria-hidden="true">{svg}</svg>{below}'
    return element(
        "div",
        f"row {colour_class(row.colour)}{' strong' if row.strong else ''}",
        f'<span class="name">{escape(row.name)}</span><span class="track">{track}</span>'
        f'<span class="val">{escape(row.text)}</span>',
        style=f"grid-row:{place_in}",
    )


def _foot(picture: Dots, ends: tuple[float, float], ticked: str) -> str:
    """The words of the axis, and the part of the whole range that it shows."""
    name, track = "", ticked
    if picture.whole is not None and (ends[0] > picture.whole[0] or ends[1] < picture.whole[1]):
        left, right = (share_of(end, picture.whole) for end in ends)
        track += f'<span class="rail"><i style="left:{place(left)};width:{place(right - left)}"></i></span>'
        whole = "0–100%" if picture.unit else f"{picture.whole[0]:g} to {picture.whole[1]:g}"
        name = f'<span class="shown">shown of {whole}</span>'
    if picture.sides is not None:
        one, two = (escape(side) for side in picture.sides)
        track += f'<span class="sides"><span>← {one} better</span><span>{two} better →</span></span>'
    elif picture.axis:
        track += f'<span class="along">{escape(picture.axis)} →</span>'
    cells = f'<span class="name">{name}</span><span class="track">{track}</span><span class="val"></span>'
    return element("div", "row foot", cells)


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
            f'<span class="ruler" style="width:{width}"></span>{element("span", "note", escape(picture.ruler))}'
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
