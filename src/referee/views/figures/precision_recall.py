"""Precision-recall curves."""

from __future__ import annotations

import math
from typing import Any

from referee import _format
from referee.core.curve import Curve
from referee.views.figures.items import Item
from referee.views.figures.lines import draw_all
from referee.views.figures.style import drawing, legend, reference, unit_square


def draw_precision_recall(items: list[Item], ax: Any = None) -> Any:
    """Steps, as the average precision adds them up, above the floor that the prevalence is."""
    with drawing(ax) as ax:
        unit_square(ax, "Recall", "Precision")
        draw_all(ax, items, fact="average_precision", fact_name="AP", drawstyle="steps-pre")
        floors = {round(i.noun.facts.get("prevalence", math.nan), 9) for i in items if isinstance(i.noun, Curve)}
        for floor in sorted(f for f in floors if not math.isnan(f)):
            low = floor < 0.06
            where = {"xytext": (0, 4 if low else -4), "va": "bottom" if low else "top"}
            reference(ax, [0, 1], [floor] * 2, f"prevalence {_format.number(floor)}", xy=(0.01, floor), **where)
        legend(ax, loc="best")
        return ax
