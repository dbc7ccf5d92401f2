"""Precision-recall curves."""

from __future__ import annotations

import math
from typing import Any

from referee import _format
from referee.core.curve import Curve
from referee.views.figures.items import Item
from referee.views.figures.lines import draw_all
from referee.views.figures.style import MUTED, drawing, legend, reference, unit_square


def draw_precision_recall(items: list[Item], ax: Any = None) -> Any:
    """Steps, as the average precision adds them up, above the floor that the prevalence is."""
    with drawing(ax) as ax:
        unit_square(ax, "Recall", "Precision")
        draw_all(ax, items, fact="average_precision", fact_name="AP", drawstyle="steps-pre")
        floors = {round(i.noun.facts.get("prevalence", math.nan), 9) for i in items if isinstance(i.noun, Curve)}
        known = sorted(floor for floor in floors if not math.isnan(floor))
        for floor in known:
            reference(ax, [0, 1], [floor] * 2)
        if known:
            low = known[0] < 0.06
            where = {"xytext": (0, 4 if low else -4), "va": "bottom" if low else "top", "fontsize": 8.5}
            text = f"prevalence {', '.join(map(_format.number, known))}"
            place = (0.01, known[-1] if low else known[0])
            ax.annotate(text, place, textcoords="offset points", color=MUTED, zorder=0, **where)
        legend(ax, loc="best")
        return ax
