"""Pictures as HTML and SVG, for pages and notebooks: `draw` draws any picture into the box that there is."""

from __future__ import annotations

import math
from functools import singledispatch
from html import escape

import numpy as np

from referee import _format
from referee.views.numbers import percent_text
from referee.views.picture import Dots, Fields, Lines, Matrix, Picture, Ranks, Spread, pad
from referee.views.svg.lines import draw_lines
from referee.views.svg.plane import Markup, Plane, element, share_of
from referee.views.svg.rows import draw_ranks, draw_rows

__all__ = ["draw"]

MOST_NUMBERS = 20


@singledispatch
def draw(picture: Picture, name: str) -> Markup:
    """A picture as a chart whose ids begin with `name`."""
    raise TypeError(f"no drawing of {type(picture).__name__} is registered")


draw.register(Lines, draw_lines)
draw.register(Dots, draw_rows)
draw.register(Ranks, draw_ranks)


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
