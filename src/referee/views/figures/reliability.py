"""Reliability curves."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _format
from referee.core.calibration import ReliabilityCurve
from referee.views.figures.items import Item
from referee.views.figures.style import FAINT, MUTED, drawing, legend, look, say, unit_square, words


def draw_reliability(items: list[Item], ax: Any = None) -> Any:
    """Observed against predicted, with bars, the band of perfect calibration, and where the cases lie."""
    with drawing(ax) as ax:
        unit_square(ax, "Predicted probability, mean of the bin", "Observed frequency")
        ax.plot([0, 1], [0, 1], color=FAINT, linewidth=1, linestyle=(0, (4, 3)), zorder=0, label="perfect")
        alone = len(items) == 1
        for item in items:
            _curve(ax, item, alone)
        if not any(len(item.noun.cases) for item in items):
            say(ax, "undefined: no bin has a case")
        legend(ax, loc="upper center", bbox_to_anchor=(0.5, 0), borderaxespad=4.5, ncols=2)
        return ax


def _curve(ax: Any, item: Item, alone: bool) -> None:
    curve: ReliabilityCurve = item.noun
    if not len(curve.cases):
        return
    style = look(item.colour)
    level = _format.percent(curve.level)
    if alone:
        _cases(ax, curve)
        wide = {"color": FAINT, "linewidth": 9, "alpha": 0.55, "zorder": 1}
        label = f"{level} if perfectly calibrated"
        ax.vlines(curve.predicted, curve.band_low, curve.band_high, label=label, **wide)
    gaps = np.array([curve.observed - curve.low, curve.high - curve.observed])
    bars = {"capsize": 0, "elinewidth": 1.2, "marker": "o", "markersize": 5, "linewidth": 1, "zorder": 3}
    label = words(item.name) if item.name else f"observed, {level} bars"
    ax.errorbar(curve.predicted, curve.observed, np.maximum(gaps, 0), **style, **bars, label=label, clip_on=False)


def _cases(ax: Any, curve: ReliabilityCurve) -> None:
    """How many cases each bin has, as low columns along the bottom."""
    height = 0.12 * curve.cases / curve.cases.max()
    label = f"cases a bin, {_format.count(float(curve.cases.min()))} to {_format.count(float(curve.cases.max()))}"
    ax.vlines(curve.predicted, 0, height, color=MUTED, alpha=0.6, linewidth=4, label=label, zorder=0)
