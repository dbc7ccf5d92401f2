"""The ROC plane: curves, points, hulls, bands and iso-performance lines."""

from __future__ import annotations

import math
from itertools import groupby
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core.averageroc import AverageRoc
from referee.core.band import Band
from referee.core.curve import Curve
from referee.core.hull import Hull, MixPlan, OperatingPoint
from referee.core.types import Floats
from referee.views.figures.items import Item
from referee.views.figures.lines import draw_all, draw_line, point
from referee.views.figures.style import INK, MUTED, diagonal, drawing, legend, say, unit_square, words


def draw_roc(items: list[Item], ax: Any = None, *, slope: float | None = None) -> Any:
    """All in one unit square; `slope` draws the iso-performance line that touches the best point."""
    with drawing(ax) as ax:
        unit_square(ax, "False positive rate", "True positive rate")
        diagonal(ax, "chance")
        plain = [item for item in items if isinstance(item.noun, Curve | Band)]
        if plain:
            draw_all(ax, plain, fact="auc", fact_name="AUC")
        for item in items:
            if not isinstance(item.noun, Curve | Band):
                _special(ax, item, alone=len(items) == 1)
        if slope is not None:
            _iso(ax, items, slope)
        legend(ax, loc="lower right")
        return ax


def _special(ax: Any, item: Item, *, alone: bool) -> None:
    noun = item.noun
    if isinstance(noun, OperatingPoint):
        point(ax, noun.fpr, noun.tpr, words(item.name or ", ".join(noun.owners)), item.colour)
    elif isinstance(noun, MixPlan):
        ends = noun.first, noun.second
        ax.plot([p.fpr for p in ends], [p.tpr for p in ends], color=MUTED, linewidth=1, marker="o", markersize=4)
        point(ax, noun.fpr, noun.tpr, f"mix: {_format.number(noun.share, 2)} by the second", item.colour)
    elif noun.undefined:
        if alone:
            say(ax, f"undefined: {noun.undefined}")
    elif isinstance(noun, AverageRoc):
        name = words(item.name) if item.name else f"{noun.average} average"
        draw_line(ax, noun.fpr, noun.tpr, item.colour, f"{name}, AUC {_format.number(noun.auc)}")
    else:
        style = {"color": INK, "linewidth": 1.1, "linestyle": (0, (3, 2)), "marker": "o", "markersize": 3.5}
        label = f"convex hull, area {_format.number(noun.area)}"
        ax.plot(noun.fpr, noun.tpr, **style, markerfacecolor="white", label=label, clip_on=False, zorder=4)
        if alone:
            _owners(ax, noun)


def _owners(ax: Any, hull: Hull) -> None:
    """Who reaches each stretch of vertices, written once beside the middle of it."""
    if len(hull.names) < 2:
        return
    inner = list(enumerate(hull.owners))[1:-1]
    for owners, group in groupby(inner, key=lambda pair: pair[1]):
        run = [i for i, _ in group]
        i = run[len(run) // 2]
        place = {"xytext": (7, -8), "textcoords": "offset points", "fontsize": 9, "va": "center"}
        ax.annotate(words(", ".join(owners)), (float(hull.fpr[i]), float(hull.tpr[i])), **place)


def _points(items: list[Item]) -> tuple[Floats, Floats]:
    """All points of all curves and hulls."""
    xs, ys = [np.array([0.0, 1.0])], [np.array([0.0, 1.0])]
    for item in items:
        noun = item.noun
        if isinstance(noun, Curve) and not noun.undefined:
            xs.append(noun.x)
            ys.append(noun.y)
        elif isinstance(noun, Hull | AverageRoc):
            xs.append(noun.fpr)
            ys.append(noun.tpr)
    return np.concatenate(xs), np.concatenate(ys)


def _iso(ax: Any, items: list[Item], slope: float) -> None:
    """The line of equal cost through the point that costs least at this slope."""
    if not isinstance(slope, int | float) or math.isnan(slope) or slope < 0:
        _check.fail("slope", "be a number of at least 0", slope, "See curves.iso_performance_slope.")
    x, y = _points(items)
    best = 0 if math.isinf(slope) else int(np.argmax(y - slope * x))
    if math.isinf(slope):
        best = int(np.argmax(np.where(x == x.min(), y, -1)))
        ax.plot([x[best], x[best]], [0, 1], color=MUTED, linewidth=1, zorder=2)
    else:
        ax.plot([0, 1], [y[best] - slope * x[best], y[best] + slope * (1 - x[best])], color=MUTED, lw=1, zorder=2)
    label = f"equal cost, slope {_format.number(float(slope), 2)}"
    ring = {"markersize": 10, "markerfacecolor": "none", "markeredgecolor": INK, "color": MUTED, "linewidth": 1}
    ax.plot([x[best]], [y[best]], marker="o", **ring, label=label, clip_on=False, zorder=6)
