"""Intervals of an area that resample cases, or that know clusters and weights."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from referee import _rng
from referee._quantile import quantile
from referee.core import Answers, Interval, Ranking
from referee.core.rank_scores import run_ends
from referee.core.types import Floats, Rng
from referee.data.draws import BLOCK, Replicates
from referee.inference._bootstrap import acceleration as jackknife_acceleration
from referee.inference._bootstrap import drawing, limits
from referee.inference._rows import LEAST_CLUSTERS, clusters_of, positive_scores
from referee.inference.auc_formulas import newcombe_limits
from referee.inference.delong_variance import auc_covariance, place, ranking_placements
from referee.inference.influence import logit_limits, projected_limits

Kind = Literal["percentile", "bca"]


def auc_bootstrap(
    ranking: Ranking,
    *,
    level: float = 0.95,
    kind: Kind = "percentile",
    stratified: bool = True,
    resamples: int = 2000,
    rng: Rng = None,
) -> Interval:
    """Quantiles of the areas of rankings drawn with replacement, cases of each class apart when `stratified`.

    The cases are sorted once and a replicate is one pass over drawn counts. "bca" corrects the quantiles for bias and
    skewness, with the acceleration from the jackknife, which is read off the placements. Replicates without one of the
    classes (unstratified, tiny classes) are left out. Limits are NaN when a class is absent or every replicate was;
    with importance weights too, because a ranking does not know its records (see `referee.inference.auc_records`). At
    AUC 0 or 1 all resamples agree and the limits are equal, which means nothing. Percentiles cover .18 to .96 where
    classes are small or the area is near 1. Reference: efron1987.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 1, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1], positive=1)
    >>> ci = auc_bootstrap(r, rng=7)
    >>> 0.3 < ci.low < 0.6, ci.method
    (True, 'bootstrap percentile, stratified, 2,000 resamples, seed 7')
    """
    resamples, seed, words = drawing(resamples, rng)
    word = "stratified" if stratified else "unstratified"
    method = f"bootstrap {'BCa' if kind == 'bca' else 'percentile'}, {word}, {words}"
    auc = ranking.auc
    if math.isnan(auc) or ranking.weighted:
        return Interval(math.nan, math.nan, level, method)
    areas = Replicates(ranking.positives, ranking.negatives, resamples, seed, stratified).areas()
    skew = acceleration(ranking) if kind == "bca" else None
    low, high = limits(auc, areas[~np.isnan(areas)], level, kind, skew).tolist()
    return Interval(low, high, level, method)


def acceleration(ranking: Ranking) -> float:
    """Skewness of the jackknife over 6, from counts: a case at a score shifts the area by its placement.

    NaN never: 0 when a class has a single case or no placement varies.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.4, 0.2, 0.1], positive=1)
    >>> round(acceleration(r), 4)
    -0.0573
    """
    sizes = ranking.n_positive, ranking.n_negative
    if min(sizes) <= 1:
        return 0.0
    placed = zip(ranking_placements(ranking), sizes, strict=True)
    left_out = np.concatenate([(ranking.auc - place) / (n - 1) for place, n in placed])
    return jackknife_acceleration(left_out, np.concatenate([ranking.positives, ranking.negatives]))


FEW_CLUSTERS = 30
"""Below this many clusters Student's t with one degree of freedom fewer stands for the normal."""


def obuchowski(predictions: Answers, *, level: float = 0.95) -> Interval:
    """The logit interval of the AUC with Obuchowski's variance for clustered cases.

    Deviations of the placements are summed within clusters; positives and negatives of a cluster may covary. Counted
    are the clusters that hold the class which fewer of them hold: under 30 the quantile is Student's t(clusters - 1),
    under 6 the limits are NaN. Where the variance is 0 (AUC 0 or 1) Newcombe's limits stand in, with the clusters that
    hold a class as its cases. Limits are NaN when a class is absent or in one cluster only. It is too short with few
    clusters of very unequal size. Reference: obuchowski1997.

    >>> from referee import read
    >>> p = read([1, 0] * 6, y_score=[9, 1, 8, 2, 3, 4, 7, 5, 6, 6, 5, 3], groups=list("aabbccddeeff"))
    >>> [round(x, 3) for x in obuchowski(p)]
    [0.342, 0.983]
    """
    return _clustered(predictions, level, plain=True)


def clustered_default(predictions: Answers, *, level: float = 0.95) -> Interval:
    """As `obuchowski`, with half an unseen cluster of each class, and not narrower than Clopper and Pearson's limits.

    The unseen clusters are ranked as badly as can be for the lower limit and as well for the upper one: a few clusters
    that rank badly, and happen not to be drawn, would else be missing from the variance. The limits of a share are at
    the number of cases that would vary as much (`projected_limits`). Ours; `python -m tools.validity worlds --family
    clusters` measures it. References: obuchowski1997, clopper1934.

    >>> from referee import read
    >>> p = read([1, 0] * 6, y_score=[9, 1, 8, 2, 3, 4, 7, 5, 6, 6, 5, 3], groups=list("aabbccddeeff"))
    >>> [round(x, 3) for x in clustered_default(p)]
    [0.124, 0.991]
    """
    return _clustered(predictions, level, plain=False)


