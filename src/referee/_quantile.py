"""Quantiles of the normal and of Student's t distribution that hold however far in the tail."""

from __future__ import annotations

from math import exp, inf, log, pi, sqrt

from scipy.special import betaincinv, gammaln, ndtri, stdtrit

FAR = 1e-50
"""Below it `scipy.special.stdtrit` can fail: of 3 degrees of freedom it is half of the quantile of 1e-200."""


def quantile(probability: float, df: float = inf) -> float:
    """The quantile of the normal (df infinite) or t distribution.

    Far in the lower tail t is read off the incomplete beta function, and beyond its range off the power law that the
    tail follows there. Infinite only where a float ends.

    >>> round(quantile(0.025), 4), round(quantile(0.025, 9), 4), f"{quantile(5.7e-300, 3):.4g}"
    (-1.96, -2.2622, '-5.783e+99')
    """
    if df == inf:
        return float(ndtri(probability))
    if not 0 < probability < FAR:
        return float(stdtrit(df, probability))
    share = float(betaincinv(df / 2, 0.5, 2 * probability))
    if share > 1e-250:
        return -sqrt(df * (1 / share - 1))
    size = (
        float(gammaln((df + 1) / 2) - gammaln(df / 2)) - 0.5 * log(pi) + (df / 2 - 1) * log(df) - log(probability)
    )
    return -exp(size / df) if size / df < 709 else -inf
