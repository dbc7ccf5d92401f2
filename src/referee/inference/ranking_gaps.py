"""The difference of a metric of rankings between two models: two areas, or values whose influences are known."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from scipy.special import ndtr

from referee import _check
from referee.core import Ranking
from referee.core.evidence import Score
from referee.core.pair import Pair
from referee.inference._gap import Ask, Gap, lead, null_of, refuse, unseen, within
from referee.inference._result import pivot
from referee.inference._rows import too_few
from referee.inference.delong import delong_paired, delong_rankings
from referee.inference.delong_few import delong_few, delong_few_rankings
from referee.inference.delong_grid import delong_grid
from referee.inference.permutation_auc import permutation_auc
from referee.inference.ranking_values import (
    ROUNDING,
    correlation_of,
    paired_guess,
    row_influences,
    shrink_variance,
)
from referee.metrics.metric import Metric, kish
from referee.metrics.ranking_metric import RankingMetric

SMALL_CLASS = 100
"""Cases of a class below which DeLong's variance gets half an unseen case."""

PAIRED = 10.0
"""Positive cases that the guess of the variance of a difference is worth."""


def areas(metric: RankingMetric, pair: Pair, ask: Ask) -> Gap:
    """Two areas: DeLong leads, with half an unseen case when a class is small, the swap permutation beside it."""
    if pair.grid is not None:
        sizes = int(pair.grid.positives.sum()), int(pair.grid.negatives.sum())
        return _alike(lead(partial(delong_grid, pair.grid), metric, ask, pair.grid.n), sizes, ask)
    truth: Any = pair.is_positive
    a, b = pair.scores
    groups = pair.groups
    if pair.times is not None:
        truth, a, b = (np.repeat(column, pair.times) for column in (truth, a, b))
        groups = None if groups is None else np.repeat(groups, pair.times)
    sizes, n = (int(truth.sum()), int((~truth).sum())), float(len(truth))
    plain = partial(delong_paired, truth, a, b, positive=True, weights=pair.weights, groups=groups)
    if groups is not None or pair.weights is not None or min(sizes) == 0:
        return _alike(lead(plain, metric, ask, n), sizes, ask)
    swap = lead(partial(permutation_auc, truth, a, b, positive=True, rng=ask.seed), metric, ask, n)
    if min(sizes) == 1:
        return _alike(replace(swap, beside=(lead(plain, metric, ask, n).test,)), sizes, ask)
    few = partial(delong_few, truth, a, b, positive=True)
    gap = lead(plain if min(sizes) >= SMALL_CLASS else few, metric, ask, n)
    return _alike(replace(gap, beside=(swap.test,)), sizes, ask)


def _alike(gap: Gap, sizes: tuple[int, int], ask: Ask) -> Gap:
    """Scores that rank all cases alike leave no spread: the bound is the share of each class that may be unseen."""
    effect = gap.test.effect
    if gap.test.p_value != 1 or effect is None or (effect.interval is not None and effect.interval.width > 0):
        return gap
    if "clusters" in gap.test.details or min(sizes) == 0:
        bare = replace(effect, interval=None, note="no interval: the scores rank all cases alike")
        return replace(gap, test=replace(gap.test, effect=bare, _evidence=None))
    return unseen(gap, sizes, ask, 1.0)


