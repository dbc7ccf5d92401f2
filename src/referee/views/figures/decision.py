"""Decision curves."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _format
from referee.core.decisioncurve import DecisionCurve
from referee.views.figures.items import Item
from referee.views.figures.lines import draw_line
from referee.views.figures.style import MUTED, drawing, legend, look, say, words


def draw_decision(items: list[Item], ax: Any = None) -> Any:
    """Net benefit against the threshold probability, beside treating all and treating none."""
    with drawing(ax, (5.6, 3.9)) as ax:
        ax.set(xlabel="Threshold probability", ylabel="Net benefit, true positives a case", xlim=(0, 1))
        drawn = [item for item in items if not item.noun.undefined]
        if not drawn:
            say(ax, f"undefined: {items[0].noun.undefined}")
            return ax
        first: DecisionCurve = drawn[0].noun
        ax.plot(first.thresholds, first.treat_all, color=MUTED, linewidth=1.2, label="treat all")
        ax.axhline(0, color=MUTED, linewidth=1.2, linestyle=(0, (1, 1.5)), label="treat none")
        for item in drawn:
            curve: DecisionCurve = item.noun
            name = words(item.name) if item.name else "model"
            draw_line(ax, curve.thresholds, curve.net_benefit, item.colour, name)
            if len(drawn) <= 2:
                label = (
                    f"{_format.percent(curve.level)} limits, each threshold alone" if item is drawn[0] else None
                )
                shade = {"color": look(item.colour)["color"], "alpha": 0.15, "linewidth": 0, "label": label}
                ax.fill_between(curve.thresholds, curve.low, curve.high, **shade)
        top = max(float(np.nanmax(item.noun.net_benefit)) for item in drawn)
        top = max(top, float(first.treat_all.max()), 0.02)
        ax.set_ylim(-0.25 * top, 1.15 * top)
        for line in ax.lines:
            line.set_clip_on(True)
        legend(ax, loc="best")
        return ax
