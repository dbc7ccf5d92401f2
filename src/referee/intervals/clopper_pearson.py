"""The Clopper-Pearson interval for a proportion."""

from __future__ import annotations

from scipy.special import betainccinv, betaincinv

from referee.intervals.proportion import proportion_method


@proportion_method("Clopper-Pearson")
def clopper_pearson(successes: float, n: float, tail: float) -> tuple[float, float]:
    """The proportions that neither tail of the binomial rejects; "exact": coverage is never below the level.

    Low is the (1 - level) / 2 quantile of Beta(k, n - k + 1), high the (1 + level) / 2 quantile of Beta(k + 1, n - k).
    It is wide: on average it covers 96-98% at a nominal 95%. Reference: clopper1934.

    >>> ci = clopper_pearson(2, 10)
    >>> round(ci.low, 3), round(ci.high, 3)
    (0.025, 0.556)
    """
    low = 0.0 if successes == 0 else float(betaincinv(successes, n - successes + 1, tail))
    high = 1.0 if successes == n else float(betainccinv(successes + 1, n - successes, tail))
    return low, high
