"""DeLong's variance of an area under the ROC curve, from counts, and the covariance of areas on the same cases."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from referee.core import Ranking
from referee.core.cases import halfway
from referee.core.rank_scores import run_ends
from referee.core.ranking import running
from referee.core.types import Array, Bools, Codes, Floats
from referee.metrics.metric import kish

ROUNDING = 1e-12
"""Placements that are sums of fractional weights differ by no less, unless they are equal."""


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
    auc, masses = ranking.auc, squared_weights(ranking)
    sums, most, end = np.zeros(2), 0.0, 0
    for counts in running(ranking.positives, ranking.negatives):
        rows = slice(end, end := end + len(counts[0]))
        for k, (placed, squares) in enumerate(zip(_place(*counts, total_p, total_n), masses, strict=True)):
            placed -= auc
            most = (
                max(most, float(np.abs(placed[squares[rows] > 0]).max(initial=0.0))) if ranking.weighted else 1.0
            )
            placed *= placed
            placed *= squares[rows]
            sums[k] += placed.sum()
    if most < ROUNDING:
        return DeLong(auc, 0.0, 0.0, 0.0, p, n)
    part_p, part_n = (
        float(total / mass / mass * (size / (size - 1))) if size > 1 + ROUNDING else math.nan
        for total, mass, size in zip(sums, (total_p, total_n), (p, n), strict=True)
    )
    return DeLong(auc, part_p + part_n, part_p, part_n, p, n)


def ranking_placements(ranking: Ranking) -> tuple[Array, Array]:
    """The placement of a positive and of a negative at each distinct score.

    >>> [a.tolist() for a in ranking_placements(Ranking.from_scores([1, 0, 1, 0], [3, 2, 2, 1], positive=1))]
    [[1.0, 0.75, 0.25], [0.25, 0.75, 1.0]]
    """
    counts = ranking.positives, ranking.negatives, ranking.tp, ranking.fp
    return _place(*counts, ranking.n_positive, ranking.n_negative)


def _place(
    positives: Array, negatives: Array, tp: Array, fp: Array, n_positive: float, n_negative: float
) -> tuple[Array, Array]:
    u = 0.5 * negatives
    u -= fp
    u += n_negative
    u /= n_negative
    v = -0.5 * positives
    v += tp
    v /= n_positive
    return u, v


def effective_sizes(ranking: Ranking) -> tuple[float, float]:
    """Numbers of positive and negative cases; with importance weights Kish's, (sum w)^2 / sum w^2.

    >>> effective_sizes(Ranking.from_scores([1, 1, 0], [3, 2, 1], positive=1, weights=[2.0, 2.0, 5.0]))
    (2.0, 1.0)
    """
    totals = ranking.n_positive, ranking.n_negative
    p, n = (kish(total, squares.sum()) for total, squares in zip(totals, squared_weights(ranking), strict=True))
    return p, n


def absent_class(ranking: Ranking) -> str | None:
    """The class without a case, in words; None when both have one."""
    for word, size in (("positive", ranking.n_positive), ("negative", ranking.n_negative)):
        if not size:
            return f"there is no {word} case"
    return None


def squared_weights(ranking: Ranking) -> tuple[Array, Array]:
    """Sums of squared weights at each distinct score; the counts themselves when there are no weights."""
    if ranking.positive_squares is None or ranking.negative_squares is None:
        return ranking.positives, ranking.negatives
    return ranking.positive_squares, ranking.negative_squares


@dataclass(frozen=True)
class AucCovariance:
    """Areas of k scores on the same cases and their covariance matrix.

    `positives` and `negatives` are numbers of cases (with weights Kish's), `clusters` the number of clusters that hold
    the class which fewer of them hold.
    """

    aucs: Floats
    covariance: Floats
    positives: float
    negatives: float
    clusters: int | None = None


class Placed(NamedTuple):
    """Placements of positives and of negatives, and twice the mid-rank of cases, positives first; one row per score.

    A placement is the (weighted) share of the other class on the right side of a case, ties half: for positives the
    share of negatives below, for negatives the share of positives above. Its mean over either class is the AUC.
    """

    positives: Floats
    negatives: Floats
    ranks: Codes


def place(is_positive: Bools, scores: Array, *, weights: Array | None = None) -> Placed:
    """Place every case among the scores of the other class; one sort a row. NaN when that class is absent.

    Reference: sun2014.

    >>> found = place(np.array([True, False, True, False]), np.array([[3.0, 2.0, 2.0, 1.0]]))
    >>> found.positives.tolist(), found.negatives.tolist(), found.ranks.tolist()
    ([[1.0, 0.75]], [[0.75, 1.0]], [[8, 5, 5, 2]])
    """
    front = int(np.count_nonzero(is_positive))
    total_p, total_n = front, len(is_positive) - front
    mass = None if weights is None else _classes_apart(weights, is_positive)
    if mass is not None:
        total_p, total_n = mass[:front].sum(), mass[front:].sum()
    out, ranks = np.empty(scores.shape), np.empty(scores.shape, dtype=np.int64)
    with np.errstate(invalid="ignore"):
        for row, places, column in zip(out, ranks, scores, strict=True):
            values = _classes_apart(column, is_positive)
            order = np.argsort(values)
            positive, ends = order < front, run_ends(values[order])
            heavy: Any = 1.0 if mass is None else mass[order]
            own = positive * heavy
            below, above = halfway(heavy - own, ends), halfway(own, ends)
            row[order] = np.where(positive, below / total_n, 1 - above / total_p)
            places[order] = 1 + 2 * (below + above if mass is None else halfway(np.ones(len(order)), ends))
    return Placed(out[:, :front], out[:, front:], ranks)


def auc_covariance(
    is_positive: Bools,
    u: Floats,
    v: Floats,
    *,
    weights: Array | None = None,
    groups: Array | None = None,
) -> AucCovariance:
    """Areas of k scores from their placements (one row each), and their covariance: cov(u) / |P| + cov(v) / |N|.

    u and v are the placements of positives and negatives. All is linear in them, so a row may as well be the
    difference of two scores' placements. With importance weights as in `delong_variance`. With `groups` (cluster
    numbers from 0) Obuchowski's form: deviations are summed within clusters first, and the two classes of
    a cluster covary. The covariance is NaN when a class has fewer than two cases (clusters), the areas too when a
    class is absent. References: delong1988, obuchowski1997.

    >>> truth, scores = np.array([1, 1, 0, 0, 0], bool), np.array([[5, 3, 4, 2, 1], [4, 3, 5, 1, 2]])
    >>> found = auc_covariance(truth, *place(truth, scores)[:2])
    >>> found.aucs.round(4).tolist(), found.covariance.round(4).tolist()
    ([0.8333, 0.6667], [[0.0556, 0.0556], [0.0556, 0.1111]])
    """
    members = (is_positive, ~is_positive)
    aucs = np.full(len(u), math.nan)
    if u.size and v.size:
        aucs = np.average(u, axis=1, weights=None if weights is None else weights[is_positive])
    parts: list[Floats] = []
    sizes: list[float] = []
    for placed, member in zip((u, v), members, strict=True):
        part = placed - aucs[:, None]
        size = total = float(part.shape[1])
        if weights is not None:
            mass = weights[member]
            total, size = float(mass.sum()), kish(mass.sum(), mass @ mass)
            part[np.abs(part).max(axis=1, initial=0.0) < ROUNDING] = 0.0
            part *= mass
        part /= total or 1.0
        parts.append(part)
        sizes.append(size)
    if groups is None:
        p, n = (_product(part, part) * _correction(size) for part, size in zip(parts, sizes, strict=True))
        return AucCovariance(aucs, p + n, sizes[0], sizes[1])
    count = int(groups.max()) + 1
    held = [len(np.unique(groups[member])) for member in members]
    p, n = (
        np.array([np.bincount(groups[member], row, minlength=count) for row in part], dtype=float)
        for member, part in zip(members, parts, strict=True)
    )
    cross = _product(p, n)
    covariance = _product(p, p) * _correction(held[0]) + _product(n, n) * _correction(held[1])
    covariance += (cross + cross.T) * _correction(count)
    return AucCovariance(aucs, covariance, sizes[0], sizes[1], min(held))


def _classes_apart(values: Array, is_positive: Bools) -> Array:
    """Values of the positives, then those of the negatives."""
    return np.concatenate([values[is_positive], values[~is_positive]])


def _product(a: Floats, b: Floats) -> Floats:
    """Sums of products of rows."""
    return np.asarray(np.einsum("in,jn->ij", a, b))


def _correction(n: float) -> float:
    """N / (n - 1), NaN when nothing is left."""
    return n / (n - 1) if n > 1 + 1e-12 else math.nan
