"""Ranks of scores where equal ones share theirs, in whole numbers."""

from __future__ import annotations

import numpy as np

from referee.core.rank_scores import run_ends
from referee.core.types import Codes, Floats

FEW = 500
"""Values up to which two searches are faster than grouping equal values."""


def mid_ranks(scores: Floats) -> Codes:
    """Twice the mid-rank of each score, a whole number.

    >>> mid_ranks(np.array([0.5, 0.1, 0.5])).tolist()
    [5, 2, 5]
    """
    if len(scores) <= FEW:
        ordered = np.sort(scores)
        below = np.searchsorted(ordered, scores, side="left")
        return np.asarray(below + np.searchsorted(ordered, scores, side="right") + 1, dtype=np.int64)
    order = np.argsort(scores)
    ends = run_ends(scores[order])
    counts = np.diff(ends, prepend=-1)
    ranks = np.empty(len(scores), dtype=np.int64)
    ranks[order] = np.repeat(2 * (ends + 1) - counts + 1, counts)
    return ranks


def twice_below(codes: Codes, size: int) -> Codes:
    """For each number from 0 twice how many of the codes are below it, and once how many equal it.

    >>> twice_below(np.array([0, 2, 2]), 4).tolist()
    [1, 2, 4, 6]
    """
    counts = np.bincount(codes, minlength=size)
    out = np.cumsum(counts)
    out *= 2
    out -= counts
    return np.asarray(out)
