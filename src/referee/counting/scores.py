"""Scores to a ranking: one value sort, then run lengths.

A score and its label are packed into one 64-bit integer whose order is the order of scores, so that a single SIMD
`np.sort` does the work; `argsort` would cost 3 to 7 times as much. A float64 key has no free bit when signs are
mixed: then positives and negatives are sorted apart and merged, which is exact as well.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Counted = tuple[NDArray[Any], NDArray[Any], NDArray[Any]]


def rank(scores: NDArray[Any], is_positive: NDArray[np.bool_]) -> Counted:
    """Distinct scores in descending order, and the positives and negatives at each.

    >>> [part.tolist() for part in rank(np.array([0.5, 0.9, 0.5]), np.array([True, True, False]))]
    [[0.9, 0.5], [1, 1], [0, 1]]
    """
    if scores.dtype.kind == "i":
        distinct, place = np.unique(scores, return_inverse=True)
        counts = [np.bincount(place[member], minlength=len(distinct)) for member in (is_positive, ~is_positive)]
        return distinct[::-1], counts[0][::-1], counts[1][::-1]
    scores = scores + scores.dtype.type(0)  # -0.0 becomes 0.0
    if scores.dtype == np.float32:
        bits = scores.view(np.uint32).astype(np.int64)
        negative = bits >> 31 != 0
        if negative.any():
            bits[negative] = (1 << 31) - bits[negative]
        return _unpacked(bits, is_positive, _float32)
    if scores.min() >= 0:
        return _unpacked(scores.view(np.uint64), is_positive, _float64)
    if scores.max() <= 0:
        sizes, positives, negatives = _unpacked((-scores).view(np.uint64), is_positive, _float64)
        return 0.0 - sizes[::-1], positives[::-1], negatives[::-1]
    return _merged(scores, is_positive)


def rank_weighted(scores: NDArray[Any], is_positive: NDArray[np.bool_], weights: NDArray[Any]) -> tuple[Any, ...]:
    """As `rank` with sums of weights, and then sums of squared weights of positives and of negatives."""
    distinct, place = np.unique(scores + scores.dtype.type(0), return_inverse=True)
    place = len(distinct) - 1 - place
    sums = []
    for weight in (weights, weights * weights):
        for member in (is_positive, ~is_positive):
            sums.append(np.bincount(place, weights=weight * member, minlength=len(distinct)))
    return distinct[::-1] if distinct.dtype.kind == "i" else distinct[::-1].astype(float), *sums


def _unpacked(bits: NDArray[Any], is_positive: NDArray[np.bool_], decode: Any) -> Counted:
    """Sort keys of score bits with the label in the lowest bit, and count runs."""
    one = bits.dtype.type(1)
    keys = bits << one
    keys |= is_positive
    keys.sort()
    label = (keys & one).astype(np.uint8)
    keys >>= one
    last = np.append(np.flatnonzero(keys[1:] != keys[:-1]), len(keys) - 1)
    positives = np.diff(np.cumsum(label, dtype=np.int64)[last], prepend=0)
    negatives = np.diff(last, prepend=-1) - positives
    return decode(keys[last])[::-1], positives[::-1], negatives[::-1]


def _float64(bits: NDArray[np.uint64]) -> NDArray[Any]:
    return bits.view(np.float64)


def _float32(bits: NDArray[np.int64]) -> NDArray[Any]:
    magnitude = np.abs(bits).astype(np.uint32).view(np.float32)
    return np.copysign(magnitude, bits).astype(np.float64) + 0.0


def _merged(scores: NDArray[Any], is_positive: NDArray[np.bool_]) -> Counted:
    """Sort positives and negatives apart and merge their distinct values."""
    ends = []
    for part in (np.sort(scores[is_positive]), np.sort(scores[~is_positive])):
        last = (
            np.append(np.flatnonzero(part[1:] != part[:-1]), len(part) - 1) if len(part) else np.zeros(0, np.int64)
        )
        ends.append((part[last], np.diff(last, prepend=-1)))
    (above, positives), (below, negatives) = ends
    distinct = np.concatenate([above, below])
    distinct.sort(kind="stable")
    if len(distinct) > 1:
        distinct = distinct[np.append(True, distinct[1:] != distinct[:-1])]
    counts = np.zeros((2, len(distinct)), dtype=np.int64)
    counts[0, np.searchsorted(distinct, above)] = positives
    counts[1, np.searchsorted(distinct, below)] = negatives
    return distinct[::-1], counts[0, ::-1], counts[1, ::-1]
