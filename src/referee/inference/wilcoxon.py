"""Wilcoxon's signed-rank test of matched pairs."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import sqrt
from typing import Literal

import numpy as np
from scipy.special import ndtr

from referee import _check
from referee.core import Estimate, TestResult
from referee.core.rank_scores import mid_ranks
from referee.core.types import Alternative, Column, Floats
from referee.inference._result import DOUBLED, Terms, Wording, of_tails
from referee.inference._subset_sums import signed_sums
from referee.inference.samples import settle_ties
from referee.inference.shift import shift_interval

Zeros = Literal["split", "drop", "pratt"]
_RULES: dict[Zeros, str] = {
    "split": "their ranks are shared equally between the signs",
    "drop": "they are left out before ranking",
    "pratt": "they are ranked and then left out",
}
MOST_EXACT = 200
MOST_AVERAGES = 2_000


def wilcoxon(
    x: Column,
    y: Column = None,
    *,
    alternative: Alternative = "two-sided",
    zeros: Zeros = "split",
    level: float = 0.95,
) -> TestResult:
    """Test that the differences x - y of matched pairs are symmetric around 0; without y, x holds the differences.

    R+ is the sum of the ranks of |d| where d > 0, tied sizes sharing their rank. Differences of 0: "split"
    shares their ranks between R+ and R-, "drop" leaves them out first, "pratt" after ranking. Exact up to 200
    pairs, with or without ties (all signs equally likely), normal beyond. The effect is the Hodges-Lehmann
    centre (the median of the means of all pairs of differences) with the interval that inverts this test. p is
    1 when all differences are 0. It errs when the differences are skewed. Reference: wilcoxon1945, demsar2006,
    hodges1963.

    >>> result = wilcoxon([15, -7, 5, 20, 0, -9, 17, -12, 5, -10])
    >>> result.details["r_plus"], result.details["r_minus"], round(result.p_value, 3)
    (32.5, 22.5, 0.645)
    """
    d = settle_ties(x, y)
    _check.choice("zeros", zeros, _RULES)
    terms = Terms(alternative, level)
    ranks, plus, minus = _signed_ranks(d, zeros)
    absent = int((d == 0).sum())
    exact = len(d) <= MOST_EXACT
    p = _p(ranks, plus, minus, alternative, exact)
    warnings = []
    if absent:
        warnings.append(f"{absent} of {len(d)} differences are 0: {_RULES[zeros]}.")
    if absent == len(d):
        warnings.append("p is 1 because the two agree in every pair.")
    two = alternative == "two-sided"
    words = Wording(
        "Wilcoxon signed-rank test" + (" (exact)" if exact else ""),
        "the differences are symmetric around 0",
        "W" if two else "R+",
        "It errs when the differences are skewed: then it does not test their mean.",
        convention=DOUBLED,
    )
    details = {"r_plus": plus, "r_minus": minus, "n": float(len(d)), "zeros": float(absent)}
    effect, statistic = _centre(d, p, terms, zeros, exact), min(plus, minus) if two else plus
    return words.result(p, effect, statistic, alternative, details=details, warnings=warnings)


def _signed_ranks(d: Floats, zeros: Zeros) -> tuple[Floats, float, float]:
    """Ranks of the non-zero differences, and the sums R+ and R-."""
    if zeros == "drop":
        d = d[d != 0]
    if not len(d):
        return d, 0.0, 0.0
    ranks = mid_ranks(np.abs(d)) / 2
    share = float(ranks[d == 0].sum()) / 2 if zeros == "split" else 0.0
    return ranks[d != 0], float(ranks[d > 0].sum()) + share, float(ranks[d < 0].sum()) + share


def _p(ranks: Floats, plus: float, minus: float, alternative: Alternative, exact: bool) -> float:
    """P when every sign of the ranks is as likely as the other; zeros stand apart on both sides alike."""
    if not len(ranks):
        return 1.0
    above = plus - (plus + minus - float(ranks.sum())) / 2
    return of_tails(*_tails_of(ranks, exact)(above), alternative)


def _tails_of(ranks: Floats, exact: bool) -> Callable[[float], tuple[float, float]]:
    """The chances of a sum of positive ranks at or above a value, and at or below it."""
    if exact:
        at_least, at_most = _exact_tails(tuple(sorted(np.rint(2 * ranks).astype(int).tolist())))
        return lambda above: (float(at_least[round(2 * above)]), float(at_most[round(2 * above)]))
    mean, spread = float(ranks.sum()) / 2, sqrt(float((ranks**2).sum())) / 2
    return lambda above: (float(ndtr((mean - above) / spread)), float(ndtr((above - mean) / spread)))


@lru_cache(maxsize=32)
def _exact_tails(doubled: tuple[int, ...]) -> tuple[Floats, Floats]:
    """The chances of a sum of twice the positive ranks that is at least, and at most, each value."""
    chances = signed_sums(np.array(doubled))[1]
    return np.minimum(chances[::-1].cumsum()[::-1], 1.0), np.minimum(chances.cumsum(), 1.0)


def _centre(d: Floats, p: float, terms: Terms, zeros: Zeros, exact: bool) -> Estimate:
    name = "Hodges-Lehmann centre"
    if len(d) > MOST_AVERAGES:
        return Estimate("median difference", float(np.median(d)), len(d), note="too many pairs for an interval")
    means = (d[:, None] + d[None, :])[np.triu_indices(len(d))] / 2
    value = float(np.median(means))
    if np.ptp(d) == 0:
        return Estimate(name, value, len(d), note="the differences do not vary, which gives no interval")

    ordered, tails = np.sort(means), _tails_of(np.arange(1.0, len(d) + 1), exact)
    free = bool((ordered[1:] > ordered[:-1]).all())

    def p_at(shift: float, side: Alternative) -> float:
        if not free:
            return _p(*_signed_ranks(d - shift, zeros), side, exact)
        plus = float(len(ordered) - np.searchsorted(ordered, shift))  # R+ without ties: the means above the shift
        return of_tails(*tails(plus), side)

    return Estimate(name, value, len(d), shift_interval(means, p_at, p, terms))
