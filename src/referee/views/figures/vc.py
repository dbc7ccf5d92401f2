"""The VC bound."""

from __future__ import annotations

import math
from typing import Any

from referee.views.figures.items import Item
from referee.views.figures.lines import draw_all
from referee.views.figures.style import MUTED, drawing, legend, look


def draw_vc(items: list[Item], ax: Any = None) -> Any:
    """The bound over the VC dimension, and the line above which it says nothing."""
    with drawing(ax, (5.2, 3.8)) as ax:
        ax.set(xlabel="VC dimension", ylabel="Bound on the error")
        draw_all(ax, items)
        ax.axhline(1, color=MUTED, linewidth=1.2, linestyle=(0, (1, 1.5)), label="an error of 1")
        for item in items:
            limit = item.noun.facts.get("limit", math.nan)
            if not math.isnan(limit):
                ax.plot([limit], [1], "o", color=look(item.colour)["color"], markersize=6, zorder=4)
                place = {"xytext": (7, -12), "textcoords": "offset points", "fontsize": 9}
                ax.annotate(f"says nothing from {limit:.1f}", (limit, 1), **place)
        legend(ax, loc="lower right")
        return ax
