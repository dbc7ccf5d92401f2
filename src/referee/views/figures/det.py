"""Detection error trade-off curves, on normal-deviate axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _format
from referee.core.curve import Curve
from referee.core.types import Floats
from referee.views.figures.items import Item
from referee.views.figures.lines import draw_line
from referee.views.figures.style import drawing, legend, reference, say, words

_TICKS = (0.0001, 0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99)


def draw_det(items: list[Item], ax: Any = None) -> Any:
    """False negative against false positive rate; rates of 0 and 1 lie infinitely far out and are left out.

    Rates above 95% are not shown: nobody works there.
    """
    from scipy.special import ndtr, ndtri

    with drawing(ax) as ax:
        drawn = [item for item in items if not item.noun.undefined]
        parts = [_inside(item.noun) for item in drawn]
        seen = [rates for pair in parts for rates in pair if len(rates)]
        low = min([0.01, *(float(rates.min()) for rates in seen)]) / 1.5
        high = min(0.95, max([0.5, *(float(rates.max()) for rates in seen)]) * 1.02)
        for side, name in (("x", "False positive rate"), ("y", "False negative rate")):
            getattr(ax, f"set_{side}scale")("function", functions=(ndtri, ndtr))
            getattr(ax, f"set_{side}lim")(low, high)
            ticks = [t for t in _TICKS if low <= t <= high]
            getattr(ax, f"set_{side}ticks")(ticks, [_format.percent(t) for t in ticks], minor=False)
            getattr(ax, f"set_{side}label")(name)
        ax.minorticks_off()
        ax.set_aspect("equal")
        near = float(ndtr(0.8 * ndtri(low) + 0.2 * ndtri(high)))
        turned = {"rotation": 45, "rotation_mode": "anchor", "ha": "center", "va": "center"}
        reference(ax, [low, high], [low, high], "equal errors", xy=(near, near), xytext=(7, -7), **turned)
        for item, (x, y) in zip(drawn, parts, strict=True):
            rate = f"EER {_format.number(item.noun.facts['equal_error_rate'])}"
            draw_line(ax, x, y, item.colour, f"{words(item.name)}, {rate}" if item.name else rate, clip_on=True)
        if not drawn:
            say(ax, f"undefined: {items[0].noun.undefined}")
        elif not seen:
            say(ax, "every point has a rate of 0 or 1, which these axes cannot show")
        legend(ax, loc="upper right")
        return ax


def _inside(curve: Curve) -> tuple[Floats, Floats]:
    """The points with both rates strictly between 0 and 1."""
    shown = (curve.x > 0) & (curve.x < 1) & (curve.y > 0) & (curve.y < 1)
    return np.asarray(curve.x[shown]), np.asarray(curve.y[shown])
