"""The value of a metric of a ranking with its interval."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from scipy.special import expit

from referee import _format, _rng
from referee._quantile import quantile
from referee.core.answers import Answers
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.ranking import Ranking
from referee.core.types import Codes, Floats, Values
from referee.inference._rows import drawn_values, regrouped
from referee.inference.case_values import bootstrap_limits
from referee.inference.choose import choose
from referee.intervals.auc import auc_interval
from referee.intervals.proportion import proportion_interval
from referee.metrics.metric import kish
from referee.metrics.ranking_metric import RankingMetric
from referee.stattests.steadied import steadied

ALONE = 5.0
"""Cases that the guess of a variance is worth beside the variance that was seen."""

FEW_POSITIVES = 20
"""Up to so many positive cases the limits are not narrower than those of a share of them."""

LEAST_CLUSTERS = 6
ROUNDING = 1e-12


def estimate(metric: RankingMetric, data: Answers | Ranking, *, level: float, seed: int) -> Estimate:
    """The value with its interval; on bins of the score with the limits that the order within bins leaves.

    An interval on bins takes its low end from the order that is worst and its high end from the one that is best.
    """
    ranking = metric.sees(data)
    why = metric.why_undefined(ranking)
    n = metric.n_of(ranking)
    if why:
        return Estimate(metric.name, math.nan, n, undefined=why, title=metric.title)
    if not ranking.binned:
        return _estimate(metric, data, ranking, level, seed)
    found, *ends = (
        _estimate(metric, r, r, level, seed) for r in (ranking, ranking.pessimistic(), ranking.optimistic())
    )
    low, high = sorted(end.value for end in ends)
    limits = [end.interval for end in (found, *ends) if end.interval is not None]
    interval = found.interval
    if interval is not None and len(limits) == 3:
        interval = replace(interval, low=min(i.low for i in limits), high=max(i.high for i in limits))
    note = "; ".join(filter(None, (found.note, f"on bins of the score, between {low:.7g} and {high:.7g}")))
    return replace(found, interval=interval, note=note, limits=(low, high))


def _estimate(
    metric: RankingMetric, data: Answers | Ranking, ranking: Ranking, level: float, seed: int
) -> Estimate:
    sampling = data.sampling if isinstance(data, Answers) else ("weighted cases" if ranking.weighted else "cases")
    method = choose("value", metric, sampling)
    value, n = metric.value_of(ranking), metric.n_of(ranking)
    interval, note = None, method.title
    if method.key == "area":
        return _area(metric, data, level, seed)
    if method.key == "influence":
        interval, note = _influence_interval(metric, data, ranking, level)
    elif method.key != "nothing":
        interval, note = _drawn_interval(metric, data, value, level, seed)
    return Estimate(metric.name, value, n, interval, note=note, title=metric.title)


def _area(metric: RankingMetric, data: Answers | Ranking, level: float, seed: int) -> Estimate:
    """An area, or a linear function of it that goes over the whole of its range."""
    found = auc_interval(data, level=level, rng=seed)
    low, high = metric.range

    def mapped(area: float) -> float:
        return low + (high - low) * area

    interval = found.interval
    if interval is not None:
        interval = replace(interval, low=mapped(interval.low), high=mapped(interval.high))
    value = metric.value(data)
    return replace(found, name=metric.name, title=metric.title, value=value, interval=interval)


def influence_variance(
    metric: RankingMetric, data: Answers | Ranking, ranking: Ranking
) -> tuple[float, float, float]:
    """The variance of the value as a share of the positives, the positives that it rests on, and degrees of freedom.

    The sum of squares of the influences of cases; with importance weights of weighted ones; of clusters their sums.
    """
    unit = metric.share_unit(ranking)
    positive, negative = (unit * part for part in metric.influences(ranking))
    if isinstance(data, Answers) and data.groups is not None:
        pushes, hits = cluster_pushes(data, ranking, positive, negative)
        count = len(pushes)
        size = kish(hits.sum(), float(hits @ hits))
        return count / (count - 1) * float(pushes @ pushes), size, min(size, count) - 1
    if ranking.positive_squares is not None and ranking.negative_squares is not None:
        squares = ranking.positive_squares, ranking.negative_squares
        size = kish(ranking.n_positive, float(squares[0].sum()))
    else:
        squares, size = (ranking.positives, ranking.negatives), float(ranking.n_positive)
    return float(squares[0] @ positive**2 + squares[1] @ negative**2), size, size - 1


def cluster_pushes(data: Answers, ranking: Ranking, positive: Floats, negative: Floats) -> tuple[Floats, Floats]:
    """The influences of the rows summed by cluster, and the positive cases of the clusters that hold any."""
    place = rank_places(data, ranking)
    own = np.where(data.is_positive, positive[place], negative[place]) * data.mass
    hits = np.bincount(data.group_codes, weights=data.mass * data.is_positive)
    return np.bincount(data.group_codes, weights=own).astype(float), hits[hits > 0].astype(float)


def rank_places(data: Answers, ranking: Ranking) -> Codes:
    """The place of each row among the distinct scores of its ranking."""
    scores = data.need_scores()
    column = scores if scores.ndim == 1 else scores[:, data.positive_code]
    return np.searchsorted(-ranking.scores, -column.astype(ranking.scores.dtype))


def _influence_interval(
    metric: RankingMetric, data: Answers | Ranking, ranking: Ranking, level: float
) -> tuple[Interval | None, str]:
    """Limits on the logit scale of the share of the positives that the value is."""
    if isinstance(data, Answers) and data.groups is not None:
        count = int(data.group_codes.max()) + 1
        if count < LEAST_CLUSTERS:
            return None, f"no interval: {_format.plural(count, 'cluster')} are too few ({LEAST_CLUSTERS} needed)"
    unit = metric.share_unit(ranking)
    share = min(1.0, metric.value_of(ranking) * unit)
    variance, size, df = influence_variance(metric, data, ranking)
    if size <= 1 + ROUNDING or df <= 0:
        return None, "no interval: one positive case shows no spread"
    low, high = influence_limits(share, variance, size, df)((1 - level) / 2)
    if unit != 1:
        low, high = _of_top(ranking, share, size, low, high, unit, level)
    method = "logit on the influence of cases"
    return Interval(min(low, share) / unit, max(high, share) / unit, level, method), ""


def influence_limits(
    share: float, variance: float, size: float, df: float
) -> Callable[[float], tuple[float, float]]:
    """Limits of a share of `size` positives for a tail: on the logit scale with Student's t, exact at 0 and 1."""
    spread = steadied(variance, share * (1 - share) / size, size, cases=ALONE)

    def limits(tail: float) -> tuple[float, float]:
        if share >= 1 - ROUNDING:
            return tail ** (1 / size), 1.0
        if share <= ROUNDING:
            return 0.0, 1 - tail ** (1 / size)
        centre = math.log(share / (1 - share))
        half = -quantile(tail, df) * math.sqrt(spread) / (share * (1 - share))
        return float(expit(centre - half)), float(expit(centre + half))

    return limits


