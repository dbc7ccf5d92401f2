"""Intervals for one proportion: six methods, and the choice among them by name."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import update_wrapper
from inspect import signature
from typing import Literal, Protocol, get_args, get_type_hints

import numpy as np
from scipy.special import betainc, betainccinv, betaincinv, ndtri

from referee import _check
from referee.core import Interval
from referee.core.types import Floats
from referee.inference._solve import root, roots

Side = Literal["two", "lower", "upper"]
Limits = Callable[[float, float, float], tuple[float, float]]

FEW, MOST_KEPT = 8, 4096
"""So many limits are found one by one, and kept."""
METHODS: dict[str, ProportionInterval] = {}
"""Every method for one proportion by its name."""


class ProportionInterval(Protocol):
    """An interval for a proportion from successes and trials."""

    def __call__(
        self, successes: float, n: float, level: float = 0.95, *, side: Side = "two", fractional: bool = False
    ) -> Interval:
        """The interval; see `referee.inference.proportion`."""


def proportion_method(title: str) -> Callable[[Limits], ProportionInterval]:
    """Make `limits(successes, n, tail)`, with the probability `tail` left out at each end, an interval by name.

    The interval takes any `level`; `side` "lower" or "upper" gives a one-sided bound, with all of 1 - level at that
    end. A fraction of a case is refused unless `fractional=True`, as is needed with importance weights.
    """

    def decorate(limits: Limits) -> ProportionInterval:
        def interval(
            successes: float, n: float, level: float = 0.95, *, side: Side = "two", fractional: bool = False
        ) -> Interval:
            tail, fractional = tail_of(level, side), fractional is True
            n = _check.positive_number("n", n) if fractional else _check.whole("n", n, least=1)
            k = _check.number("successes", successes) if fractional else _check.whole("successes", successes)
            if not 0 <= k <= n:
                _check.fail("successes", f"lie between 0 and n = {n:g}", successes)
            low, high = limits(float(k), float(n), tail)
            low, high = max(0.0, low), min(1.0, high)
            return Interval(0.0 if side == "upper" else low, 1.0 if side == "lower" else high, level, title, side)

        own = {"__signature__": signature(interval, eval_str=True), "__annotations__": get_type_hints(interval)}
        METHODS[limits.__name__] = update_wrapper(interval, limits)
        for name, value in own.items():
            setattr(interval, name, value)
        return interval

    return decorate


def tail_of(level: float, side: Side) -> float:
    """The probability that an interval leaves out at each of its ends: all of 1 - level at the end of a bound.

    >>> round(tail_of(0.9, "two"), 3), round(tail_of(0.9, "lower"), 3)
    (0.05, 0.1)
    """
    level = _check.fraction("level", level)
    return (1 - level) / 2 if _check.choice("side", side, get_args(Side)) == "two" else 1 - level


def z_of(tail: float) -> float:
    """The standard normal quantile that leaves `tail` above it.

    >>> round(z_of(0.025), 3)
    1.96
    """
    return float(-ndtri(tail))


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


@proportion_method("Wilson")
def wilson(successes: float, n: float, tail: float) -> tuple[float, float]:
    """The proportions p0 that a score test does not reject: |p - p0| <= z sqrt(p0 (1 - p0) / n).

    (2 n p + z^2 +- z sqrt(z^2 + 4 n p (1 - p))) / (2 (n + z^2)). Its coverage is right on average but falls to 86%
    for some p near 0 and 1. Reference: wilson1927.

    >>> ci = wilson(80, 100)
    >>> round(ci.low, 3), round(ci.high, 3)
    (0.711, 0.867)
    """
    z = z_of(tail)
    middle = (2 * successes + z * z) / (2 * (n + z * z))
    half = z * math.sqrt(z * z + 4 * successes * (1 - successes / n)) / (2 * (n + z * z))
    return (0.0 if successes == 0 else middle - half), (1.0 if successes == n else middle + half)


@proportion_method("Agresti-Coull")
def agresti_coull(successes: float, n: float, tail: float) -> tuple[float, float]:
    """The Wald form after adding z^2 / 2 successes and as many failures, cut to [0, 1].

    A simple stand-in for Wilson, somewhat wider: at its worst 93% of a nominal 95%. Reference: agresti1998.

    >>> ci = agresti_coull(80, 100)
    >>> round(ci.low, 3), round(ci.high, 3)
    (0.71, 0.867)
    """
    z2 = z_of(tail) ** 2
    p = (successes + z2 / 2) / (n + z2)
    half = math.sqrt(z2 * p * (1 - p) / (n + z2))
    return p - half, p + half


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
    return midp_limits(successes, n, tail)


def midp_limits(successes: float, n: float, tail: float) -> tuple[float, float]:
    """The mid-P limits that leave out the probability `tail` at each end.

    >>> [round(x, 3) for x in midp_limits(12, 40, 0.025)]
    [0.174, 0.454]
    """
    return midp_low(successes, n, tail), 1 - midp_low(n - successes, n, tail)


_LOWS: dict[tuple[float, float, float, bool], float] = {}
"""Lower mid-P limits that were found: recall, precision, their means and F1 of a class ask for the same ones."""


def midp_low(k: float, n: float, tail: float, seen: bool = False) -> float:
    """The lower mid-P limit; the upper one is its mirror image.

    `seen` takes the binomial distribution without 0, for what is only looked at when there is a success; after a
    single success the limit is 0.

    >>> round(midp_low(12, 40, 0.025), 3), round(midp_low(2, 40, 0.025), 4), round(midp_low(2, 40, 0.025, True), 4)
    (0.174, 0.0085, 0.0025)
    """
    if (k, n, tail, seen) not in _LOWS:
        _keep_lows({(k, n, tail, seen): _find_midp_low(k, n, tail, seen)})
    return _LOWS[k, n, tail, seen]


def _keep_lows(found: dict[tuple[float, float, float, bool], float]) -> None:
    if len(_LOWS) > MOST_KEPT:
        _LOWS.clear()
    _LOWS.update(found)


def _find_midp_low(k: float, n: float, tail: float, seen: bool) -> float:
    if k == 0 or (seen and k <= 1):
        return 0.0
    if k == n:
        return float((2 * tail) ** (1 / n))

    def excess(p: float) -> float:
        limit = tail * float(betainc(1, n, p)) if seen else tail
        return float(betainc(k, n - k + 1, p) + betainc(k + 1, n - k, p)) / 2 - limit

    return root(excess, 1e-9 * k / n if seen else float(betaincinv(k, n - k + 1, tail)), k / n)


def midp_lows(k: Floats, n: Floats, tail: Floats | float) -> Floats:
    """As `midp_low`, of many counts at once.

    >>> midp_lows(np.array([12.0, 0.0, 1.0]), np.array([40.0, 5.0, 1.0]), 0.025).round(3).tolist()
    [0.174, 0.0, 0.05]
    """
    tails = np.broadcast_to(tail, k.shape)
    if k.size > MOST_KEPT:
        return _find_midp_lows(k, n, tails)
    columns = (column.ravel().tolist() for column in (k, n, tails))
    asked = [(*numbers, False) for numbers in zip(*columns, strict=True)]
    new = [key for key in dict.fromkeys(asked) if key not in _LOWS]
    if len(new) > FEW:  # the same roots, one by one or all at once
        _keep_lows(dict(zip(new, _find_midp_lows(*np.array(new)[:, :3].T).tolist(), strict=True)))
    return np.array([midp_low(*key) for key in asked]).reshape(k.shape)


def _find_midp_lows(k: Floats, n: Floats, tail: Floats) -> Floats:
    out = np.where(k >= n, (2 * tail) ** (1 / n), 0.0)
    within = (k > 0) & (k < n)
    k, n, tail = k[within], n[within], tail[within]

    def excess(p: Floats) -> Floats:
        return np.asarray(betainc(k, n - k + 1, p) + betainc(k + 1, n - k, p)) / 2 - tail

    out[within] = roots(excess, np.asarray(betaincinv(k, n - k + 1, tail), dtype=float), k / n)
    return out


def midp_intervals(k: Floats, n: Floats, tail: float) -> tuple[Floats, Floats]:
    """Both mid-P limits of many counts at once.

    >>> low, high = midp_intervals(np.array([12.0, 0.0]), np.array([40.0, 5.0]), 0.025)
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.174, 0.0], [0.454, 0.451])
    """
    lows, upper = midp_lows(np.stack([k, n - k]), np.stack([n, n]), tail)
    return lows, 1 - upper


def proportion_interval(
    successes: float,
    n: float,
    level: float = 0.95,
    *,
    method: str = "auto",
    side: Side = "two",
    fractional: bool = False,
    guaranteed: bool = False,
) -> Interval:
    """An interval for a proportion: accuracy, recall, precision, any share of independent cases.

    The default is mid-P (mean coverage .951-.961 and minimum above .92 for n from 20 to 500), and below 10 cases, where
    it can fall short, Clopper-Pearson, whose coverage is never below the level and which `guaranteed=True` takes at
    any number. All assume independent cases.

    >>> ci = proportion_interval(80, 100, method="wilson")
    >>> round(ci.low, 3), round(ci.high, 3), ci.method
    (0.711, 0.867, 'Wilson')
    """
    name = _check.choice("method", method, ("auto", *sorted(METHODS)))
    if _check.flag("guaranteed", guaranteed):
        name = "clopper_pearson"
    if name == "auto":
        name = default_method(_check.number("n", n))
    return METHODS[name](successes, n, level, side=side, fractional=fractional)


SMALL = 10
"""Cases below which the default for one proportion is Clopper-Pearson."""


def default_method(n: float) -> str:
    """The default for one proportion: mid-P, and below 10 cases, where it can fall short, Clopper-Pearson."""
    return "midp" if n >= SMALL else "clopper_pearson"


def beta_limits(share: float, n: float, tail: float) -> tuple[float, float]:
    """Clopper-Pearson limits of a share of n cases, which need not be whole.

    >>> low, high = beta_limits(0.1, 20.0, 0.025)
    >>> round(low, 4), round(high, 4)
    (0.0123, 0.317)
    """
    k = share * n
    k = round(k) if abs(k - round(k)) < 1e-9 else k
    low = float(betaincinv(k, n - k + 1, tail)) if k > 0 else 0.0
    high = float(betaincinv(k + 1, n - k, 1 - tail)) if n - k > 0 else 1.0
    return low, high
