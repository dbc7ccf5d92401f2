"""Lift and cumulative gain."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.core.curve import Curve
from referee.views.figures.items import Item
from referee.views.figures.lines import draw_all
from referee.views.figures.style import diagonal, drawing, legend, reference, unit_square


def draw_gain(items: list[Item], ax: Any = None) -> Any:
    """The share of the positives found against the share of the cases looked at."""
    with drawing(ax) as ax:
        unit_square(ax, "Share of the cases, highest scores first", "Share of the positives found")
        diagonal(ax, "in random order")
        draw_all(ax, items)
        legend(ax, loc="lower right")
        return ax


def draw_lift(items: list[Item], ax: Any = None) -> Any:
    """How much denser positives are among the highest scores."""
    with drawing(ax, (5.2, 3.8)) as ax:
        tops = [np.nanmax(i.noun.y) for i in items if isinstance(i.noun, Curve) and not i.noun.undefined]
        top = max([1.0, *map(float, tops)]) * 1.05
        ax.set(xlim=(0, 1), ylim=(0, top), xlabel="Share of the cases, highest scores first", ylabel="Lift")
        draw_all(ax, items)
        reference(ax, [0, 1], [1, 1])
        ax.lines[-1].set_label("in random order")
        legend(ax, loc="upper right")
        return ax
