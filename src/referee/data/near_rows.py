"""Cases that nearly repeat those of another table: rows by hashing random projections, sequences by shared windows."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from referee import _rng
from referee.core.types import Floats
from referee.data.row_keys import row_keys

SAMPLE = 1000
CHANCE = 0.01
"""Near pairs that chance alone would give in the whole comparison, at most, on average."""

LEAST = 8
"""Letters of a sequence, at the least."""

FRACTION = 0.25
"""The largest radius, as a share of the usual distance to the nearest neighbour."""

WIDTH = 4.0
"""Width of a bin of a projection, in radii."""

FINE = 1e-3
"""Radii below this share of the largest value need double precision."""

RECALL = 0.99
MOST_PAIRS = 2_000_000
_PROJECTIONS = (4, 6, 8, 10, 12)
_QUARTILES = math.log(math.log(4.0)) - math.log(math.log(4.0 / 3.0))


@dataclass(frozen=True)
class Near:
    """For each row of the second table the row of the first that it nearly repeats, or -1.

    `radius` is the distance below which rows count as near, `usual` the median distance from a row to its nearest
    neighbour among `sampled` rows, `dimension` the dimension that these distances behave as.
    """

    match: NDArray[np.int64]
    distance: Floats
    radius: float
    usual: float
    dimension: float


def radius_of(rows: Floats, others: int, seed: int) -> tuple[float, float, float]:
    """The radius for near rows, the usual distance to the nearest neighbour, and the effective dimension.

    Nearest-neighbour distances of a sample of rows behave as log(d) = a + G / dimension, G a Gumbel variable, when
    the density is smooth; the quartiles give the dimension. The radius is where `CHANCE` pairs would be expected
    among all rows and `others` new ones, and at most `FRACTION` of the usual distance.

    >>> rows = np.random.default_rng(0).normal(size=(2000, 3))
    >>> radius, usual, dimension = radius_of(rows, 1000, 0)
    >>> 2 < dimension < 4, radius < usual / 10
    (True, True)
    """
    n = len(rows)
    pick = _rng.stream(seed, "near rows", "sample").permutation(n)[:SAMPLE]
    some = rows[pick].astype(np.float64)
    square = (some**2).sum(axis=1)
    apart = square[:, None] + square - 2 * some @ some.T
    np.fill_diagonal(apart, np.inf)
    nearest = np.sqrt(np.maximum(apart.min(axis=1), 0.0))
    low, usual, high = np.quantile(nearest, (0.25, 0.5, 0.75)).tolist()
    if low <= 1e-7 * math.sqrt(float(square.mean()) + 1e-300):
        return 0.0, usual, math.nan
    spread = math.log(high / low)
    dimension = min(float(rows.shape[1]), _QUARTILES / spread) if spread > 0 else float(rows.shape[1])
    share = CHANCE * len(some) / (math.log(2.0) * n * max(1, others))
    return usual * min(FRACTION, share ** (1.0 / max(dimension, 0.5))), usual, dimension


def near_rows(first: Floats, second: Floats, *, seed: int = 0, radius: float | None = None) -> Near:
    """Rows of `second` within `radius` of a row of `first`, equal rows included, in Euclidean distance.

    Rows fall into bins of several random projections; those that share all bins are compared, over enough tables of
    bins that a pair at the radius is met with a chance of 0.99, and a nearer one with more. Columns should be on one
    scale. The match is the nearest row that was met.

    >>> rows = np.random.default_rng(0).normal(size=(500, 5))
    >>> near_rows(rows, rows[[7, 3]] + 1e-6).match.tolist()
    [7, 3]
    """
    usual = dimension = math.nan
    if radius is None:
        radius, usual, dimension = radius_of(first, len(second), seed)
    match = np.full(len(second), -1, dtype=np.int64)
    best = np.full(len(second), np.inf)
    if not radius > 0 or not len(first) or not len(second):
        return Near(match, best, radius, usual, dimension)
    kind: type = np.float64 if radius < FINE * float(np.abs(first).max()) else np.float32
    a: Floats = first.astype(kind)
    b: Floats = second.astype(kind)
    k = _projections(a, b, radius, seed)
    at_radius = _same_bin(WIDTH) ** k
    tables = math.ceil(math.log(1 - RECALL) / math.log1p(-at_radius))
    for t in range(tables):
        _look(a, b, *_bin_keys(a, b, k, radius, seed, t), radius, match, best)
    return Near(match, best, radius, usual, dimension)


def _same_bin(widths: float) -> float:
    """The chance that two rows share a bin of one projection, when the bin is so many times their distance wide."""
    tail = math.erfc(widths / math.sqrt(2.0))
    return 1 - tail - math.sqrt(2 / math.pi) / widths * (1 - math.exp(-(widths**2) / 2))


def _bin_keys(
    a: Floats, b: Floats, k: int, radius: float, seed: int, table: int
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """One key per row: the bins of k random projections, mixed."""
    rng = _rng.stream(seed, "near rows", k, table)
    direction = (rng.normal(size=(a.shape[1], k)) / (WIDTH * radius)).astype(a.dtype)
    offset = rng.random(k).astype(a.dtype)
    mine, theirs = (row_keys(np.floor(rows @ direction + offset)) for rows in (a, b))
    return mine, theirs


def _projections(a: Floats, b: Floats, radius: float, seed: int) -> int:
    """The least number of projections that leaves few enough pairs to compare."""
    for k in _PROJECTIONS:
        mine, theirs = _bin_keys(a, b, k, radius, seed, 0)
        ordered = np.sort(mine)
        pairs = np.searchsorted(ordered, theirs, side="right") - np.searchsorted(ordered, theirs)
        if pairs.sum() <= MOST_PAIRS:
            return k
    return _PROJECTIONS[-1]


def _look(
    a: Floats,
    b: Floats,
    mine: NDArray[np.uint64],
    theirs: NDArray[np.uint64],
    radius: float,
    match: NDArray[np.int64],
    best: Floats,
) -> None:
    """Compare the pairs that share a key, a bounded number at a time, and keep the nearest."""
    order = np.argsort(mine, kind="stable")
    ordered = mine[order]
    low = np.searchsorted(ordered, theirs)
    count = np.searchsorted(ordered, theirs, side="right") - low
    asked = np.flatnonzero(count)
    if not len(asked):
        return
    sizes = np.minimum(count[asked], MOST_PAIRS)
    step = np.cumsum(sizes) // (MOST_PAIRS // 4)
    for part in np.split(np.arange(len(asked)), np.flatnonzero(np.diff(step)) + 1):
        rows, size = asked[part], sizes[part]
        query = np.repeat(rows, size)
        place = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size) + np.repeat(low[rows], size)
        found = order[place]
        gap = a[found] - b[query]
        distance = np.sqrt(np.einsum("ij,ij->i", gap, gap, dtype=np.float64))
        hit = np.flatnonzero(distance <= radius)
        if len(hit):
            hit = hit[np.lexsort((found[hit], distance[hit]))[::-1]]
            nearer = distance[hit] < best[query[hit]]
            match[query[hit][nearer]] = found[hit][nearer]
            best[query[hit][nearer]] = distance[hit][nearer]


class NearSequences(NamedTuple):
    """The letters of a window that counts as shared, and for each sequence of the second list its match or -1."""

    width: int
    match: NDArray[np.int64]


def are_sequences(texts: Sequence[str]) -> bool:
    """Whether texts are sequences of letters: 8 or more each, without blanks.

    >>> are_sequences(["ACDEFGHIK", "LMNPQRSTV"]), are_sequences(["red", "green"])
    (True, False)
    """
    return bool(texts) and all(len(text) >= LEAST and text.isalpha() for text in texts)


def near_sequences(first: Sequence[str], second: Sequence[str]) -> NearSequences:
    """For each sequence of `second`, one of `first` that shares a window of letters with it.

    The window is a third of the usual length, or longer: as long as it must be for a hundredth of a pair to be expected
    among sequences of these letters in random order, with A the effective number of letters (exp of their entropy): n m
    L^2 A^-w < 0.01. A letter exchanged or a start moved by a few letters leaves such a window. It errs where honest
    sequences share parts, such as motifs.

    >>> near_sequences(["ACDEFGHIKL", "WYVTSRQPNM"], ["CDEFGHIKLM", "HHEELLPPWW"])
    NearSequences(width=4, match=array([ 0, -1]))
    """
    usual = int(np.median([len(text) for text in (*first, *second)]))
    letters = np.array(list(Counter("".join(first)).values()), dtype=float)
    shares = letters / letters.sum()
    entropy = max(-float((shares * np.log(shares)).sum()), 1e-9)
    pairs = len(first) * len(second) * usual**2
    width = max(math.ceil(usual / 3), math.ceil(math.log(pairs / CHANCE) / entropy))
    owner = {window: i for i, text in enumerate(first) for window in _windows(text, width)}
    hits = [next((owner[w] for w in _windows(text, width) if w in owner), -1) for text in second]
    return NearSequences(width, np.array(hits, dtype=np.int64))


def _windows(text: str, width: int) -> list[str]:
    return [text[i : i + width] for i in range(len(text) - width + 1)]
