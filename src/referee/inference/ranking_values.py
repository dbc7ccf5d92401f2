"""The value of a metric of a ranking with its interval."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from referee import _rng
from referee._quantile import quantile
from referee.core import Answers, Estimate, Ranking
from referee.core.evidence import Limits
from referee.core.types import Codes, Floats, Values
from referee.inference._rows import (
    Rows,
    ValueLimits,
    bootstrap_limits,
    clusters_of,
    few_clusters,
    positive_scores,
    regroup,
)
from referee.inference.auc import auc_interval
from referee.inference.choose import choose
from referee.inference.delong_variance import squared_weights
from referee.inference.influence import LEAST, ROUNDING, WeightedInfluence, influence_evidence, logit_limits
from referee.inference.proportion import midp_limits
from referee.inference.unseen_loss import UnseenLoss
from referee.inference.weighted_share import Weights, weighted_limits
from referee.metrics.metric import kish
from referee.metrics.ranking_metric import RankingMetric, effective_n

ALONE = 5.0
"""Cases that the guess of a variance is worth beside the variance that was seen."""

FEW_POSITIVES = 20
"""Up to so many positive cases the limits are not narrower than those of a share of them."""

MOST_SCORES = 1 << 17
"""Distinct scores that a variance is made of; neighbours of more are joined, which hardly moves a limit."""


def estimate(
    metric: RankingMetric, data: Answers | Ranking, *, level: float, seed: int, method: str = "auto"
) -> Estimate:
    """The value with its interval; on bins of the score with the limits that the order within bins leaves.

    `method` is one of `auc_interval`, for an area. An interval on bins takes its low end from the order that is worst
    and its high end from the one that is best.
    """
    ranking = metric.sees(data)
    why = metric.why_undefined(ranking)
    if why:
        return Estimate(metric.name, math.nan, metric.n_of(ranking), undefined=why, title=metric.title)
    if not ranking.binned:
        return _estimate(metric, data, level, seed, method)
    orders = (ranking, ranking.pessimistic(), ranking.optimistic())
    found, *ends = (_estimate(metric, order, level, seed, method) for order in orders)
    low, high = sorted(end.value for end in ends)
    limits = [end.interval for end in (found, *ends) if end.interval is not None]
    interval = found.interval
    if interval is not None and len(limits) == 3:
        interval = replace(interval, low=min(i.low for i in limits), high=max(i.high for i in limits))
    note = "; ".join(filter(None, (found.note, f"on bins of the score, between {low:.7g} and {high:.7g}")))
    return replace(found, interval=interval, note=note, limits=(low, high))


def _estimate(metric: RankingMetric, data: Answers | Ranking, level: float, seed: int, asked: str) -> Estimate:
    ranking = metric.sees(data)
    sampling = data.sampling if isinstance(data, Answers) else ("weighted cases" if ranking.weighted else "cases")
    method, value = choose("value", metric, sampling), metric.value_of(ranking)
    if method.key == "area":
        return _area(metric, value, auc_interval(data, level=level, method=asked, rng=seed))
    known = method.key != "nothing"
    found = ranking_limits(metric, data, value, seed) if known else ValueLimits(remark=method.title)
    interval, n = found.interval(value, level), metric.n_of(ranking)
    return Estimate(metric.name, value, n, interval, note=found.note, title=metric.title)


def ranking_limits(metric: RankingMetric, data: Answers | Ranking, value: float, seed: int) -> ValueLimits:
    """The limits of a value by the influence of the cases where that is known, else by resampled cases."""
    groups = clusters_of(data)
    if metric.shape != "influence":
        drawn, fewest = _draw(metric, data, seed)
        return bootstrap_limits(drawn, value, metric.range, fewest, clustered=groups is not None)
    if few := few_clusters(groups):
        return ValueLimits(absent=few)
    limits = influence_limits(metric, data)
    if limits is None:
        return ValueLimits(absent="one positive case shows no spread")
    method = "logit on the influence of cases"
    widened = groups is None and metric.sees(data).weighted
    return ValueLimits(limits, f"wider of {method} and gamma sums of weights" if widened else method)


def _area(metric: RankingMetric, value: float, found: Estimate) -> Estimate:
    """An area, or a linear function of it that goes over the whole of its range."""
    low, width, interval = metric.range[0], metric.width, found.interval
    if interval is not None:
        interval = replace(interval, low=low + width * interval.low, high=low + width * interval.high)
    return replace(found, name=metric.name, title=metric.title, value=value, interval=interval)


def influence_variance(
    metric: RankingMetric, data: Answers | Ranking, ranking: Ranking
) -> tuple[float, float, float]:
    """The variance of the value as a share of the positives, the positives that it rests on, and degrees of freedom.

    The sum of squares of the influences of cases; with importance weights of weighted ones; of clusters their sums.
    """
    unit, groups = metric.share_unit(ranking), clusters_of(data)
    if groups is not None and isinstance(data, Answers):
        pushes = unit * np.bincount(groups, weights=row_influences(metric, data) * data.mass)
        hits = np.bincount(groups, weights=data.mass * data.is_positive)
        count, size = len(pushes), kish(hits.sum(), float(hits @ hits))
        return count / (count - 1) * float(pushes @ pushes), size, min(size, count) - 1
    ranking = ranking.coarse(MOST_SCORES)
    positive, negative = (unit * part for part in metric.influences(ranking))
    squares = squared_weights(ranking)
    size = kish(ranking.n_positive, float(squares[0].sum()))
    # not by @, which wakes the threads of BLAS for one sum
    parts = [
        np.einsum("i,i,i->", counts, part, part)
        for counts, part in zip(squares, (positive, negative), strict=True)
    ]
    return float(sum(parts)), size, size - 1


def row_influences(metric: RankingMetric, data: Answers, *, removed: bool = False) -> Floats:
    """What each row adds to the value; where it is `removed`, by taking it away."""
    ranking = metric.sees(data)
    positive, negative = metric.removals(ranking) if removed else metric.influences(ranking)
    place = rank_places(data, ranking)
    return np.where(data.is_positive, positive[place], negative[place])


def rank_places(data: Answers, ranking: Ranking) -> Codes:
    """The place of each row among the distinct scores of its ranking."""
    return np.searchsorted(-ranking.scores, -positive_scores(data).astype(ranking.scores.dtype))


def influence_limits(metric: RankingMetric, data: Answers | Ranking) -> Callable[[float], Limits] | None:
    """The limits of a value for a tail; None where one positive case shows no spread.

    The value as a share of the positives has limits on the logit scale with t, exact at 0 and 1; that of a top is not
    narrower than a share of few. With importance weights they are not narrower than gamma sums of what pushes the value
    up and down (`WeightedInfluence`), and moved apart by the bias of the value; those of a top not narrower than gamma
    weights on the cases and unseen ones. The lower limit is over the larger of the shares that a top of whole cases may
    be, the upper one over the smaller.
    """
    ranking = metric.sees(data)
    variance, size, df = influence_variance(metric, data, ranking)
    if size <= 1 + ROUNDING or df <= 0:
        return None
    unit, (least, most) = metric.share_unit(ranking), metric.share_units(ranking)
    share = min(1.0, metric.value_of(ranking) * unit)
    # many cases show their variance; few may show none of the spread that others would, so that a guess stands in
    spread = (size * variance + ALONE * (share * (1 - share) / size)) / (size + ALONE)
    widen = _weights_widen(metric, ranking, share) if ranking.weighted and clusters_of(data) is None else None

    def limits(tail: float) -> Limits:
        if share >= 1 - ROUNDING:
            low, high = tail ** (1 / size), 1.0
        elif share <= ROUNDING:
            low, high = 0.0, 1 - tail ** (1 / size)
        else:
            low, high = logit_limits(share, spread, -quantile(tail, df))
        if unit != 1:
            tail = max(tail, LEAST)
            if size <= FEW_POSITIVES:
                few = midp_limits(share * size, size, tail)
                low, high = min(low, few[0]), max(high, few[1])
        if widen is not None:
            low, high = widen((low, high), tail)
        if unit != 1:
            high = min(high, max(share, _room(ranking, least, tail)))
        return max(0.0, low) / most, min(1.0, high) / least

    return limits


def _weights_widen(metric: RankingMetric, ranking: Ranking, share: float) -> Callable[[Limits, float], Limits]:
    """What the weights of cases make of limits of the value as a share of the positives."""
    unit = metric.share_unit(ranking)
    positive, negative = metric.influences(ranking)
    found = WeightedInfluence.of_ranking(share, ranking, (unit * positive, unit * negative))
    bias = found.unequal * unit * metric.bias_of(ranking)
    evidence = None if unit == 1 else _weighted_evidence(metric, ranking)

    def widen(made: Limits, tail: float) -> Limits:
        below, above = (1.0, 0.0) if evidence is None else evidence.limits(tail)
        low, high = found.widen(made, tail, (below * unit, above * unit))
        return low - max(0.0, bias), high - min(0.0, bias)

    return widen


def _weighted_evidence(metric: RankingMetric, ranking: Ranking) -> UnseenLoss:
    """The value by gamma weights: cases of one class at one score are one row, with their mean weight."""
    mass = np.concatenate([ranking.positives, ranking.negatives])
    held = mass > 0
    weights = np.concatenate(squared_weights(ranking))[held] / mass[held]
    pushes = metric.influences(ranking)
    return influence_evidence(
        metric.value_of(ranking), np.concatenate(pushes)[held], (np.arange(len(mass)) < len(mass) // 2)[held],
        (0.0, 1 / metric.share_unit(ranking)), times=mass[held] / weights, weights=weights,
        outside=(float(pushes[1].min()), float(pushes[1].max())),
    )  # fmt: skip


def _room(ranking: Ranking, unit: float, tail: float) -> float:
    """The share of the positives that a top has room for: unit / prevalence, the prevalence at its lower limit."""
    positives, n = float(ranking.n_positive), float(ranking.n)
    scale = effective_n(ranking) / n
    least = midp_limits(positives * scale, n * scale, tail)[0]
    if ranking.weighted:
        totals = positives, float(ranking.n_negative)
        squares = (float(side.sum()) for side in squared_weights(ranking))
        own, rest = (Weights(x, square, 1.0).usual for x, square in zip(totals, squares, strict=True))
        least = min(least, weighted_limits(own, rest, tail)[0])
    return unit / least if least > 0 else 1.0


def _draw(metric: RankingMetric, data: Answers | Ranking, seed: int) -> tuple[Values, float]:
    """The metric of many samples of cases, or of whole groups; and the cases of the rarer class."""
    ranking = metric.sees(data)
    size = len(ranking.scores)
    generator = _rng.stream(seed, "ranking bootstrap", metric.name)
    if isinstance(data, Answers) and data.sampling != "cases":
        cell = data.is_positive * size + rank_places(data, ranking)
        rows = Rows(data.mass, None, clusters_of(data))
    else:
        counts = np.concatenate([ranking.negatives, ranking.positives]).astype(np.int64)
        cell = np.flatnonzero(counts)
        rows = Rows(counts[cell].astype(float), counts[cell], None)
    drawn = rows.draw(lambda weights: of_cells(metric, weights, cell, size), generator)
    return drawn, float(min(ranking.n_positive, ranking.n_negative))


def of_cells(metric: RankingMetric, weights: Floats, cell: Codes, size: int) -> Values:
    """The metric for weights of rows `(..., rows)`: negatives in the first `size` cells, positives in the others."""
    tables = regroup(weights, cell, 2 * size)
    return metric.formula(tables[..., size:], tables[..., :size])
