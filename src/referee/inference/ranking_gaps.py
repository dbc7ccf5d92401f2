"""The difference of a metric of rankings between two models: two areas, or values whose influences are known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from scipy.special import ndtr

from referee import _check
from referee.core import Ranking, TestResult
from referee.core.evidence import Evidence, Limits, Score
from referee.core.pair import Pair
from referee.core.types import Alternative, Floats
from referee.inference._gap import FEW_CASES, ONE_POSITIVE, Ask, Gap, lead, refuse, unseen, weigh_cases
from referee.inference._result import Terms
from referee.inference._rows import clusters_of, few_clusters
from referee.inference.delong import delong_placed
from referee.inference.delong_counts import SMALL_CLASS, delong_areas, delong_few_areas, delong_grid
from referee.inference.delong_variance import DeLong, Placed, delong, place
from referee.inference.influence import ROUNDING, influence_evidence
from referee.inference.permutation_auc import swap_ranks
from referee.inference.ranking_values import row_influences
from referee.metrics.metric import Metric, kish
from referee.metrics.ranking_metric import RankingMetric

WIDE_WHERE_ALIKE = (
    "It is wide where the models rank nearly all cases alike: one of them may have rare false alarms at the top."
)

UNSEEN = 3
"""Cases of a kind that may be expected where none was seen."""


def areas(metric: RankingMetric, pair: Pair, ask: Ask) -> Gap:
    """Two areas: DeLong's steadied test leads, the swap permutation stands beside it."""
    if pair.grid is not None:
        sizes = int(pair.grid.positives.sum()), int(pair.grid.negatives.sum())
        return _alike(lead(partial(delong_grid, pair.grid), metric, ask, pair.grid.n), sizes, ask)
    truth, scores, weights = pair.is_positive, np.stack(pair.scores), pair.weights
    groups = clusters_of(pair)
    if pair.times is not None:
        truth, scores = np.repeat(truth, pair.times), np.repeat(scores, pair.times, axis=1)
        groups = None if groups is None else np.repeat(groups, pair.times)
    sizes, n = (int(truth.sum()), int((~truth).sum())), float(len(truth))
    if weights is not None and all(_alike_weights(weights[x]) for x in (truth, ~truth)):
        weights = None  # an area does not change with what the cases of a class weigh together
    weighed = () if weights is None else tuple(np.count_nonzero(weights[x]) for x in (truth, ~truth))
    placed = place(truth, scores, weights=weights)
    if groups is None and min(weighed, default=0) > 1:
        return _weighted_areas(metric, pair, placed, ask)
    plain = partial(delong_placed, truth, placed, weights, groups, steady=groups is not None)
    if groups is not None or weighed or min(sizes) == 0:
        return _alike(lead(plain, metric, ask, n), sizes, ask)
    apart = np.arange(len(truth)) < sizes[0]
    swap = lead(partial(swap_ranks, apart, tuple(placed.ranks), rng=ask.seed), metric, ask, n)
    if min(sizes) == 1:
        return _alike(replace(swap, beside=(lead(plain, metric, ask, n).test,)), sizes, ask)
    gap = lead(partial(delong_placed, truth, placed, steady=True), metric, ask, n)
    return _alike(replace(gap, beside=(swap.test,)), sizes, ask)


def _alike_weights(weights: Floats) -> bool:
    """Whether the cases of a class all weigh the same."""
    return bool(weights.min(initial=np.inf) > (1 - ROUNDING) * weights.max(initial=0.0))


def _weighted_areas(metric: RankingMetric, pair: Pair, placed: Placed, ask: Ask) -> Gap:
    """Two areas on weighted cases: the placements of either class push the difference, and unseen ones may.

    The gap of an unseen case lies halfway from the largest that was seen to the end of the range.
    """
    weights, truth = pair.mass, pair.is_positive
    u, v = (rows[0] - rows[1] for rows in placed[:2])
    sums = float(weights[truth].sum()), float(weights[~truth].sum())
    value = float(np.average(u, weights=weights[truth])) if u.any() or v.any() else 0.0
    pushes = np.empty(len(truth))
    pushes[truth], pushes[~truth] = (u - value) / sums[0], (v - value) / sums[1]
    far = [(1 + float(np.abs(gaps).max())) / 2 for gaps in (u, v)]
    outside = (-far[1] - value) / sums[1], (far[1] - value) / sums[1]
    evidence = influence_evidence(value, pushes, truth, (-far[0], far[0]), weights=weights, outside=outside)
    return weigh_cases("areas of weighted cases", FEW_CASES, evidence, 1.0, metric, ask, pair.n)


def _alike(gap: Gap, sizes: tuple[int, int], ask: Ask) -> Gap:
    """Scores that rank all cases alike leave no spread: the bound is the share of each class that may be unseen."""
    effect = gap.test.effect
    if gap.test.p_value != 1 or effect is None or (effect.interval is not None and effect.interval.width > 0):
        return gap
    if "clusters" in gap.test.details or min(sizes) == 0:
        bare = replace(effect, interval=None, note="no interval: the scores rank all cases alike")
        return replace(gap, test=replace(gap.test, effect=bare, _evidence=None))
    return unseen(gap, sizes, ask, 1.0)


def is_small(a: DeLong, b: DeLong) -> bool:
    """Whether a class of one of two areas has few cases."""
    return min(a.positives, a.negatives, b.positives, b.negatives) < SMALL_CLASS


