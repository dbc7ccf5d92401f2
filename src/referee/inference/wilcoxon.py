"""Wilcoxon's signed-rank test of matched pairs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from math import sqrt
from typing import Any, Literal

import numpy as np
from scipy.special import ndtr

from referee import _check
from referee.core import Estimate, TestResult
from referee.core.rank_scores import mid_ranks
from referee.core.types import Alternative, Codes, Column, Floats
from referee.inference._result import DOUBLED, Terms, Wording, of_tails
from referee.inference._subset_sums import signed_sums
from referee.inference.samples import median, settle_ties
from referee.inference.shift import Shifts, middle_shifts

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
        method="Hodges-Lehmann",
        convention=DOUBLED,
    )
    details = {"r_plus": plus, "r_minus": minus, "n": float(len(d)), "zeros": float(absent)}
    facts: Any = {"statistic": min(plus, minus) if two else plus, "details": details, "warnings": warnings}
    name = "Hodges-Lehmann centre"
    if len(d) > MOST_AVERAGES:
        name, note = "median difference", "too many pairs for an interval"
        return words.result(p, Estimate(name, median(d), len(d), note=note), alternative=alternative, **facts)
    means = np.sort((d[:, None] + d[None, :])[_upper(len(d))] / 2)
    effect = Estimate(name, median(means), len(d))
    if np.ptp(d) == 0:
        note = "the differences do not vary, which gives no interval"
        return words.result(p, replace(effect, note=note), alternative=alternative, **facts)
    return words.of_evidence(terms, p, effect, _shifts(d, means, p, alternative, zeros), **facts)


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


def _shifts(d: Floats, means: Floats, p: float, alternative: Alternative, zeros: Zeros) -> Shifts:
    """The shifts of the differences that the test does not reject; `means` are those of all pairs, sorted."""
    exact = len(d) <= MOST_EXACT
    if (means[1:] > means[:-1]).all():  # without ties R+ is the number of means above the shift
        tails = _tails_of(np.arange(1.0, len(d) + 1), exact)
        return Shifts(means, lambda i, side: tails(len(means) - i)[side == "less"], p, alternative)
    points = np.unique(means)
    middles = middle_shifts(points)

    def p_at(i: int, side: Alternative) -> float:
        return _p(*_signed_ranks(d - middles[i], zeros), side, exact)

    return Shifts(points, p_at, p, alternative)


@lru_cache(maxsize=8)
def _upper(n: int) -> tuple[Codes, Codes]:
    """The places of all pairs of n differences, each with itself too."""
    return np.triu_indices(n)
