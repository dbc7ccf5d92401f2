"""DeLong's variance of an area under the ROC curve, from counts."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.core.ranking import Ranking

ROUNDING = 1e-12
"""Placements that are sums of fractional weights differ by no less, unless they are equal."""

CHUNK = 1 << 15
"""Distinct scores that are worked on at a time, so that they stay in the processor's cache."""


@dataclass(frozen=True)
class DeLong:
    """An area with its variance: the part of the positives plus the part of the negatives.

    `positives` and `negatives` are the numbers of cases that the parts rest on, with importance weights Kish's
    effective numbers.
    """

    auc: float
    variance: float
    positive_part: float
    negative_part: float
    positives: float
    negatives: float


def delong(ranking: Ranking) -> DeLong:
    """DeLong's variance of the AUC, in one pass over the distinct scores.

    A positive's placement u is the share of negatives below it, ties half; a negative's placement v the share of
    positives above it. The variance is var(u) / |P| + var(v) / |N|. Cases at one score share their placement, so
    counts suffice. With importance weights, var(u) / |P| becomes k / (k - 1) sum w^2 (u - auc)^2 / (sum w)^2, k
    Kish's number of positives, and likewise for negatives: the linearised variance, unchanged when all weights are
    multiplied.

    A part is NaN when its class has a single case (no spread can be seen), all is NaN when a class is absent.
    The variance is 0 at AUC 0 or 1 and when all scores tie, which is no sign of certainty. References:
    delong1988, sun2014.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.4, 0.2, 0.1], positive=1)
    >>> round(delong(r).variance, 12)
    0.013888888889
    """
    total_p, total_n = float(ranking.n_positive), float(ranking.n_negative)
    p, n = effective_sizes(ranking)
    if not (total_p and total_n):
        return DeLong(math.nan, math.nan, math.nan, math.nan, p, n)
    auc = ranking.auc
    sums, most = np.zeros(2), 0.0
    for start in range(0, len(ranking.scores), CHUNK):
        rows = slice(start, start + CHUNK)
        for k, (place, squares) in enumerate(
            zip(ranking_placements(ranking, rows), _squares(ranking), strict=True)
        ):
            place -= auc
            most = max(most, float(np.abs(place[squares[rows] > 0]).max(initial=0.0))) if ranking.weighted else 1.0
            place *= place
            place *= squares[rows]
            sums[k] += place.sum()
    if most < ROUNDING:
        return DeLong(auc, 0.0, 0.0, 0.0, p, n)
    part_p, part_n = (
        float(total / mass / mass * (size / (size - 1))) if size > 1 + ROUNDING else math.nan
        for total, mass, size in zip(sums, (total_p, total_n), (p, n), strict=True)
    )
    return DeLong(auc, part_p + part_n, part_p, part_n, p, n)


def ranking_placements(ranking: Ranking, rows: slice = slice(None)) -> tuple[NDArray[Any], NDArray[Any]]:
    """The placement of a positive and of a negative at each distinct score (or at some `rows` of them).

    >>> [a.tolist() for a in ranking_placements(Ranking.from_scores([1, 0, 1, 0], [3, 2, 2, 1], positive=1))]
    [[1.0, 0.75, 0.25], [0.25, 0.75, 1.0]]
    """
    u = 0.5 * ranking.negatives[rows]
    u -= ranking.fp[rows]
    u += ranking.n_negative
    u /= ranking.n_negative
    v = -0.5 * ranking.positives[rows]
    v += ranking.tp[rows]
    v /= ranking.n_positive
    return u, v


def effective_sizes(ranking: Ranking) -> tuple[float, float]:
    """Numbers of positive and negative cases; with importance weights Kish's, (sum w)^2 / sum w^2.

    >>> effective_sizes(Ranking.from_scores([1, 1, 0], [3, 2, 1], positive=1, weights=[2.0, 2.0, 5.0]))
    (2.0, 1.0)
    """
    sizes = []
    for total, squares in (
        (ranking.n_positive, ranking.positive_squares),
        (ranking.n_negative, ranking.negative_squares),
    ):
        sizes.append(float(total) if squares is None or not total else float(total * total / squares.sum()))
    return sizes[0], sizes[1]


def _squares(ranking: Ranking) -> tuple[NDArray[Any], NDArray[Any]]:
    """Sums of squared weights at each distinct score; the counts themselves when there are no weights."""
    if ranking.positive_squares is None or ranking.negative_squares is None:
        return ranking.positives, ranking.negatives
    return ranking.positive_squares, ranking.negative_squares