def _of_top(
    ranking: Ranking, share: float, size: float, low: float, high: float, unit: float, level: float
) -> tuple[float, float]:
    """The share of the positives in a top: not narrower than a share of few, and not more than the top has room for.

    The positives fill at most the top share of the cases: unit / prevalence of them, the prevalence at its lower limit.
    """
    if size <= FEW_POSITIVES:
        few = proportion_interval(share * size, size, level, fractional=True)
        low, high = min(low, few.low), max(high, few.high)
    n = float(ranking.n)
    least = proportion_interval(float(ranking.n_positive), n, level, fractional=True).low
    return low, min(high, 1.0, max(share, unit / least if least > 0 else 1.0))


def _drawn_interval(
    metric: RankingMetric, data: Answers | Ranking, value: float, level: float, seed: int
) -> tuple[Interval | None, str]:
    """The bootstrap of a metric whose influence is not known."""
    drawn, fewest = drawn_ranking(metric, data, seed)
    clustered = isinstance(data, Answers) and data.groups is not None
    return bootstrap_limits(drawn, value, level, metric.range, fewest, clustered=clustered)


def drawn_ranking(metric: RankingMetric, data: Answers | Ranking, seed: int) -> tuple[Values, float]:
    """The metric of many samples of cases within classes, or of whole groups; and the cases of the rarer class."""
    ranking = metric.sees(data)
    size = len(ranking.scores)
    generator = _rng.stream(seed, "ranking bootstrap", metric.name)
    rows: tuple[Codes, Floats, Codes | None, Codes | None]
    if isinstance(data, Answers) and data.sampling != "cases":
        cell = data.is_positive * size + rank_places(data, ranking)
        rows = (data.truth, data.mass, None, None if data.groups is None else data.group_codes)
    else:
        counts = np.concatenate([ranking.negatives, ranking.positives]).astype(np.int64)
        cell = np.flatnonzero(counts)
        rows = ((cell >= size).astype(np.int64), counts[cell].astype(float), counts[cell], None)

    def of_weights(weights: Floats) -> Values:
        tables = regrouped(weights, cell, 2 * size)
        return metric.formula(tables[..., size:], tables[..., :size])

    truth, mass, times, groups = rows
    drawn = drawn_values(of_weights, truth, mass, times, groups, 2000, generator)
    return drawn, float(min(ranking.n_positive, ranking.n_negative))
