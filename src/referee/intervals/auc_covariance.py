"""DeLong's covariance of the areas of several scores on the same cases."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.core.types import Floats
from referee.intervals.delong import ROUNDING


@dataclass(frozen=True)
class AucCovariance:
    """Areas of k scores on the same cases and their covariance matrix.

    `positives` and `negatives` are numbers of cases (with weights Kish's), `clusters` the number of clusters.
    """

    aucs: Floats
    covariance: Floats
    positives: float
    negatives: float
    clusters: int | None = None


def placements(
    is_positive: NDArray[np.bool_], scores: NDArray[Any], *, weights: NDArray[Any] | None = None
) -> Floats:
    """Each case's share of the other class on its right side, ties half; one row a score.

    For a positive the (weighted) share of negatives below it, for a negative the share of positives above it: the
    mean over either class is the AUC. One sort a row. NaN when the other class is absent. Reference: sun2014.

    >>> placements(np.array([True, False, True, False]), np.array([[3.0, 2.0, 2.0, 1.0]])).tolist()
    [[1.0, 0.75, 0.75, 1.0]]
    """
    negative = ~is_positive
    size = negative.astype(np.int64) if weights is None else weights * negative
    other = is_positive.astype(np.int64) if weights is None else weights * is_positive
    total_n, total_p = size.sum(), other.sum()
    out = np.empty(scores.shape)
    with np.errstate(invalid="ignore"):
        for row, column in zip(out, scores, strict=True):
            order = np.argsort(column)
            below = _twice_below(column[order], size[order])
            above = 2 * total_p - _twice_below(column[order], other[order])
            row[order] = np.where(is_positive[order], below / (2 * total_n), above / (2 * total_p))
    return out


def auc_covariance(
    is_positive: NDArray[np.bool_],
    place: Floats,
    *,
    weights: NDArray[Any] | None = None,
    groups: NDArray[Any] | None = None,
) -> AucCovariance:
    """Areas of k scores from their placements (one row each), and their covariance: cov(u) / |P| + cov(v) / |N|.

    u and v are the placements of positives and negatives. All is linear in them, so a row may as well be the
    difference of two scores' placements. With importance weights as in `referee.intervals.delong`. With `groups`
    (cluster numbers from 0) Obuchowski's form: deviations are summed within clusters first, and the two classes of
    a cluster covary. The covariance is NaN when a class has fewer than two cases (clusters), the areas too when a
    class is absent. References: delong1988, obuchowski1997.

    >>> truth, scores = np.array([1, 1, 0, 0, 0], bool), np.array([[5, 3, 4, 2, 1], [4, 3, 5, 1, 2]])
    >>> found = auc_covariance(truth, placements(truth, scores))
    >>> found.aucs.round(4).tolist(), found.covariance.round(4).tolist()
    ([0.8333, 0.6667], [[0.0556, 0.0556], [0.0556, 0.1111]])
    """
    parts: list[Floats] = []
    sizes, aucs = [], np.full(len(place), math.nan)
    for member in (is_positive, ~is_positive):
        w = np.ones(np.count_nonzero(member)) if weights is None else weights[member]
        mass = w.sum()
        sizes.append(float(mass * mass / (w @ w)) if mass else 0.0)
        values = place[:, member]
        if not parts and mass:
            aucs = (values if weights is None else values * w).sum(axis=1) / mass
        deviation = values - aucs[:, None]
        if weights is not None:
            deviation[np.abs(deviation).max(axis=1, initial=0.0) < ROUNDING] = 0.0
        parts.append(deviation * (w / mass) if mass else deviation)
    if groups is None:
        u, v = (_product(part, part) * _correction(n) for part, n in zip(parts, sizes, strict=True))
        return AucCovariance(aucs, u + v, sizes[0], sizes[1])
    count = int(groups.max()) + 1
    sums: list[Floats] = []
    covariance = np.zeros((len(place), len(place)))
    for member, part in zip((is_positive, ~is_positive), parts, strict=True):
        total = np.array([np.bincount(groups[member], row, minlength=count) for row in part], dtype=float)
        covariance += _product(total, total) * _correction(len(np.unique(groups[member])))
        sums.append(total)
    cross = _product(sums[0], sums[1])
    covariance += (cross + cross.T) * _correction(count)
    return AucCovariance(aucs, covariance, sizes[0], sizes[1], count)


def _twice_below(ordered: NDArray[Any], sizes: NDArray[Any]) -> NDArray[Any]:
    """Twice the mass below each of the sorted values, plus the mass tied with it."""
    upto = np.cumsum(sizes)
    change = np.flatnonzero(ordered[1:] != ordered[:-1])
    if len(change) == len(ordered) - 1:
        return 2 * upto - sizes
    last = np.append(change, len(ordered) - 1)
    group = upto[last]
    return np.repeat(group + np.append(0, group[:-1]), np.diff(last, prepend=-1))


def _product(a: Floats, b: Floats) -> Floats:
    """Sums of products of rows."""
    return np.asarray(np.einsum("in,jn->ij", a, b))


def _correction(n: float) -> float:
    """N / (n - 1), NaN when nothing is left."""
    return n / (n - 1) if n > 1 + 1e-12 else math.nan
