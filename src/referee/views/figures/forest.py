"""Forests: estimates with their intervals, a row each."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from referee import _format
from referee.core.estimate import Estimate
from referee.views.figures.style import FAINT, INK, MUTED


class Row(NamedTuple):
    """An estimate with its name, its colour and what is written at its right."""

    name: str
    estimate: Estimate
    color: str
    text: str
    drawn: bool = True


def value_text(m: Estimate, *, signed: bool = False) -> str:
    """The value and its interval, or that it is undefined."""
    if not m.defined:
        return "undefined"
    plus = "+" if signed and m.value > 0 else ""
    if m.interval is None:
        return f"{plus}{_format.number(m.value)}, no interval"
    places = _format.decimals(m.interval.width)
    return f"{plus}{_format.number(m.value, places)}  {_format.span(m.interval.low, m.interval.high, places)}"


def draw_forest(ax: Any, rows: list[Row]) -> None:
    """One row an estimate, the first at the top, its numbers at the right end."""
    for place, row in enumerate(rows):
        m = row.estimate
        if m.defined and row.drawn and math.isfinite(m.value):
            if m.interval is not None and not math.isnan(m.interval.width):
                ax.plot(
                    [m.interval.low, m.interval.high], [place, place], color=row.color, linewidth=1.6, zorder=3
                )
            ax.plot([m.value], [place], "o", color=row.color, markersize=5.5, zorder=4, clip_on=False)
        style = {"va": "center", "fontsize": 9, "color": INK if row.drawn and m.defined else MUTED}
        ax.annotate(row.text, (1.03, place), xycoords=ax.get_yaxis_transform(), annotation_clip=False, **style)
    ax.set_yticks(range(len(rows)), [row.name for row in rows])
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x", color=FAINT, alpha=0.4, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines["left"].set_visible(False)
