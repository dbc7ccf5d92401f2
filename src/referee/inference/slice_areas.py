"""The area under the ROC curve of each slice of the cases and of all others, with DeLong's variance, in one pass."""

from __future__ import annotations

import math

import numpy as np

from referee.core.types import Array, Bools, Codes, Floats
from referee.inference.delong_variance import DeLong


def slice_areas(scores: Array, is_positive: Bools, slices: Codes, mass: Floats) -> list[tuple[DeLong, DeLong]]:
    """The area of each slice and of the rest, as `delong` gives them; `mass` is how many cases a row stands for.

    A positive of the rest outranks T - w negatives of the rest: T of all, less w of the slice, ties half. w is a step
    function with a step at each score of the slice, so that sums of (T - w) and (T - w)^2 over all positives follow
    from running sums over the scores of all cases; those of the slice's own positives are taken off. The work grows
    with the cases and not with cases times slices. Where a slice holds nearly all cases, the differences lose digits:
    take the rest of such a slice itself. Reference: delong1988.

    >>> y, s, g = np.array([1, 0, 1, 0, 1, 0]) == 1, np.array([3.0, 1, 2, 2, 1, 3]), np.array([0, 0, 0, 0, 1, 1])
    >>> [(one.auc, rest.auc) for one, rest in slice_areas(s, y, g, np.ones(6))]
    [(0.875, 0.0), (0.0, 0.875)]
    """
    ranks = np.unique(scores, return_inverse=True)[1]
    top, count = int(ranks.max()) + 1, int(slices.max()) + 1
    keys, cell = np.unique(slices * top + ranks, return_inverse=True)
    held = [
        np.bincount(cell, weights=mass * x, minlength=len(keys)).astype(float) for x in (is_positive, ~is_positive)
    ]
    owner, rank = keys // top, keys % top
    sizes = np.stack([np.bincount(owner, weights=x, minlength=count) for x in held])
    sides = [
        _side_sums(held[0], held[1], owner, rank, top, count),
        _side_sums(held[1][::-1], held[0][::-1], owner[::-1], top - 1 - rank[::-1], top, count),
    ]
    rest = sizes.sum(axis=1, keepdims=True) - sizes
    out = []
    for i in range(count):
        mine, others = ([side[k][:, i] for side in sides] for k in (0, 1))
        out.append((_delong(mine, *sizes[:, i]), _delong(others, *rest[:, i])))
    return out


def _side_sums(
    own: Floats, other: Floats, owner: Codes, rank: Codes, top: int, count: int
) -> tuple[Floats, Floats]:
    """Sums of the wins of one class over the other and of their squares, in each slice and in the rest of it.

    Cells are those of one slice and one score, by slice and rank; `own` and `other` hold the cases of the classes.
    """

    def by_slice(values: Floats) -> Floats:
        return np.asarray(np.bincount(owner, weights=values, minlength=count), dtype=float)

    totals = [np.bincount(rank, weights=x, minlength=top) for x in (own, other)]
    wins = np.cumsum(totals[1]) - totals[1] / 2
    at, at_wins = totals[0], totals[0] * wins
    above, above_wins = (np.append(np.cumsum(x[::-1])[::-1][1:], 0.0) for x in (at, at_wins))
    first = np.append(True, owner[1:] != owner[:-1])
    before = np.cumsum(other) - other
    before -= before[first][np.cumsum(first) - 1]
    last = np.append(first[1:], True)
    following = np.where(last, 0.0, np.append((above + at)[rank[1:]], 0.0))
    mine = before + other / 2
    squares = before + other
    lost = by_slice(other * (above + at / 2)[rank])
    crossed = by_slice(other * (above_wins + at_wins / 2)[rank])
    stepped = by_slice(squares**2 * (above[rank] - following) + mine**2 * at[rank])
    left = wins[rank] - mine
    of_rest = [at_wins.sum() - lost - by_slice(own * left)]
    of_rest.append((at_wins * wins).sum() - 2 * crossed + stepped - by_slice(own * left**2))
    return np.stack([by_slice(own * mine), by_slice(own * mine**2)]), np.stack(of_rest)


def _delong(sums: list[Floats], positives: float, negatives: float) -> DeLong:
    """The area and its variance from the sums of wins and of their squares of either class."""
    p, n = float(positives), float(negatives)
    if not (p and n):
        return DeLong(math.nan, math.nan, math.nan, math.nan, p, n)
    auc = float(sums[0][0]) / p / n
    parts = [
        max(0.0, (float(squares) / other**2 - size * auc**2) / size / (size - 1)) if size > 1 else math.nan
        for (_, squares), size, other in zip(sums, (p, n), (n, p), strict=True)
    ]
    return DeLong(auc, sum(parts), parts[0], parts[1], p, n)
