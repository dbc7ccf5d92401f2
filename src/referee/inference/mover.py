"""MOVER: an interval for a combination of independent values from the interval of each, and its test."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, get_args

import numpy as np
from scipy.special import ndtr

from referee import _check
from referee.core.types import Floats
from referee.inference._solve import near_root

Scale = Literal["identity", "log", "logit"]
SCALES: dict[Scale, tuple[Callable[[Floats], Floats], Callable[[Floats], Floats]]] = {
    "identity": (np.asarray, np.asarray),
    "log": (np.log, np.exp),
    "logit": (lambda x: np.log(x) - np.log1p(-x), np.exp),
}
"""The way to each scale, and back from a sum on it."""

Ends = Callable[[float], tuple[float, float]]
"""Limits of a value for a normal quantile."""

FAR = 8.0
"""The largest normal quantile that is looked for: p is then 1e-15, and limits so far in their tails take long."""


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
            _check.fail(arg, f"lie between 0 and {most:g} on the scale {scale!r}", _check.show_value(given[arg]))
    ends = combine(r, low, high, w, scale, shift)
    return float(ends[0]), float(ends[1])


def combine(
    rates: Floats, lows: Floats, highs: Floats, weights: Floats, scale: Scale, shift: float = 0.0
) -> tuple[Floats, Floats]:
    """As `mover`, of many combinations at once: rates and limits of shape `(..., rates)`.

    >>> low, high = combine(*np.array([[[0.9, 0.8]], [[0.82, 0.71]], [[0.95, 0.87]]]), np.array([0.5, 0.5]), "identity")
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.79], [0.893])
    """
    forth, back = SCALES[scale]
    with np.errstate(divide="ignore"):
        r, low, high = (forth(x) for x in (rates, lows, highs))
    toward_low, toward_high = np.where(weights > 0, low, high), np.where(weights > 0, high, low)
    with np.errstate(invalid="ignore"):
        centre = (weights * r).sum(axis=-1)
        down = np.sqrt(((weights * (r - toward_low)) ** 2).sum(axis=-1))
        up = np.sqrt(((weights * (toward_high - r)) ** 2).sum(axis=-1))
        corners = (weights * toward_low).sum(axis=-1), (weights * toward_high).sum(axis=-1)
        finite = np.isfinite(r).all(axis=-1)
        below, above = np.where(finite, centre - down, corners[0]), np.where(finite, centre + up, corners[1])
    with np.errstate(over="ignore"):
        low = back(np.where(np.isnan(below), -np.inf, below + shift))
        return low, back(np.where(np.isnan(above), np.inf, above + shift))


def ends_of(limits: Ends) -> Ends:
    """Limits for a normal quantile, from limits for a tail."""
    return partial(_at_quantile, limits)


def _at_quantile(limits: Ends, z: float) -> tuple[float, float]:
    return limits(max(float(ndtr(-z)), 1e-300))


def mover_limits(a: float, b: float, ends_a: Ends, ends_b: Ends, z: float) -> tuple[float, float]:
    """Limits of a - b: the distances of each value to its own limits add in squares. Reference: zou2008.

    >>> low, high = mover_limits(0.8, 0.6, lambda z: (0.7, 0.9), lambda z: (0.5, 0.7), 1.96)
    >>> round(low, 3), round(high, 3)
    (0.059, 0.341)
    """
    (low_a, high_a), (low_b, high_b) = ends_a(z), ends_b(z)
    return a - b - math.hypot(a - low_a, high_b - b), a - b + math.hypot(high_a - a, b - low_b)


def mover_z(a: float, b: float, ends_a: Ends, ends_b: Ends, far: float = FAR) -> float:
    """The quantile at which a limit of a - b is 0, with the sign of a - b; 0 when it is beyond 0 for all.

    None beyond `far` is looked for.

    >>> wide = lambda value: lambda z: (value - z / 10, value + z / 10)
    >>> round(mover_z(0.8, 0.6, wide(0.8), wide(0.6)), 4)
    1.4142
    """
    if a == b:
        return 0.0
    pick, sign = (0, 1.0) if a > b else (1, -1.0)

    def beyond(z: float) -> float:
        """How far the limit is beyond 0, in differences."""
        return -sign * mover_limits(a, b, ends_a, ends_b, z)[pick] / abs(a - b)

    # It is -1 at 0, and a limit moves away from the difference nearly as the quantile does.
    rise = beyond(1.0) + 1
    step = 1 / max(rise, 1 / far) if math.isfinite(rise) else far
    return sign * near_root(beyond, step, step, 0.0, far)
