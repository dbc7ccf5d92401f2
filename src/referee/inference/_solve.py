"""Where a function changes its sign: one bracketing search for single numbers, a bisection for arrays."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from referee.core.types import Floats


def root(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that is negative at `low` stops being so on the way to `high`, to the last bits.

    An end is the answer where the sign does not change: `low` when it is not negative there, `high` when it still is.
    Inverse quadratic steps where three points lie well, bisection elsewhere (and next to an infinite value).
    Reference: chandrupatla1997.

    >>> round(root(lambda x: x * x - 2, 0.0, 2.0), 12)
    1.414213562373
    """
    a, b = float(low), float(high)
    fa, fb = float(function(a)), float(function(b))
    if fa >= 0 or fb < 0:
        return a if fa >= 0 else b
    fb = fb or -fa  # a zero at the end itself does not stop the search for the first one
    t = 0.5
    while True:
        x = a + t * (b - a)
        fx = float(function(x))
        if (fx < 0) == (fa < 0):
            c, fc = a, fa
        else:
            c, fc, b, fb = b, fb, a, fa
        a, fa = x, fx
        best = a if abs(fa) < abs(fb) else b
        least = 4e-16 * max(abs(best), 1e-300) / abs(b - a)
        if least > 0.5 or fa == 0:
            return best
        xi, phi = (a - b) / (c - b), (fa - fb) / (fc - fb)
        t = 0.5
        if phi * phi < xi and (1 - phi) ** 2 < 1 - xi:
            t = fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
        t = min(1 - least, max(least, t))


def edges(d: Floats, reach: Callable[[Floats], Floats]) -> tuple[Floats, Floats]:
    """The lowest and the highest delta in [-1, 1] with |d - delta| <= reach(delta), by bisection on arrays.

    `reach` takes deltas of shape (2, ...). It cannot fail to converge: when an end of the range is itself within
    reach, it is the answer. A number gets the limits that it gets among others.

    >>> [round(float(edge), 12) for edge in edges(np.array(0.5), lambda delta: 0.25 + 0 * delta)]
    [0.25, 0.75]
    """
    sign = np.array([1.0, -1.0]).reshape((2,) + (1,) * d.ndim)
    outside, inside = np.broadcast_arrays(-sign, d[None])
    inside = np.where(sign * (d - outside) > reach(outside), inside, outside)
    for _ in range(60):
        middle = (outside + inside) / 2
        beyond = sign * (d - middle) > reach(middle)
        outside, inside = np.where(beyond, middle, outside), np.where(beyond, inside, middle)
    return inside[0], inside[1]
