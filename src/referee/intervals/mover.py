"""MOVER: an interval for a combination of independent rates from the interval of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np

from referee import _check
from referee.core.types import Floats

Scale = Literal["identity", "log", "logit"]


def mover(
    rates: Sequence[float],
    lows: Sequence[float],
    highs: Sequence[float],
    weights: Sequence[float],
    *,
    scale: Scale = "identity",
    shift: float = 0.0,
) -> tuple[float, float]:
    """Limits of shift + sum_i w_i h(r_i), mapped back by exp from the scales h = log and logit.

    With l_i, u_i the limits of rate r_i on the scale, the distances to the combined limits are the root sums of
    squares of the distances w_i (r_i - l_i) and w_i (u_i - r_i), each taken on the side that its sign asks for.
    Where a rate is infinite on its scale (0 on log) the limits are combined corner by corner, which is wider.
    References: zou2008, donner2012.

    >>> low, high = mover([0.9, 0.8], [0.82, 0.71], [0.95, 0.87], [0.5, 0.5])
    >>> round(low, 3), round(high, 3)
    (0.79, 0.893)
    """
    _check.choice("scale", scale, get_args(Scale))
    shift = _check.number("shift", shift)
    given = {"rates": rates, "lows": lows, "highs": highs, "weights": weights}
    r, low, high, w = (_check.floats(arg, x) for arg, x in given.items())
    most = 1.0 if scale == "logit" else np.inf
    for arg, x in zip(given, (r, low, high, w), strict=True):
        if x.ndim != 1 or not x.size or len(x) != r.size:
            _check.fail(arg, "be one number for each rate", f"shape {x.shape}")
        if scale != "identity" and arg != "weights" and not ((x >= 0) & (x <= most)).all():
            _check.fail(arg, f"lie between 0 and {most:g} on the scale {scale!r}", _check.written(given[arg]))
    r, low, high = (_on(scale, x) for x in (r, low, high))
    toward_low, toward_high = np.where(w > 0, low, high), np.where(w > 0, high, low)
    with np.errstate(invalid="ignore"):
        centre = float((w * r).sum())
        down = float(np.sqrt(((w * (r - toward_low)) ** 2).sum()))
        up = float(np.sqrt(((w * (toward_high - r)) ** 2).sum()))
        corners = float((w * toward_low).sum()), float((w * toward_high).sum())
    limits = (centre - down, centre + up) if np.isfinite(r).all() else corners
    return _back(scale, limits[0] + shift, -np.inf), _back(scale, limits[1] + shift, np.inf)


def _on(scale: Scale, x: Floats) -> Floats:
    with np.errstate(divide="ignore"):
        if scale == "log":
            return np.log(x)
        return np.log(x) - np.log1p(-x) if scale == "logit" else x


def _back(scale: Scale, value: float, if_undefined: float) -> float:
    if np.isnan(value):
        value = if_undefined
    with np.errstate(over="ignore"):
        return float(value if scale == "identity" else np.exp(value))
