"""Where a function changes its sign: a bracketing search for single numbers and for arrays."""

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


def near_root(function: Callable[[float], float], start: float, step: float, low: float, high: float) -> float:
    """As `root`, of a function that is nearly a line and rises by about 1 in a `step`, from a `start` near its zero.

    Secant steps need few values of it. Where one leaves the range, or where the function does not rise, the zero is
    bracketed from the start on, by steps that double, and searched for.

    >>> round(near_root(lambda x: x + x * x / 50 - 2, 1.0, 1.0, -10.0, 10.0), 12)
    1.925824035673
    >>> near_root(lambda x: x - 12, 1.0, 1.0, -10.0, 10.0)
    10.0
    """
    a, fa = start, function(start)
    b = a - step * fa
    for _ in range(12):
        fb = function(b) if fa and low <= b <= high else fa
        if not (fb - fa) * (b - a) > 0 or np.isinf(fb):
            break
        a, fa, b = b, fb, b - fb * (b - a) / (fb - fa)
        if (
            abs(b - a) < 1e-10 * step and low <= b <= high
        ):  # b is far nearer than a: the errors of two steps multiply
            return b
    left = right = min(max(start, low), high)
    reach = max(step / 4, 1e-300)
    while function(left) > 0 and left > low:
        left, reach = max(low, left - reach), 2 * reach
    reach = max(step / 4, 1e-300)
    while function(right) < 0 and right < high:
        right, reach = min(high, right + reach), 2 * reach
    return left if left == right else root(function, left, right)


def roots(function: Callable[[Floats], Floats], low: Floats, high: Floats) -> Floats:
    """As `root` for arrays, element by element: a number gets the root that it gets among others.

    `function` takes arrays of the shape of `low` and `high`. An element stays where it is once it is found.

    >>> roots(lambda x: x * x - np.array([2.0, 9.0]), np.zeros(2), np.array([2.0, 9.0])).round(12).tolist()
    [1.414213562373, 3.0]
    """
    a, b = (np.array(end, dtype=float) for end in (low, high))
    fa, fb = function(a), function(b)
    found = np.where(fa >= 0, a, b)
    open_ = (fa < 0) & (fb >= 0)
    fb = np.where(fb == 0, -fa, fb)
    t = np.full(a.shape, 0.5)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        while open_.any():
            x = np.where(open_, a + t * (b - a), found)
            fx = function(x)
            same = (fx < 0) == (fa < 0)
            c, fc = np.where(same, a, b), np.where(same, fa, fb)
            b, fb = np.where(same, b, a), np.where(same, fb, fa)
            a, fa = x, fx
            best = np.where(np.abs(fa) < np.abs(fb), a, b)
            least = 4e-16 * np.maximum(np.abs(best), 1e-300) / np.abs(b - a)
            done = open_ & ((least > 0.5) | (fa == 0))
            found = np.where(done, best, found)
            open_ &= ~done
            xi, phi = (a - b) / (c - b), (fa - fb) / (fc - fb)
            t = fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
            t = np.where((phi * phi < xi) & ((1 - phi) ** 2 < 1 - xi), t, 0.5)
            t = np.minimum(1 - least, np.maximum(least, t))
    return found


def edges(d: Floats, reach: Callable[[Floats], Floats]) -> tuple[Floats, Floats]:
    """The lowest and the highest delta in [-1, 1] with |d - delta| <= reach(delta).

    `reach` takes deltas of shape (2, ...). When an end of the range is itself within reach, it is the answer.

    >>> [round(float(edge), 12) for edge in edges(np.array(0.5), lambda delta: 0.25 + 0 * delta)]
    [0.25, 0.75]
    """
    sign = np.array([1.0, -1.0]).reshape((2,) + (1,) * d.ndim)
    outside, inside = np.broadcast_arrays(-sign, d[None])
    found = roots(lambda delta: reach(delta) - sign * (d - delta), outside, inside)
    return found[0], found[1]
