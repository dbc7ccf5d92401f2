"""The Wald interval for a proportion."""

from __future__ import annotations

import math

from referee.intervals.proportion import proportion_method, z_of


@proportion_method("Wald")
def wald(successes: float, n: float, tail: float) -> tuple[float, float]:
    """P +- z sqrt(p (1 - p) / n), cut to [0, 1]; the textbook form.

    It errs badly when p is near 0 or 1 or n is small (45% coverage at n = 30, p = .02) and has no width at 0 and n.
    Reference: tan2006.

    >>> ci = wald(12, 40)
    >>> round(ci.low, 3), round(ci.high, 3)
    (0.158, 0.442)
    """
    p = successes / n
    half = z_of(tail) * math.sqrt(p * (1 - p) / n)
    return p - half, p + half
