"""Curves, points and bands as artists: what the pictures of all curves share."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _format
from referee.core.band import Band
from referee.core.curve import Curve
from referee.core.types import Floats
from referee.views.figures.items import Item
from referee.views.figures.style import look, say, thin, words


def draw_all(ax: Any, items: list[Item], *, fact: str = "", fact_name: str = "", **line: Any) -> None:
    """Every curve and band; what cannot be drawn says why."""
    reasons = [reason for item in items if (reason := _draw(ax, item, items, fact, fact_name, line))]
    if len(reasons) == len(items):
        say(ax, reasons[0])
    else:
        for reason in reasons:
            ax.plot([], [], linestyle="none", label=words(reason, 60))


def _draw(ax: Any, item: Item, items: list[Item], fact: str, fact_name: str, line: dict[str, Any]) -> str:
    """Draw one item; the reason when it has no values."""
    noun = item.noun
    name = f"{words(item.name)}: " if item.name else ""
    if isinstance(noun, Band):
        return draw_band(ax, item, lonely=not any(isinstance(i.noun, Curve) for i in items))
    assert isinstance(noun, Curve)
    if noun.undefined:
        return f"{name}undefined: {noun.undefined}"
    if len(noun) == 1:
        point(ax, noun.x[0], noun.y[0], words(item.name), item.colour)
        return ""
    label = words(item.name)
    if fact and fact in noun.facts:
        value = f"{fact_name} {_format.number(noun.facts[fact])}"
        label = f"{label}, {value}" if label else value
    draw_line(ax, noun.x, noun.y, item.colour, label, **line)
    return ""


def draw_line(ax: Any, x: Floats, y: Floats, colour: int, label: str = "", **line: Any) -> None:
    """A line, thinned where nobody could see the difference."""
    style = {"clip_on": False, "zorder": 3, **look(colour), **line}
    ax.plot(*thin(x, y), label=label or None, **style)


def point(ax: Any, x: float, y: float, label: str, colour: int) -> None:
    """A classifier without a score: a point with its name beside it."""
    ax.plot([x], [y], "o", color=look(colour)["color"], markersize=6, clip_on=False, zorder=4)
    if label:
        left = x > 0.75
        ax.annotate(
            label,
            (x, y),
            xytext=(-7 if left else 7, -7),
            textcoords="offset points",
            ha="right" if left else "left",
            va="center",
            fontsize=9,
            color=look(colour)["color"],
            zorder=5,
        )


def draw_band(ax: Any, item: Item, *, lonely: bool) -> str:
    """A band, with its own middle line when no curve stands beside it."""
    band: Band = item.noun
    if np.isnan(band.value).all():
        return "undefined: the band has no values"
    kind = "simultaneous" if band.simultaneous else "pointwise"
    color = look(item.colour)["color"]
    label = f"{_format.percent(band.level)} band, {kind}"
    ax.fill_between(band.x, band.low, band.high, color=color, alpha=0.18, linewidth=0, label=label, zorder=1)
    if lonely:
        draw_line(ax, band.x, band.value, item.colour, words(item.name))
    return ""
