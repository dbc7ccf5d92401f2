"""Any other curve or band: its own axes by name."""

from __future__ import annotations

import math
from typing import Any

from referee import _format
from referee.core.curve import Curve
from referee.views.figures.items import Item
from referee.views.figures.lines import draw_all
from referee.views.figures.style import drawing, legend, look, words


def draw_plain(items: list[Item], ax: Any = None) -> Any:
    """Curves over axes that they name themselves."""
    with drawing(ax, (5.2, 3.8)) as ax:
        first = items[0].noun
        ax.set(xlabel=_capital(words(first.x_name or "x")), ylabel=_capital(words(first.y_name or "y")))
        draw_all(ax, items)
        if len(items) == 1 and isinstance(first, Curve):
            _best(ax, first)
        legend(ax, loc="best")
        return ax


def _best(ax: Any, curve: Curve) -> None:
    """The best value along a threshold, where the curve names one."""
    x, y = curve.facts.get("threshold", math.nan), curve.facts.get("best", math.nan)
    if math.isnan(y) or not math.isfinite(x):
        return
    ax.plot([x], [y], "o", color=look(0)["color"], markersize=6, zorder=4)
    place = {"xytext": (0, 7), "textcoords": "offset points", "ha": "center", "fontsize": 9}
    ax.annotate(f"best {_format.number(y)} at {x:.4g}", (x, y), **place)
    ax.margins(y=0.12)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
