"""Score tests and intervals of two independent proportions: Miettinen and Nurminen's, and the pooled z with Mee's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from math import sqrt
from typing import Any

import numpy as np
from scipy.special import gammaln, ndtri, xlog1py, xlogy

from referee import _check
from referee.core import TestResult
from referee.core.types import Alternative, Floats
from referee.inference._result import Measured, Terms, Wording, null_of, score_result
from referee.inference._solve import edges
from referee.inference.proportion import beta_limits
from referee.inference.samples import two_counts

BEYOND = 1e-4
"""The probability that the common proportion lies outside the limits in which the worst one is looked for."""


def miettinen_nurminen(
    x1: int,
    n1: int,
    x2: int,
    n2: int,
    *,
    difference: float = 0.0,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    exact: bool = False,
) -> TestResult:
    """Test that p1 - p2 is `difference` (0 unless given) by the score of Miettinen and Nurminen.

    z = (d - difference) / se, se at the proportions that fit best under the null, its square times N / (N - 1).
    The interval holds exactly the differences that this test does not reject: it always exists and stays in
    [-1, 1]. It errs slightly to either side at small counts, and far out in the tails, where a level of many
    comparisons lies, it rejects too often. With `exact` z of no difference is referred to its exact distribution at the
    common proportion that is worst for it, and the limits are as much wider as z is smaller. References:
    miettinen1985, chan1999, berger1994.

    >>> result = miettinen_nurminen(1250, 5000, 4, 30)
    >>> round(result.p_value, 3), [round(x, 3) for x in result.effect.interval]
    (0.141, [-0.047, 0.198])
    """
    counts, terms = two_counts(x1, n1, x2, n2), Terms(alternative, level)
    return score_tests([counts], [_check.flag("exact", exact)], terms, difference=difference)[0]


def score_tests(
    tables: Sequence[tuple[int, int, int, int]],
    exact: Sequence[bool],
    terms: Terms,
    *,
    difference: float = 0.0,
) -> list[TestResult]:
    """`miettinen_nurminen` of many counts (x1, n1, x2, n2), whose limits are looked for together."""
    centre, null = null_of(difference)
    errors = [_null_error(*counts, centre) for counts in tables]
    stretches = [
        _stretch(*counts, se) if one and centre == 0 else 1.0
        for counts, se, one in zip(tables, errors, exact, strict=True)
    ]
    quantile = -float(ndtri(terms.tail))
    x1s, n1s, x2s, n2s = np.array(tables, dtype=float).T
    ends = score_limits(x1s, n1s, x2s, n2s, quantile * np.array(stretches))
    known = np.transpose(ends).tolist()
    errs, method = "It errs slightly to either side of its level when counts are small.", "Miettinen-Nurminen"
    names = [f"score test of two proportions ({method}{', exact' if one else ''})" for one in exact]
    return [
        score_result(
            Wording(names[i], null, "z", errs, method=method),
            Measured(x1 / n1 - x2 / n2, errors[i] * stretches[i], n1 + n2),
            partial(_limits_at, (x1, n1, x2, n2), stretches[i], {quantile: known[i]}),
            terms,
            centre=centre,
        )
        for i, (x1, n1, x2, n2) in enumerate(tables)
    ]


def _null_error(x1: int, n1: int, x2: int, n2: int, centre: float) -> float:
    """The standard error of the difference under the null."""
    if centre:
        return float(score_error(x1, n1, x2, n2, centre))
    pooled, total = (x1 + x2) / (n1 + n2), n1 + n2
    return sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2) * total / (total - 1))


def _limits_at(counts: tuple[int, int, int, int], stretch: float, known: dict[float, Any], z: float) -> Any:
    """Both limits for a quantile; those found already are looked up."""
    x1, n1, x2, n2 = counts
    return known.get(z) or score_limits(x1, n1, x2, n2, z * stretch)


def score_limits(x1: Any, n1: Any, x2: Any, n2: Any, z: Any, *, inflate: bool = True) -> tuple[Floats, Floats]:
    """Both limits for arrays of counts; without `inflate` the variance lacks the factor N / (N - 1) (Mee)."""
    x1, n1, x2, n2 = (np.asarray(v, dtype=float) for v in (x1, n1, x2, n2))
    return edges(x1 / n1 - x2 / n2, lambda delta: z * score_error(x1, n1, x2, n2, delta, inflate=inflate))


def score_error(x1: Any, n1: Any, x2: Any, n2: Any, delta: Any, *, inflate: bool = True) -> Floats:
    """Standard error of d when p1 - p2 is `delta`, at the best-fitting proportions."""
    p2 = restricted_mle(x1, n1, x2, n2, delta)
    p1 = np.clip(p2 + delta, 0.0, 1.0)
    variance = p1 * (1 - p1) / n1 + p2 * (1 - p2) / n2
    total = n1 + n2
    return np.asarray(np.sqrt(variance * total / (total - 1) if inflate else variance))


def restricted_mle(x1: Any, n1: Any, x2: Any, n2: Any, delta: Any) -> Floats:
    """The p2 of greatest likelihood given p1 = p2 + delta: a root of a cubic, closed form then Newton steps."""
    x1, n1, x2, n2, delta = np.broadcast_arrays(*(np.asarray(v, dtype=float) for v in (x1, n1, x2, n2, delta)))
    total = n1 + n2
    square = ((n1 + 2 * n2) * delta - total - x1 - x2) / total
    line = ((n2 * delta - total - 2 * x2) * delta + x1 + x2) / total
    constant = x2 * delta * (1 - delta) / total
    radius = np.sqrt(np.maximum(square**2 / 9 - line / 3, 0.0))
    q = square**3 / 27 - square * line / 6 + constant / 2
    p = np.copysign(radius, q)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(radius > 0, q / p**3, 1.0)
    angle = (np.pi + np.arccos(np.clip(np.nan_to_num(ratio, nan=1.0), -1.0, 1.0))) / 3
    low, high = np.maximum(0.0, -delta), np.minimum(1.0, 1.0 - delta)
    root = np.clip(2 * p * np.cos(angle) - square / 3, low, high)
    for _ in range(2):
        value = ((root + square) * root + line) * root + constant
        slope = (3 * root + 2 * square) * root + line
        with np.errstate(divide="ignore", invalid="ignore"):
            step = np.clip(np.where(slope != 0, root - value / slope, root), low, high)
        better = np.abs(((step + square) * step + line) * step + constant) < np.abs(value)
        root = np.where(better, step, root)
    return root


@lru_cache(maxsize=4096)
def _stretch(x1: int, n1: int, x2: int, n2: int, se: float) -> float:
    """How many times z is larger than the normal quantile of its exact two-sided p; 1 at least.

    The common proportion is looked for in its 99.99% limits, and the .01% added to p (Berger and Boos); counts are
    looked at within 8 standard deviations of what the proportions allow. A p above .5 stays as it is.
    """
    gap = abs(x1 / n1 - x2 / n2) / se if se else 0.0
    if not gap:
        return 1.0
    low, high = beta_limits((x1 + x2) / (n1 + n2), n1 + n2, BEYOND / 2)
    one, two = (
        np.arange(max(0, int(n * low - 4 * sqrt(n) - 1)), min(n, int(n * high + 4 * sqrt(n) + 1)) + 1)
        for n in (n1, n2)
    )
    pooled = (one[:, None] + two) / (n1 + n2)
    spread = np.sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2) * (n1 + n2) / (n1 + n2 - 1))
    far = np.abs(one[:, None] / n1 - two / n2) >= gap * spread * (1 - 1e-9)
    far &= spread > 0
    rates = np.linspace(low, high, 65)[:, None]
    chances = [
        np.exp(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1) + xlogy(k, rates) + xlog1py(n - k, -rates))
        for k, n in ((one, n1), (two, n2))
    ]
    p = min(1.0, float(np.einsum("ri,ij,rj->r", chances[0], far, chances[1]).max()) + BEYOND)
    return max(1.0, gap / -float(ndtri(p / 2))) if p < 0.5 else 1.0


_POOLED = Wording(
    "pooled z test of two proportions",
    "the first and the second proportion are equal",
    "z",
    "It errs when expected counts are under about 5.",
    method="Mee",
)


def pooled_z(
    x1: int, n1: int, x2: int, n2: int, *, alternative: Alternative = "two-sided", level: float = 0.95
) -> TestResult:
    """Test that two independent proportions are equal, with the variance at their pooled value.

    z = (p1 - p2) / sqrt(p (1 - p) (1/n1 + 1/n2)); its square is the plain chi-square of the 2 x 2 table. The
    interval is Mee's, which excludes 0 exactly when this test rejects. It errs at small counts. Reference:
    mee1984.

    >>> result = pooled_z(80, 100, 70, 100)
    >>> round(result.statistic, 3), round(result.p_value, 3), [round(x, 3) for x in result.effect.interval]
    (1.633, 0.102, [-0.02, 0.219])
    """
    x1, n1, x2, n2 = two_counts(x1, n1, x2, n2)
    pooled = (x1 + x2) / (n1 + n2)
    found = Measured(x1 / n1 - x2 / n2, sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2)), n1 + n2)
    limits = partial(score_limits, x1, n1, x2, n2, inflate=False)
    return score_result(_POOLED, found, limits, Terms(alternative, level), details={"pooled": pooled})
