"""Bootstrap intervals for an area under the ROC curve, by reweighting the ranking."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np

from referee import _check
from referee.core import Interval, Ranking
from referee.data.draws import Draws
from referee.inference._bootstrap import acceleration as jackknife_acceleration
from referee.inference._bootstrap import drawing, limits
from referee.inference.delong_variance import ranking_placements

Kind = Literal["percentile", "bca"]


def auc_bootstrap(
    ranking: Ranking,
    *,
    level: float = 0.95,
    kind: Kind = "percentile",
    stratified: bool = True,
    replicates: int = 2000,
    rng: Any = None,
) -> Interval:
    """Quantiles of the areas of rankings drawn with replacement, cases of each class apart when `stratified`.

    The cases are sorted once and a replicate is one pass over drawn counts; the numbers are the same with and
    without the extra `fast`. "bca" corrects the quantiles for bias and skewness, with the acceleration from the
    jackknife, which is read off the placements. Replicates without one of the classes (unstratified, tiny classes)
    are left out. Limits are NaN when a class is absent or every replicate was; with importance weights too,
    because a ranking does not know its records (see `referee.inference.auc_records`). At AUC 0 or 1 all replicates
    agree and the limits are equal, which means nothing. Percentiles cover .18 to .96 where classes are small or
    the area is near 1. Reference: efron1987.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 1, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1], positive=1)
    >>> ci = auc_bootstrap(r, rng=7)
    >>> 0.3 < ci.low < 0.6, ci.method
    (True, 'bootstrap percentile, stratified, 2,000 replicates, seed 7')
    """
    level = _check.fraction("level", level)
    _check.choice("kind", kind, ("percentile", "bca"))
    replicates, seed, words = drawing(replicates, rng)
    word = "stratified" if stratified else "unstratified"
    method = f"bootstrap {'BCa' if kind == 'bca' else 'percentile'}, {word}, {words}"
    auc = ranking.auc
    if math.isnan(auc) or ranking.weighted:
        return Interval(math.nan, math.nan, level, method)
    areas = Draws(ranking.positives, ranking.negatives, replicates, seed, stratified).areas()
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
