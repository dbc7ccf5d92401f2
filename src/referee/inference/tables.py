"""Textbook tables: quantiles of z and t, the binomial, the share of cases in a bootstrap sample."""

from __future__ import annotations

from math import exp, expm1, floor, inf, isinf, log1p, sqrt
from typing import Literal, NamedTuple

from scipy.special import gammaln, log_ndtr, ndtr, ndtri, xlog1py, xlogy

from referee import _check
from referee._quantile import quantile

Sided = Literal["two", "one"]


class Moments(NamedTuple):
    """Mean, variance and standard deviation of a binomial count, and its most likely value."""

    mean: float
    variance: float
    sd: float
    mode: int


def z_critical(level: float, *, sided: Sided = "two") -> float:
    """The z within which a normal variable stays with probability `level`, on both sides or below one bound.

    The one-sided z' at level N is the two-sided z at level 2N - 1. Reference: mitchell1997.

    >>> round(z_critical(0.95), 2), round(z_critical(0.95, sided="one"), 2)
    (1.96, 1.64)
    """
    return float(-ndtri(_beyond(level, sided)))


def t_critical(df: float, level: float, *, sided: Sided = "two") -> float:
    """The t with `df` degrees of freedom that belongs to a confidence level (Table 4.6). Reference: tan2006.

    >>> round(t_critical(29, 0.95), 3), round(t_critical(float("inf"), 0.95), 3)
    (2.045, 1.96)
    """
    if df == inf:
        return z_critical(level, sided=sided)
    return -quantile(_beyond(level, sided), _check.positive_number("df", df))


def z_table(
    levels: tuple[float, ...] = (0.5, 0.68, 0.8, 0.9, 0.95, 0.98, 0.99), *, sided: Sided = "two"
) -> dict[float, float]:
    """Z for several confidence levels. Reference: mitchell1997.

    >>> {level: round(z, 2) for level, z in z_table((0.9, 0.95)).items()}
    {0.9: 1.64, 0.95: 1.96}
    """
    return {level: z_critical(level, sided=sided) for level in levels}


def t_table(
    dfs: tuple[float, ...] = (1, 2, 4, 9, 14, 19, 24, 29),
    levels: tuple[float, ...] = (0.8, 0.9, 0.95, 0.98, 0.99),
    *,
    sided: Sided = "two",
) -> dict[float, dict[float, float]]:
    """T for several degrees of freedom (rows) and confidence levels: Table 4.6. Reference: tan2006.

    >>> round(t_table()[9][0.95], 2)
    2.26
    """
    return {df: {level: t_critical(df, level, sided=sided) for level in levels} for df in dfs}


def inclusion_probability(n: float) -> float:
    """The chance that a case is in a bootstrap sample of its n cases: 1 - (1 - 1/n)^n, 1 - 1/e for infinite n.

    Reference: tan2006.

    >>> inclusion_probability(2), round(inclusion_probability(float("inf")), 3)
    (0.75, 0.632)
    """
    if isinstance(n, float) and isinf(n) and n > 0:
        return -expm1(-1)
    n = _check.whole("n", n, least=1)
    return 1.0 if n == 1 else -expm1(n * log1p(-1 / n))


def binomial_pmf(k: int, n: int, p: float) -> float:
    """The chance of exactly k successes in n trials: C(n, k) p^k (1 - p)^(n - k). Reference: tan2006.

    >>> round(binomial_pmf(20, 50, 0.5), 4)
    0.0419
    """
    n = _check.whole("n", n)
    k, p = _check.whole("k", k), _check.share("p", p)
    if k > n:
        _check.fail("k", f"be at most n = {n}", k)
    log_ways = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
    return float(exp(log_ways + xlogy(k, p) + xlog1py(n - k, -p)))


def binomial_moments(n: int, p: float) -> Moments:
    """Mean n p, variance n p (1 - p) and standard deviation of a number of successes. Reference: tan2006.

    >>> binomial_moments(50, 0.5)
    Moments(mean=25.0, variance=12.5, sd=3.5355339059327378, mode=25)
    """
    n, p = _check.whole("n", n), _check.share("p", p)
    variance = n * p * (1 - p)
    return Moments(n * p, variance, sqrt(variance), min(n, floor((n + 1) * p)))


def binomial_standard_error(successes: float, n: int) -> float:
    """Estimated standard error of a proportion: sqrt(p (1 - p) / n); 0 at 0 and n, where it misleads.

    Reference: tan2006.

    >>> round(binomial_standard_error(12, 40), 4)
    0.0725
    """
    n = _check.whole("n", n, least=1)
    p = _check.number("successes", successes) / n
    if not 0 <= p <= 1:
        _check.fail("successes", f"lie between 0 and n = {n}", successes)
    return sqrt(p * (1 - p) / n)


def normal_iqr(sigma: float = 1.0) -> float:
    """The interquartile range of a normal population: 2 z(.75) sigma. Reference: snedecor1989.

    >>> round(normal_iqr(10), 3)
    13.49
    """
    return float(2 * ndtri(0.75)) * _check.positive_number("sigma", sigma)


def normal_tail(z: float) -> tuple[float, float]:
    """The chance that a normal variable is above z, and its natural logarithm, which never underflows.

    Reference: snedecor1989.

    >>> tail, log_tail = normal_tail(1.96)
    >>> round(tail, 4), round(log_tail, 3)
    (0.025, -3.689)
    """
    z = _check.number("z", z)
    return float(ndtr(-z)), float(log_ndtr(-z))


def _beyond(level: float, sided: Sided) -> float:
    level = _check.fraction("level", level)
    _check.choice("sided", sided, ("two", "one"))
    return (1 - level) / 2 if sided == "two" else 1 - level