def _clustered(predictions: Answers, level: float, *, plain: bool) -> Interval:
    is_positive, clusters, weights = predictions.is_positive, predictions.group_codes, predictions.weights
    sizes = [len(np.unique(clusters[member])) for member in (is_positive, ~is_positive)]
    count = min(sizes)
    few = count < FEW_CLUSTERS
    kind = "Obuchowski logit" if plain else "Obuchowski's variance, half an unseen cluster"
    method = f"{kind}, {count} clusters" + (f", t with {count - 1} df" if few else "")
    if count < LEAST_CLUSTERS:
        return Interval(math.nan, math.nan, level, method)
    placed = place(is_positive, positive_scores(predictions)[None], weights=weights)
    found = auc_covariance(is_positive, *placed[:2], weights=weights, groups=clusters)
    auc, variance = float(found.aucs[0]), float(found.covariance[0, 0])
    if variance <= 0:
        low, high = newcombe_limits(auc, sizes[0], sizes[1], level)
        return Interval(low, high, level, f"Newcombe score on clusters, {count} clusters")
    tail, df = (1 - level) / 2, count - 1 if few else math.inf
    if plain:
        return Interval(*logit_limits(auc, variance, -quantile(tail, df)), level, method)
    unseen = sum(0.5 / size**2 for size in sizes)
    bad, good = (projected_limits(auc, variance + unseen * far**2, df, count)(tail) for far in (auc, 1 - auc))
    return Interval(bad[0], good[1], level, method)


def record_bootstrap(
    predictions: Answers,
    *,
    level: float = 0.95,
    stratified: bool = True,
    resamples: int = 2000,
    rng: Rng = None,
) -> Interval:
    """Percentile bootstrap of the AUC over records with their weights, or over whole clusters where given.

    Records are drawn within each class when `stratified`; clusters are drawn as they are. The cases are sorted
    once and a replicate is one weighted pass. Limits are NaN when a class is absent and under 6 clusters; equal at
    AUC 0 or 1, which means nothing. Under 30 clusters the spread is widened by t(clusters - 1) over normal.
    It is too short with few clusters. Reference: efron1987.

    >>> from referee import read
    >>> p = read([1, 0] * 6, y_score=[9, 1, 8, 2, 3, 4, 7, 5, 6, 6, 5, 3], groups=list("aabbccddeeff"))
    >>> record_bootstrap(p, rng=1, resamples=500).method
    'cluster bootstrap percentile, 6 clusters, t with 5 df, 500 resamples, seed 1'
    """
    resamples, seed, end = drawing(resamples, rng)
    clusters = clusters_of(predictions)
    word = "stratified" if stratified else "unstratified"
    tail, widen = (1 - level) / 2, 1.0
    if clusters is not None:
        count = int(clusters.max()) + 1
        word = f"{count} clusters"
        if count < FEW_CLUSTERS:
            word += f", t with {count - 1} df"
            widen = quantile(tail, max(count - 1, 1)) / quantile(tail)
    method = f"{'record' if clusters is None else 'cluster'} bootstrap percentile, {word}, {end}"
    if clusters is not None and count < LEAST_CLUSTERS:
        return Interval(math.nan, math.nan, level, method)
    auc, areas = _areas(predictions, stratified, resamples, seed)
    low, high = limits(auc, areas[~np.isnan(areas)], level, "percentile").tolist()
    low, high = auc - widen * (auc - low), auc + widen * (high - auc)
    return Interval(max(0.0, low), min(1.0, high), level, method)


def _areas(predictions: Answers, stratified: bool, resamples: int, seed: int) -> tuple[float, Floats]:
    """The area, and those of the resamples, in blocks that each have their own random stream."""
    scores, clusters = positive_scores(predictions), clusters_of(predictions)
    order = np.argsort(-scores, kind="stable")
    label, weights = predictions.is_positive[order], predictions.mass[order]
    last = run_ends(scores[order])

    def areas(mass: Floats) -> Floats:
        tp, fp = (np.cumsum(mass * side, axis=1)[:, last] for side in (label, ~label))
        above = tp + np.concatenate([np.zeros((len(tp), 1)), tp[:, :-1]], axis=1)
        twice = (np.diff(fp, axis=1, prepend=0) * above).sum(axis=1)
        with np.errstate(invalid="ignore"):
            return np.asarray(twice / (2 * tp[:, -1] * fp[:, -1]))

    units = np.arange(len(order)) if clusters is None else clusters[order]
    if clusters is not None or not stratified:
        strata = [np.arange(int(units.max()) + 1)]
    else:
        strata = [np.flatnonzero(label), np.flatnonzero(~label)]
    out = []
    for block, start in enumerate(range(0, resamples, BLOCK)):
        rng = _rng.stream(seed, "bootstrap of records", block)
        size = min(BLOCK, resamples - start)
        drawn = np.zeros((size, int(units.max()) + 1))
        for row in drawn:
            for members in strata:
                picked = members[rng.integers(0, len(members), len(members))]
                row += np.bincount(picked, minlength=drawn.shape[1])
        out.append(areas(drawn[:, units] * weights))
    return float(areas(weights[None])[0]), np.concatenate(out)
