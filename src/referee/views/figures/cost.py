"""Cost curves and cost lines."""

from __future__ import annotations

import math
from typing import Any

from referee.views.figures.items import Item
from referee.views.figures.lines import draw_all
from referee.views.figures.style import FAINT, MUTED, PROBABILITY_COST, drawing, legend, reference


def draw_cost(items: list[Item], ax: Any = None) -> Any:
    """Normalised expected cost under the triangle of the two rules that look at no case."""
    with drawing(ax, (5.6, 4.0)) as ax:
        tops = [float(item.noun.y.max()) for item in items if not item.noun.undefined and len(item.noun)]
        ax.set(xlim=(0, 1), ylim=(0, max([0.6, *tops])), ylabel="Normalised expected cost")
        ax.set_xlabel(PROBABILITY_COST)
        side = {"xy": (0.5, 0.5), "va": "center"}
        reference(ax, [0, 1], [0, 1], "call none positive", xytext=(-24, 0), ha="right", **side)
        reference(ax, [0, 1], [1, 0], "call all positive", xytext=(24, 0), ha="left", **side)
        if len(items) == 1 and not items[0].noun.undefined:
            _useful(ax, items[0].noun.facts)
        draw_all(ax, items)
        legend(ax, loc="upper right", bbox_to_anchor=(1, 0.72))
        return ax


def _useful(ax: Any, facts: dict[str, float]) -> None:
    """Where the classifier costs less than both rules."""
    low, high = facts.get("useful_from", math.nan), facts.get("useful_to", math.nan)
    if math.isnan(low) or high - low > 0.98:
        return
    ax.axvspan(low, high, color=FAINT, alpha=0.25, linewidth=0, zorder=0)
    text = f"cheaper than both rules\nfrom {low:.2f} to {high:.2f}"
    ax.text((low + high) / 2, 0.015, text, ha="center", va="bottom", fontsize=8.5, color=MUTED)
