"""A curve with fewer points that draws the same picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from referee.core import Curve


def thin_curve(curve: Curve, *, cells: int = 1000, keep: Iterable[float] = ()) -> Curve:
    """The curve without the points that would fall into the same cell of a fine grid as their neighbours.

    The first and the last point of each run in a cell stay, so that a line through what is left leaves no cell, and
    so do those with a threshold in `keep`; the numbers of the points that stay are exact. It errs for reading values
    between points finer than the grid.
    Reference: douglas1973.

    >>> line = Curve("roc", np.linspace(0, 1, 100_001), np.linspace(0, 1, 100_001))
    >>> len(thin_curve(line, cells=100)) < 210
    True
    """
    if len(curve) <= 2 * cells or not curve.defined:
        return curve
    spans = []
    for values in (curve.x, curve.y):
        low, high = float(values.min()), float(values.max())
        spans.append(np.floor((values - low) / ((high - low) or 1.0) * cells))
    moved = (np.diff(spans[0]) != 0) | (np.diff(spans[1]) != 0)
    stay = np.append(True, moved) | np.append(moved, True)
    if curve.thresholds is not None:
        falling = -curve.thresholds[1:]  # the first cut calls no case positive
        wanted = -np.array(list(keep), dtype=float)
        at = np.searchsorted(falling, wanted)
        known = (at < len(falling)) & (falling[np.minimum(at, len(falling) - 1)] == wanted)
        stay[1 + at[known]] = True
    parts = {name: getattr(curve, name) for name in ("x", "y", "thresholds", "tp", "fp")}
    fewer: dict[str, Any] = {name: None if values is None else values[stay] for name, values in parts.items()}
    note = f"{int(stay.sum())} of {len(curve)} points: the others fall into the same 1/{cells} of an axis"
    return replace(curve, **fewer, note="; ".join(filter(None, (curve.note, note))))
