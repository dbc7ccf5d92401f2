"""The binomial distribution of the number of errors on a test set."""

from __future__ import annotations

import math
from typing import NamedTuple

from scipy.special import gammaln, xlog1py, xlogy

from referee import _check


class Moments(NamedTuple):
    """Mean, variance and standard deviation of a binomial count, and its most likely value."""

    mean: float
    variance: float
    sd: float
    mode: int


def pmf(k: int, n: int, p: float) -> float:
    """Probability of exactly `k` successes in `n` trials: C(n, k) p^k (1-p)^(n-k).

    >>> round(pmf(20, 50, 0.5), 4)
    0.0419
    """
    k, n, p = _check.whole("k", k), _check.whole("n", n), _check.share("p", p)
    if k > n:
        return 0.0
    log_ways = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
    return float(math.exp(log_ways + xlogy(k, p) + xlog1py(n - k, -p)))


def moments(n: int, p: float) -> Moments:
    """Mean n p and variance n p (1 - p) of the number of successes.

    >>> moments(50, 0.5)
    Moments(mean=25.0, variance=12.5, sd=3.5355339059327378, mode=25)
    """
    n, p = _check.whole("n", n), _check.share("p", p)
    variance = n * p * (1 - p)
    return Moments(n * p, variance, math.sqrt(variance), min(n, math.floor((n + 1) * p)))


def standard_error(successes: float, n: int) -> float:
    """Estimated standard error of a proportion: sqrt(p (1 - p) / n); 0 at 0 and n, where it misleads.

    >>> round(standard_error(12, 40), 4)
    0.0725
    """
    n = _check.whole("n", n, least=1)
    p = _check.number("successes", successes) / n
    if not 0 <= p <= 1:
        _check.fail("successes", f"lie between 0 and n = {n}", successes)
    return math.sqrt(p * (1 - p) / n)