def two_areas(metric: Metric, a: Ranking, b: Ranking, ask: Ask) -> Gap:
    """Two rankings of different cases; on bins the limits are those of the order that is worst for each side."""
    n = float(a.n + b.n)

    def test(one: Ranking, two: Ranking) -> Gap:
        fewest = min(one.n_positive, one.n_negative, two.n_positive, two.n_negative)
        return lead(
            partial(delong_few_rankings if fewest < SMALL_CLASS else delong_rankings, one, two), metric, ask, n
        )

    gap = test(a, b)
    effect = gap.test.effect
    if not (a.binned or b.binned) or effect is None or effect.interval is None:
        return gap
    if ask.alternative != "two-sided":
        _check.fail("alternative", "be 'two-sided' to compare rankings on bins", ask.alternative)
    ends = [test(a.pessimistic(), b.optimistic()).test, test(a.optimistic(), b.pessimistic()).test]
    low, high = (end.effect.value for end in ends if end.effect is not None)
    evidence = [end._evidence for end in ends]

    def limits(z: float) -> tuple[float, float]:
        low, high = (math.nan if e is None else e.limits(float(ndtr(-z)))[side] for side, e in enumerate(evidence))
        return low, high

    found = Score(limits)
    least, most = found.limits((1 - ask.level) / 2)
    interval = replace(effect.interval, low=max(-1.0, least), high=min(1.0, most))
    p = 1.0 if low <= 0 <= high else max(end.p_value for end in ends)
    details = {**gap.test.details, "low": low, "high": high}
    effect = replace(effect, interval=interval, limits=(low, high))
    return replace(gap, test=replace(gap.test, effect=effect, p_value=p, details=details, _evidence=found))


def influences(metric: RankingMetric, pair: Pair, ask: Ask) -> Gap:
    """Two values whose influence of each case is known: Student's t on the gaps of the influences."""
    n, name = float(pair.n), f"{metric.title[:1].lower()}{metric.title[1:]}, paired t"
    seen = [metric.sees(model) for model in (pair.a, pair.b)]
    reasons = [r for r in map(metric.why_undefined, seen) if r]
    if reasons:
        return refuse(metric, name, reasons[0], math.nan, n, ask)
    unit = metric.share_unit(seen[0])
    a, b = (metric.value_of(ranking) * unit for ranking in seen)
    one, two = unit * row_influences(metric, pair.a), pair.of_b(unit * row_influences(metric, pair.b))
    hits, mass, units = pair.mass * pair.is_positive, pair.mass, n
    if pair.groups is not None:
        code = pair.group_codes
        one, two, hits = (
            np.bincount(code, weights=pair.mass * x).astype(float) for x in (one, two, pair.is_positive)
        )
        mass, units = np.ones(len(one)), float(len(one))
    elif pair.weights is not None:
        one, two, mass = one * pair.weights, two * pair.weights, np.ones(len(one))
    size = float(hits.sum()) if pair.sampling == "cases" else kish(hits.sum(), float(hits @ hits))
    reason = "" if pair.groups is None else too_few(len(one))
    if not reason and size <= 1 + ROUNDING:
        reason = "there is one positive case, so the spread of positives cannot be seen"
    if reason:
        return refuse(metric, name, reason, (a - b) / unit, n, ask)
    alike = bool(np.abs(one - two).max(initial=0.0) <= 1e-15)
    variance = 0.0
    if not alike:
        va, vb, both, gap = (
            units / (units - 1) * float(mass @ (x * y))
            for x, y in ((one, one), (two, two), (one, two), (one - two,) * 2)
        )
        guess = paired_guess(a, b, size, correlation_of(both, va, vb))
        variance = shrink_variance(gap, guess, size, cases=PAIRED)
    details = {"positives": size} | ({} if pair.groups is None else {"clusters": units})
    route = partial(
        pivot, name, null_of(metric), metric.name,
        0.0 if alike else (a - b) / unit, math.sqrt(variance) / unit, n=n, df=min(size, units) - 1, details=details,
        errs="It errs with fewer than 10 positive cases, and where one model ranks nearly all of them on top.",
        same="the scores rank all cases alike", method="Student's t on the influence of cases",
    )  # fmt: skip
    made, end = lead(route, metric, ask, n), 1 / unit
    assert made.test.effect is not None
    made = replace(made, test=replace(made.test, effect=within(made.test.effect, end), bounds=(-end, end)))
    return unseen(made, (size,), ask, end) if alike and pair.groups is None else made
