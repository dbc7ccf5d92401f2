"""Scores of models on the same cases, and DeLong's covariance of their areas."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from referee import _check
from referee.core import Answers
from referee.core.types import Array, Bools, Codes, Column, Floats
from referee.data.column import labels_column, numbers_column, same_length
from referee.data.read import read
from referee.inference.delong_variance import ROUNDING


def read_scores(
    y_true: Column,
    columns: list[tuple[str, Any]],
    positive: Any,
    weights: Column = None,
    groups: Column = None,
    name: str = "y_true",
) -> tuple[Answers, Floats]:
    """The cases, checked, and their scores, one row per column."""
    n = len(labels_column(name, y_true))
    rows = []
    for arg, column in columns:
        row = numbers_column(arg, column, infinite=True)
        same_length(arg, row, name, n)
        rows.append(row)
    yes_no = isinstance(y_true, np.ndarray) and y_true.dtype == np.bool_
    labels = (False, True) if yes_no else None
    cases = read(y_true, y_score=rows[0], positive=positive, labels=labels, weights=weights, groups=groups)
    if cases.positive is None:
        _check.fail("positive", "name the positive class", "None", f"There are {cases.labels}.")
    return cases, np.stack(rows)


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
    mass = None
    if weights is not None:
        mass = _classes_apart(weights, is_positive)
        total_p, total_n = mass[:front].sum(), mass[front:].sum()
    out, ranks = np.empty(scores.shape), np.empty(scores.shape, dtype=np.int64)
    with np.errstate(invalid="ignore"):
        for row, places, column in zip(out, ranks, scores, strict=True):
            values = _classes_apart(column, is_positive)
            order = np.argsort(values)
            positive = order < front
            size = positive.astype(np.int64) if mass is None else np.where(positive, mass[order], 0.0)
            other = 1 - size if mass is None else mass[order] - size
            values = values[order]
            change = values[1:] != values[:-1]
            below, above = _twice_below(change, other), _twice_below(change, size)
            row[order] = np.where(positive, below / (2 * total_n), 1 - above / (2 * total_p))
            places[order] = 1 + (below + above if mass is None else _twice_below(change, np.ones_like(order)))
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
    masses = [None if weights is None else weights[member] for member in members]
    aucs = np.full(len(u), math.nan)
    if u.size and v.size:
        aucs = u.mean(axis=1) if masses[0] is None else (u * masses[0]).sum(axis=1) / masses[0].sum()
    parts: list[Floats] = []
    sizes = []
    for place, mass in zip((u, v), masses, strict=True):
        part = place - aucs[:, None]
        if mass is None:
            size = total = float(part.shape[1])
        else:
            part[np.abs(part).max(axis=1, initial=0.0) < ROUNDING] = 0.0
            part *= mass
            total = float(mass.sum())
            size = total**2 / float(mass @ mass) if total else 0.0
        part /= total or 1.0
        parts.append(part)
        sizes.append(size)
    if groups is None:
        p, n = (_product(part, part) * _correction(size) for part, size in zip(parts, sizes, strict=True))
        return AucCovariance(aucs, p + n, sizes[0], sizes[1])
    count = int(groups.max()) + 1
    sums: list[Floats] = []
    covariance = np.zeros((len(u), len(u)))
    for member, part in zip(members, parts, strict=True):
        total_of = np.array([np.bincount(groups[member], row, minlength=count) for row in part], dtype=float)
        covariance += _product(total_of, total_of) * _correction(len(np.unique(groups[member])))
        sums.append(total_of)
    cross = _product(sums[0], sums[1])
    covariance += (cross + cross.T) * _correction(count)
    held = min(len(np.unique(groups[member])) for member in members)
    return AucCovariance(aucs, covariance, sizes[0], sizes[1], held)


def _classes_apart(values: Array, is_positive: Bools) -> Array:
    """Values of the positives, then those of the negatives."""
    return np.concatenate([values[is_positive], values[~is_positive]])


def _twice_below(change: Bools, sizes: Array) -> Array:
    """Twice the mass below each of the sorted values, plus the mass tied with it."""
    upto = np.cumsum(sizes)
    if change.all():
        return 2 * upto - sizes
    last = np.append(np.flatnonzero(change), len(sizes) - 1)
    group = upto[last]
    return np.repeat(group + np.append(0, group[:-1]), np.diff(last, prepend=-1))


def _product(a: Floats, b: Floats) -> Floats:
    """Sums of products of rows."""
    return np.asarray(np.einsum("in,jn->ij", a, b))


def _correction(n: float) -> float:
    """N / (n - 1), NaN when nothing is left."""
    return n / (n - 1) if n > 1 + 1e-12 else math.nan
