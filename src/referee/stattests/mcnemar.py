"""McNemar's test."""

from __future__ import annotations

from scipy.special import bdtr

from referee import _check


def midp_of_discordant(b: int, c: int) -> float:
    """Two-sided mid-p of McNemar's test: b cases only one model has right, c only the other.

    Twice the binomial tail P(X <= min(b, c)), X ~ Bin(b + c, 1/2), less the probability of the observed count; 1
    when there is no discordant case. References: mcnemar1947, fagerland2013.

    >>> round(midp_of_discordant(6, 15), 4)
    0.0525
    >>> midp_of_discordant(0, 0)
    1.0
    """
    b, c = _check.whole("b", b), _check.whole("c", c)
    few, n = min(b, c), b + c
    if b == c:
        return 1.0
    below = float(bdtr(few - 1, n, 0.5)) if few > 0 else 0.0
    return min(1.0, float(bdtr(few, n, 0.5)) + below)
