"""Axes and lines to read by, drawn with matplotlib."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from referee.views.figures.style import FAINT, MUTED, words
from referee.views.numbers import capital
from referee.views.picture import Axis, Line

SMALL = {"textcoords": "offset points", "fontsize": 8.5, "color": MUTED}


def draw_axis(ax: Any, side: str, axis: Axis) -> None:
    """The scale, name, ends and ticks of an axis."""
    from scipy.special import ndtr, ndtri

    if axis.scale == "normal":
        getattr(ax, f"set_{side}scale")("function", functions=(ndtri, ndtr))
    elif axis.scale == "log":
        getattr(ax, f"set_{side}scale")("log")
    ax.set(**{f"{side}label": capital(words(axis.name, 80))})
    if axis.limits is not None:
        ax.set(**{f"{side}lim": axis.limits})
    if axis.ticks:
        getattr(ax, f"set_{side}ticks")([at for at, _ in axis.ticks], [text for _, text in axis.ticks])
        ax.minorticks_off()


def draw_guide(ax: Any, guide: Line) -> None:
    """A faint line to read the others by, its name along it."""
    ax.plot(guide.x, guide.y, color=FAINT, linewidth=1, linestyle=(0, (4, 3)), zorder=0)
    ends = np.array([guide.x[[0, -1]], guide.y[[0, -1]]]).T
    first, last = ax.transScale.transform(ends)
    at = ax.transScale.inverted().transform(first + 0.82 * (last - first))
    (x0, y0), (x1, y1) = ends
    angle = math.degrees(math.atan2(y1 - y0, x1 - x0))
    turned = {"rotation": angle, "rotation_mode": "anchor", "transform_rotates_text": True}
    style = {**SMALL, "ha": "center", "va": "center", "zorder": 0, **turned}
    ax.annotate(words(guide.label), at, xytext=(0, -9 if y1 > y0 else 9), **style)
