"""The mid-P interval for a proportion."""

from __future__ import annotations

from functools import lru_cache

from scipy.special import betainc, betaincinv

from referee.intervals._solve import root
from referee.intervals.proportion import proportion_method


@proportion_method("mid-P")
def midp(successes: float, n: float, tail: float) -> tuple[float, float]:
    """The proportions whose mid-P tail probabilities exceed (1 - level) / 2: the default of referee.

    As Clopper-Pearson, with half the probability of the observed count: low solves
    P(X > k) + P(X = k) / 2 = (1 - level) / 2. Coverage is .951-.961 on average, and for n from 20 to 500 nowhere
    below .92. Tails are incomplete beta functions, so effective (fractional) counts are fine. Reference: berry1995.

    >>> ci = midp(12, 40)
    >>> round(ci.low, 3), round(ci.high, 3)
    (0.174, 0.454)
    >>> round(midp(1, 1).low, 3)
    0.05
    """
    return _low(successes, n, tail), 1 - _low(n - successes, n, tail)


@lru_cache(maxsize=4096)
def _low(k: float, n: float, tail: float) -> float:
    """The lower limit; the upper one is its mirror image."""
    if k == 0:
        return 0.0
    if k == n:
        return float((2 * tail) ** (1 / n))

    def excess(p: float) -> float:
        return float(betainc(k, n - k + 1, p) + betainc(k + 1, n - k, p)) / 2 - tail

    return root(excess, float(betaincinv(k, n - k + 1, tail)), k / n)
