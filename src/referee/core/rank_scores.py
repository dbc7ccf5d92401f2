"""Scores to a ranking: one value sort, then run lengths.

A score and its label are packed into one 64-bit integer whose order is the descending order of scores, so that a
single SIMD `np.sort` does the work; `argsort` would cost 3 to 7 times as much. Floats are ordered as their bits
are, read as sign and magnitude. The label needs a free bit: float32 leaves 32 of them, float64 without negative
scores its sign; with both signs the empty stretch of magnitudes around 0 makes room, unless scores span a thousand
binary orders of magnitude: then positives and negatives are sorted apart and merged.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.core.types import Codes, Floats

Counted = tuple[NDArray[Any], NDArray[Any], NDArray[Any]]

MANY = 1 << 20
_SIZE = np.int64(2**63 - 1)
_ROOM = 2**62
FEW = 500
"""Values up to which two searches are faster than grouping equal values."""


def rank(scores: NDArray[Any], is_positive: NDArray[np.bool_]) -> Counted:
    """Distinct scores in descending order, and the positives and negatives at each.

    >>> [part.tolist() for part in rank(np.array([0.5, 0.9, 0.5]), np.array([True, True, False]))]
    [[0.9, 0.5], [1, 1], [0, 1]]
    """
    if scores.dtype.kind == "i":
        distinct, place = np.unique(scores, return_inverse=True)
        counts = [np.bincount(place[member], minlength=len(distinct)) for member in (is_positive, ~is_positive)]
        return distinct[::-1], counts[0][::-1], counts[1][::-1]
    if scores.dtype == np.float32:
        bits = np.ascontiguousarray(scores).view(np.int32)
        keys, positives, negatives = _count_runs(
            _fold(bits & np.int32(2**31 - 1), bits >> 31).astype(np.int64) << 1, is_positive
        )
        return _unfolded32(keys.astype(np.int32)).astype(np.float64), positives, negatives
    scores = np.ascontiguousarray(scores)
    if not scores.min() < 0:
        keys, positives, negatives = _count_runs(scores.view(np.uint64) << np.uint64(1), is_positive)
        return keys.view(np.float64), positives, negatives
    bits = scores.view(np.int64)
    size = bits & _SIZE
    zero = size == 0
    some = bool(zero.any())
    below = int(size.min(where=~zero, initial=_SIZE) if some else size.min()) - 1
    if int(size.max()) - below >= _ROOM:
        return _merge_classes(scores + 0.0, is_positive)
    size -= below
    if some:
        size[zero] = 0
    keys, positives, negatives = _count_runs(_fold(size, bits >> 63) << 1, is_positive)
    sign = keys >> 63
    size = _fold(keys, sign)
    size[size > 0] += below
    size |= sign & ~_SIZE
    return size.view(np.float64), positives, negatives


def run_ends(ordered: NDArray[Any]) -> NDArray[np.int64]:
    """The last place of each distinct one of sorted values; `np.unique` hashes, which takes 20 times as long.

    >>> run_ends(np.array([2, 2, 3])).tolist()
    [1, 2]
    """
    return np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True)) if len(ordered) else np.zeros(0, np.int64)


def rank_weighted(scores: NDArray[Any], is_positive: NDArray[np.bool_], weights: NDArray[Any]) -> tuple[Any, ...]:
    """As `rank` with sums of weights, and then sums of squared weights of positives and of negatives."""
    distinct, place = np.unique(scores + scores.dtype.type(0), return_inverse=True)
    place = len(distinct) - 1 - place
    sums = []
    for weight in (weights, weights * weights):
        for member in (is_positive, ~is_positive):
            sums.append(np.bincount(place, weights=weight * member, minlength=len(distinct)))
    return distinct[::-1] if distinct.dtype.kind == "i" else distinct[::-1].astype(float), *sums


def _fold(size: NDArray[Any], sign: NDArray[Any]) -> NDArray[Any]:
    """Sign (0 or -1) and magnitude as one signed integer; its own inverse."""
    size ^= sign
    size -= sign
    return size


def _unfolded32(keys: NDArray[np.int32]) -> NDArray[np.float32]:
    sign = keys >> 31
    return (_fold(keys, sign) | (sign & np.int32(-(2**31)))).view(np.float32)


def _count_runs(keys: NDArray[Any], is_positive: NDArray[np.bool_]) -> Counted:
    """Put the label into the free lowest bit, sort, descending, in place, and count runs."""
    np.invert(keys, out=keys)
    keys ^= is_positive
    keys.sort()
    negatives = (keys & 1).view(np.int64)
    np.invert(keys, out=keys)
    keys >>= 1
    change = keys[1:] != keys[:-1]
    if change.all():  # 0 and 1, whose sums of products are numbers of cases: half the room will do for many
        small = np.int32 if MANY < len(keys) < 2**31 else np.int64
        return keys, (negatives ^ 1).astype(small, copy=False), negatives.astype(small, copy=False)
    last = np.append(np.flatnonzero(change), len(keys) - 1)
    below = np.diff(np.cumsum(negatives)[last], prepend=0)
    return keys[last], np.diff(last, prepend=-1) - below, below


def _merge_classes(scores: NDArray[Any], is_positive: NDArray[np.bool_]) -> Counted:
    """Sort positives and negatives apart and merge their distinct values."""
    ends = []
    for part in (np.sort(scores[is_positive]), np.sort(scores[~is_positive])):
        last = run_ends(part)
        ends.append((part[last], np.diff(last, prepend=-1)))
    (above, positives), (below, negatives) = ends
    distinct = np.concatenate([above, below])
    distinct.sort(kind="stable")
    distinct = distinct[run_ends(distinct)]
    counts = np.zeros((2, len(distinct)), dtype=np.int64)
    counts[0, np.searchsorted(distinct, above)] = positives
    counts[1, np.searchsorted(distinct, below)] = negatives
    return distinct[::-1], counts[0, ::-1], counts[1, ::-1]


def keys_of(scores: NDArray[Any]) -> NDArray[Any]:
    """Keys in the order of the scores: 32 bits for float32, 64 for float64. Both zeros are one; NaN is refused before.

    >>> keys = keys_of(np.array([-1.5, -0.0, 0.0, 2.0]))
    >>> bool((np.diff(keys.astype(float)) >= 0).all()), scores_of(keys).tolist()
    (True, [-1.5, 0.0, 0.0, 2.0])
    """
    whole: Any = np.uint32 if scores.dtype.itemsize == 4 else np.uint64
    signed: Any = np.int32 if scores.dtype.itemsize == 4 else np.int64
    if len(scores) and scores.view(signed).min() >= 0:  # no sign, as probabilities have none: one bit to set
        return np.asarray(scores.view(whole) | whole(1 << (scores.dtype.itemsize * 8 - 1)))
    bits = scores + scores.dtype.type(0)
    flip = bits.view(signed) >> np.dtype(signed).type(scores.dtype.itemsize * 8 - 1)
    flip |= np.iinfo(signed).min
    keys = bits.view(whole)
    keys ^= flip.view(whole)
    return keys


def scores_of(keys: NDArray[Any]) -> NDArray[np.float64]:
    """The scores that keys stand for, as float64."""
    small = keys.dtype.itemsize == 4
    top = keys.dtype.type(1 << (31 if small else 63))
    bits = np.where(keys & top, keys ^ top, ~keys)
    return bits.view(np.float32 if small else np.float64).astype(np.float64)


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