def two_variances(
    metric: Metric, areas: tuple[DeLong, DeLong], cases: tuple[float, float], ask: Ask, z: float | None = None
) -> Gap:
    """Two areas with their variances and the numbers of cases behind them; `z` where it is known already."""

    def route(level: float, alternative: Alternative) -> TestResult:
        terms = Terms(alternative, level)
        if is_small(*areas):
            return delong_few_areas(*areas, cases, terms, z)
        return delong_areas(*areas, cases, terms)

    return lead(route, metric, ask, sum(cases))


def _outer_limits(evidence: Sequence[Evidence | None], z: float) -> tuple[float, float]:
    """The lower limit of the first and the upper one of the second, for a normal quantile."""
    low, high = (math.nan if e is None else e.limits(float(ndtr(-z)))[side] for side, e in enumerate(evidence))
    return low, high


def two_areas(metric: Metric, a: Ranking, b: Ranking, ask: Ask) -> Gap:
    """Two rankings of different cases; on bins the limits are those of the order that is worst for each side."""

    def test(one: Ranking, two: Ranking) -> Gap:
        return two_variances(metric, (delong(one), delong(two)), (float(one.n), float(two.n)), ask)

    gap = test(a, b)
    effect = gap.test.effect
    if not (a.binned or b.binned) or effect is None or effect.interval is None:
        return gap
    if ask.alternative != "two-sided":
        _check.fail("alternative", "be 'two-sided' to compare rankings on bins", ask.alternative)
    ends = [test(a.pessimistic(), b.optimistic()).test, test(a.optimistic(), b.pessimistic()).test]
    low, high = (end.effect.value for end in ends if end.effect is not None)
    found = Score(partial(_outer_limits, [end._evidence for end in ends]))
    least, most = found.limits((1 - ask.level) / 2)
    interval = replace(effect.interval, low=max(-1.0, least), high=min(1.0, most))
    p = 1.0 if low <= 0 <= high else max(end.p_value for end in ends)
    details = {**gap.test.details, "low": low, "high": high}
    effect = replace(effect, interval=interval, limits=(low, high))
    return replace(gap, test=replace(gap.test, effect=effect, p_value=p, details=details, _evidence=found))


def influences(metric: RankingMetric, pair: Pair, ask: Ask) -> Gap:
    """Two values whose influence of each case is known: gamma weights on the gaps of the influences.

    Of average precision these are what each value loses without the case: one false alarm at the top costs more than
    its influence says, and one that was not seen may come to either model (`_unseen_alarm`). Without weights the
    limits are not moved by the difference of the biases: a sample in which one model has that false alarm seems to
    have the larger bias for it, and would be moved further off.
    """
    n, name = float(pair.n), f"{metric.title[:1].lower()}{metric.title[1:]}, one unseen case"
    seen = [metric.sees(model) for model in (pair.a, pair.b)]
    if reason := next(filter(None, map(metric.why_undefined, seen)), ""):
        return refuse(metric, name, reason, math.nan, n, ask)
    a, b = (metric.value_of(ranking) for ranking in seen)
    positive, groups = pair.is_positive, clusters_of(pair)
    hits = pair.mass * positive if groups is None else np.bincount(groups, weights=pair.mass * positive)
    size = float(hits.sum()) if pair.sampling == "cases" else kish(hits.sum(), float(hits @ hits))
    reason = few_clusters(groups) or (ONE_POSITIVE if size <= 1 + ROUNDING else "")
    if reason:
        return refuse(metric, name, reason, a - b, n, ask)
    one, two = (row_influences(metric, model, removed=True) for model in (pair.a, pair.b))
    pushes = one - pair.of_b(two)
    alike = bool(np.abs(pushes).max(initial=0.0) <= 1e-15)
    outside = _unseen_alarm(metric, seen, 1.0 if groups is None else float(pair.mass.sum()) / len(hits))
    if pair.weights is not None:
        negatives = [metric.influences(ranking)[1] for ranking in seen]
        outside = float(negatives[0].min() - negatives[1].max()), float(negatives[0].max() - negatives[1].min())
    end = 1 / metric.share_unit(seen[0])
    evidence = influence_evidence(
        0.0 if alike else a - b, pushes, positive, (-end, end), times=pair.times, weights=pair.weights,
        groups=groups, outside=outside,
    )  # fmt: skip
    if pair.weights is not None:
        evidence = replace(evidence, bias=metric.bias_of(seen[0]) - metric.bias_of(seen[1]))
    details = {"positives": size} | ({} if groups is None else {"clusters": float(len(hits))})
    return weigh_cases(name, WIDE_WHERE_ALIKE, evidence, end, metric, ask, n, **details)


def _unseen_alarm(metric: RankingMetric, seen: Sequence[Ranking], size: float) -> Limits:
    """How far one negative case more would move the difference down, by the first value, and up, by the second.

    In clusters it is one of `size` cases more. It comes above all others, where it costs most. Each of several costs
    less than one alone, and with none seen as many as three may be expected (the rule of three): the cost is a third of
    theirs.
    """
    if metric.removal is None or any(ranking.weighted for ranking in seen):
        return 0.0, 0.0
    lost = []
    for ranking in seen:
        counts = ranking.positives.astype(float), ranking.negatives.astype(float)
        more = metric.formula(*(np.insert(x, 0, new) for x, new in zip(counts, (0, UNSEEN * size), strict=True)))
        lost.append(max(0.0, metric.value_of(ranking) - float(more)) / UNSEEN)
    return -lost[0], lost[1]
