"""Where one model is better than another."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _format
from referee.core.region import Region
from referee.views.figures.items import Item
from referee.views.figures.style import INK, MUTED, PALETTE, PROBABILITY_COST, drawing, say, words

_COLOURS = {"better": PALETTE[0], "worse": PALETTE[1]}


def draw_region(items: list[Item], ax: Any = None) -> Any:
    """The advantage with its limits; stretches where it is shown are shaded and named."""
    region: Region = items[0].noun
    a, b = words(region.a, 24), words(region.b, 24)
    with drawing(ax, (6.0, 3.9)) as ax:
        x = region.probability_cost
        ax.set(xlim=(0, 1), ylabel=f"Advantage of {a} over {b},\nnormalised expected cost")
        ax.set_xlabel(PROBABILITY_COST)
        if not len(x) or np.isnan(region.advantage).all():
            say(ax, "undefined: there is no advantage to draw")
            return ax
        for low, high, verdict in region.ranges():
            said = {"better": f"{a} better", "worse": f"{b} better"}.get(verdict, "undecided")
            color, roomy = _COLOURS.get(verdict, MUTED), high - low > 0.12
            if verdict in _COLOURS:
                shade = {"alpha": 0.16, "linewidth": 0, "zorder": 0, "label": None if roomy else said}
                ax.axvspan(low, high, color=color, **shade)
            if roomy:
                place = {"transform": ax.get_xaxis_transform(), "ha": "center", "va": "bottom", "fontsize": 9}
                ax.text((low + high) / 2, 1.01, said, color=color, **place)
        ax.axhline(0, color=MUTED, linewidth=1, zorder=1)
        label = f"{_format.percent(region.level)} limits, each place alone"
        ax.fill_between(x, region.low, region.high, color=INK, alpha=0.14, linewidth=0, label=label)
        ax.plot(x, region.advantage, color=INK, zorder=3)
        ax.legend(loc="best")
        return ax
