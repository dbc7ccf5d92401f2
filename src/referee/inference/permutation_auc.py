"""Paired permutation test of the difference of two AUCs: swaps of within-model ranks."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from referee import _check, _rng
from referee.core import Estimate, TestResult
from referee.core.pair import Pair
from referee.core.rank_scores import mid_ranks, twice_below
from referee.core.types import Alternative, Bools, Codes, Column, Floats, Label, Rng
from referee.data.read import read
from referee.inference._result import Terms, Wording, of_tails
from referee.inference._rows import clusters_of, too_few
from referee.inference._subset_sums import signed_sums
from referee.inference._trial import Scope, Trial, p_of_values
from referee.inference.sign_tail import sign_tail

_ADDITIONS, _CHEAP = 3e8, 5e6
_BYTES = 1 << 24
_KURTOSIS = 1e-4
_CENTRED = 8.0
"""Up to so many powers of e a tail that is sharp about the sum seen is sharp about 0 too (4 sd of a normal sum)."""
_WORDS = Wording(
    "paired permutation test of AUC",
    "the ranks that the two models give to a case are exchangeable",
    "difference of AUC",
    "It also rejects when the AUCs are equal but the two ROC curves have different shapes.",
)


def permutation_auc(
    data: Pair | Column,
    a: Column = None,
    b: Column = None,
    *,
    positive: Label | None = None,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    resamples: int | None = None,
    rng: Rng = None,
) -> TestResult:
    """Permutation test of AUC by swapping the mid-ranks that two models give to a case.

    `data` is a `Pair`, or the truth with the scores `a` and `b`. Scores first become mid-ranks within
    their model, so a monotone rescaling of one model changes nothing. The difference of AUCs after swaps is then
    exactly D = sum of s_i d_i over cases, with s_i = -1 for a swapped case and d_i known from the pooled ranks: a
    permutation is a sum of random signs. Its distribution is exact (`sign_tail` for more than some hundreds of cases)
    unless a few cases weigh most: then 9,999 permutations are drawn and p = (b + 1) / (m + 1). When no case weighs
    much (tens of thousands of cases), the sum is taken as normal, with a continuity correction; `resamples` asks for
    draws.

    The interval is the difference -+ the largest |D| that the test does not reject, within [-1, 1]: it excludes 0
    exactly when p < 1 - level. Undefined when a class is absent; no interval when both rank all cases alike. It
    errs when the AUCs are equal but the curves differ: its null is exchangeable ranks, more than equal AUC; the
    interval takes the spread to be the same away from 0, which is too wide for far better models. Cases of a
    `Pair` with groups are swapped by whole groups. Reference: venkatraman1996.

    >>> truth, a, b = [1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.7, 0.3, 0.2, 0.1], [5, 1, 3, 2, 6, 4]
    >>> result = permutation_auc(truth, a, b)
    >>> round(result.effect.value, 3), result.p_value
    (0.667, 0.09375)
    """
    pair = _pair(data, a, b, positive)
    ranks: Any = tuple(map(mid_ranks, pair.scores))
    how: Any = {"alternative": alternative, "level": level, "resamples": resamples, "rng": rng}
    return swap_ranks(pair.is_positive, ranks, groups=clusters_of(pair), **how)


def swap_ranks(
    is_positive: Bools,
    ranks: tuple[Codes, Codes],
    *,
    groups: Codes | None = None,
    alternative: Alternative,
    level: float,
    resamples: int | None = None,
    rng: Rng,
) -> TestResult:
    """As `permutation_auc`, of mid-ranks that are known (see `mid_ranks`); `groups` are codes."""
    trial = Trial(_WORDS, Terms(alternative, level))
    name, n, positives = "roc_auc_difference", len(is_positive), int(is_positive.sum())
    if not 0 < positives < n:
        return trial.stop(name, n, f"there are no {'negative' if positives else 'positive'} cases")
    d = swap_effects(is_positive, *ranks)
    total, scale = int(d.sum()), 4.0 * positives * (n - positives)
    if groups is not None:
        d = np.bincount(groups, weights=d).astype(np.int64)
        if reason := too_few(len(d)):
            return trial.stop(name, n, reason, total / scale)
    moved = np.abs(d[d != 0])
    plan, alpha = Scope(2 ** len(moved), resamples, rng), 1 - trial.level
    more: dict[str, Any] = {"moved": float(len(moved))}
    how = "swap distribution about the difference"
    usual = plan.asked is None
    if usual and not _feasible(moved) and _even(moved):
        p, low, high = _normal(moved, total, alpha, alternative)
        more |= {"exact": 0.0, "normal": 1.0}
        how += ", taken as normal"
    elif usual and not _feasible(moved, _CHEAP) and (found := _by_tail(moved, total, alpha, trial.way)):
        p, low, high = found
    else:
        sums, shares = _sums(moved, total, plan)
        p = p_of_values(sums, total, trial.way, weights=shares)
        low, high = _accepted_sums(sums, shares, alpha, trial.way)
    interval, note = None, "no interval: the scores rank all cases alike"
    if len(moved):
        low, high = _agreeing(low, high, total, p < alpha, alternative)
        ends = (total - high) / scale, (total - low) / scale
        interval, note = trial.terms.interval(*ends, how, (-1.0, 1.0)), ""
    effect = Estimate(name, total / scale, n, interval, note=note, title="difference of AUC")
    return plan.result(trial.blank, p, effect, **more)


def _feasible(moved: Codes, most: float = _ADDITIONS) -> bool:
    """Whether the distribution of the sum can be had by adding one case after the other."""
    return len(moved) * float(moved.sum()) <= most


def _by_tail(moved: Codes, total: int, alpha: float, way: str) -> tuple[float, float, float] | None:
    """The p of a sum, and the sums not rejected, by the tail of its distribution; None where that is not known."""
    tail = sign_tail(moved, total)
    centre = tail if tail is not None and tail.scale <= _CENTRED else sign_tail(moved)
    if tail is None or centre is None:
        return None
    if way in ("greater", "less"):
        p, most = tail.above(total if way == "greater" else -total), centre.largest(alpha)
    else:
        p, most = 2 * tail.above(abs(total)), centre.largest(alpha / 2)
    return (1.0 if p > 1 - 1e-12 else p), -most, most


def _sums(moved: Codes, total: int, plan: Scope) -> tuple[Codes, Floats]:
    """Signed sums and their probabilities: all where that is feasible, else random ones and the sum seen."""
    if plan.complete and _feasible(moved):
        least, shares = signed_sums(moved)
        return least + 2 * np.arange(len(shares)), shares
    draws, seed = plan.draw()
    return np.append(random_signed_sums(moved, draws, seed), total), np.full(draws + 1, 1 / (draws + 1))


def swap_effects(is_positive: Bools, one: Codes, two: Codes) -> Codes:
    """The d_i whose signed sums are the differences of AUC after swaps, times 4 x positives x negatives, of mid-ranks.

    >>> swap_effects(np.array([True, False]), np.array([4, 2]), np.array([2, 4])).tolist()
    [2, 2]
    """
    d = np.empty(len(one), dtype=np.int64)
    for kind, sign in ((is_positive, 1), (~is_positive, -1)):
        below = twice_below(np.concatenate([one[~kind], two[~kind]]), 2 * len(one) + 2)
        d[kind] = sign * (below[one[kind]] - below[two[kind]])
    return d


def random_signed_sums(values: Codes, draws: int, seed: int) -> Codes:
    """Sums of whole numbers with random signs: eight at a time, by a table of their 256 sums and random bytes.

    Values that occur often are drawn together, as a binomial number of plus signs.
    """
    distinct, repeats = np.unique(values, return_counts=True)
    often = repeats > 16
    generator = _rng.stream(seed, "signs", "often")
    out = np.zeros(draws, dtype=np.int64)
    for value, repeat in zip(distinct[often].tolist(), repeats[often].tolist(), strict=True):
        out += value * (2 * generator.binomial(repeat, 0.5, draws) - repeat)
    rest = np.repeat(distinct[~often], repeats[~often])
    if not len(rest):
        return out
    groups = -(-len(rest) // 8)
    eights = np.zeros((groups, 8), dtype=np.int64)
    eights.reshape(-1)[: len(rest)] = rest
    signs = 2 * np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).astype(np.int64).T - 1
    tables = eights @ signs
    block = max(1, _BYTES // draws)
    for number, start in enumerate(range(0, groups, block)):
        stop = min(groups, start + block)
        drawn = _rng.stream(seed, "signs", number).integers(0, 256, (stop - start, draws), dtype=np.uint8)
        for group in range(start, stop):
            out += tables[group].take(drawn[group - start])
    return out


def _pair(data: Pair | Column, a: Column, b: Column, positive: Label | None) -> Pair:
    if isinstance(data, Pair):
        if a is not None or b is not None or positive is not None:
            _check.fail("a", "not be given with a pair", "more arguments")
        pair = data
    else:
        if a is None or b is None:
            _check.fail("b", "be given: two models are compared", "one model")
        one, two = (read(data, y_score=scores, positive=positive) for scores in (a, b))
        pair = Pair(one, two)
    if pair.weights is not None:
        _check.fail("weights", "not be given to a permutation of ranks", "weights")
    return pair


def _accepted_sums(sums: Codes, weights: Floats, alpha: float, way: str) -> tuple[float, float]:
    """The least and the largest sum that the test does not reject."""
    if way == "absolute":
        most = _largest(np.abs(sums), weights, alpha)
        return -most, most
    return -_largest(-sums, weights, alpha), _largest(sums, weights, alpha)


def _largest(values: Codes, weights: Floats, tail: float) -> float:
    """The largest value with a share of at least `tail` at or above it."""
    order = np.argsort(-values, kind="stable")
    place = int(np.searchsorted(np.cumsum(weights[order]), tail))
    return float(values[order[min(place, len(order) - 1)]])


def _agreeing(
    low: float, high: float, total: int, rejected: bool, alternative: Alternative
) -> tuple[float, float]:
    """Limits of the sums not rejected that agree with p where rounding decides."""
    if not rejected:
        return min(low, total), max(high, total)
    if alternative != "less" and total > 0:
        high = min(high, total - 0.5)
    if alternative != "greater" and total < 0:
        low = max(low, total + 0.5)
    return low, high


def _even(moved: Codes) -> bool:
    """Whether no case weighs much: the sum's distribution is then normal within 1e-5 (its kurtosis is known)."""
    squares = moved.astype(float) ** 2
    return len(moved) > 0 and float((squares**2).sum()) <= _KURTOSIS * float(squares.sum()) ** 2


def _normal(moved: Codes, total: int, alpha: float, alternative: Alternative) -> tuple[float, float, float]:
    """The p of a sum, and the sums not rejected, by the normal with a continuity correction."""
    sd, step = math.sqrt(float((moved.astype(float) ** 2).sum())), int(np.gcd.reduce(moved))
    most = -float(ndtri(alpha / 2 if alternative == "two-sided" else alpha)) * sd + step
    return _normal_p(total, sd, step, alternative), -most, most


def _normal_p(total: int, sd: float, step: int, alternative: Alternative) -> float:
    """The p of a sum on a grid of 2 x step, by the normal with a continuity correction."""
    above, below = (float(ndtr((step - towards) / sd)) for towards in (total, -total))
    return of_tails(above, below, alternative)
