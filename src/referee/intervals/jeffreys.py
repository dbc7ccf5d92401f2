"""The Jeffreys interval for a proportion."""

from __future__ import annotations

from scipy.special import betainccinv, betaincinv

from referee.intervals.proportion import proportion_method


@proportion_method("Jeffreys")
def jeffreys(successes: float, n: float, tail: float) -> tuple[float, float]:
    """Equal-tailed interval of the posterior Beta(k + 1/2, n - k + 1/2), Jeffreys' prior.

    The limit is put to 0 when there is no success and to 1 when there is no failure, as Brown, Cai and DasGupta
    advise; coverage is right on average, at its worst 87-88%. Reference: brown2001.

    >>> ci = jeffreys(12, 40)
    >>> round(ci.low, 3), round(ci.high, 3)
    (0.176, 0.452)
    """
    a, b = successes + 0.5, n - successes + 0.5
    low = 0.0 if successes == 0 else float(betaincinv(a, b, tail))
    high = 1.0 if successes == n else float(betainccinv(a, b, tail))
    return low, high
