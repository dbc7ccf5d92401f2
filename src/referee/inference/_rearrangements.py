"""Exact tests: how sums of subsets are distributed, and what a rearrangement does to a difference of means.

The sums of all subsets of some numbers, by size of subset: numbers on a grid (whole numbers, decimals, shares of the
same n) by dynamic programming, others by listing.

Let D be the observed difference and d a supposed one: subtract d from every x (or from every paired difference).
A rearrangement that moves k cases, whose values differ by U in sum, gives the statistic e - f (U - k d), with
e = D - d and f a constant of the design. So one table of (k, U) answers for all d, and the test can be inverted
without rearranging again. The fall of the statistic is V = f (U - k d).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from referee.core.rank_scores import run_ends
from referee.core.types import Array, Codes, Floats

Whole = Codes

FEW = 500
"""Values up to which two searches are faster than grouping equal values."""


@dataclass(frozen=True)
class Grid:
    """Values as whole numbers of steps: value = base + steps / per."""

    steps: Whole
    per: float
    base: float = 0.0


def on_grid(values: Floats, most: float = 1e7) -> Grid | None:
    """The coarsest regular grid that holds all values, or None when it has more than `most` steps.

    Decimals are tried first, then the greatest common step of the values (thirds, shares of 30 cases).

    >>> on_grid(np.array([0.25, 0.5])).per, on_grid(np.array([1 / 3, 2 / 3, 0.0])).steps.tolist()
    (100.0, [1, 2, 0])
    """
    span = float(np.ptp(values))
    for places in range(7):
        per = 10.0**places
        if span * per > most or np.abs(values).max() * per > 2**52:
            break
        steps = np.rint(values * per)
        if np.abs(values * per - steps).max() <= 1e-9 * max(1.0, span * per):
            return Grid(steps.astype(np.int64), per)
    if span == 0:
        return Grid(np.zeros(len(values), dtype=np.int64), 1.0, float(values[0]))
    base = float(values.min())
    step = _common_step(values - base, span * 1e-9)
    if step == 0 or span / step > most:
        return None
    # Euclid's remainders carry rounding errors: the step is made to divide the whole span, then every value is checked.
    step = span / round(span / step)
    steps = np.rint((values - base) / step)
    if np.abs((values - base) / step - steps).max() > 1e-6:
        return None
    return Grid(steps.astype(np.int64), 1 / step, base)


def _common_step(values: Floats, zero: float) -> float:
    """Euclid's algorithm on floats, where anything below `zero` is 0; 0 when there is no common step."""
    step = 0.0
    for value in np.unique(values).tolist():
        a, b = value, step
        while b > zero:
            a, b = b, a % b
            if a - b < zero:
                b = 0.0
        step = a
        if 0 < step < 1e3 * zero:
            return 0.0
    return step


def subset_rows(values: Whole, most: int) -> list[tuple[int, Floats]]:
    """For each size up to `most`: the least sum, and the share of the subsets of that size at each sum from it.

    >>> [(least, shares.tolist()) for least, shares in subset_rows(np.array([1, 2, 4]), 2)]
    [(0, [1.0]), (1, [0.3..., 0.3..., 0.0, 0.3...]), (3, [0.3..., 0.0, 0.3..., 0.3...])]
    """
    z = np.sort(values)
    n = len(z)
    head = np.concatenate([[0], np.cumsum(z)])
    rows = [np.zeros(length) for length in _lengths(z, most)]
    rows[0][0] = 1.0
    for i, value in enumerate(z.tolist()):
        # Larger sizes first, so that no subset takes the new value twice. Row k begins at the sum of the k smallest
        # values; only the sums that k - 1 of the values before can have are added.
        for k in range(min(i + 1, most), 0, -1):
            reached = int(head[i] - head[i - k + 1] - head[k - 1]) + 1
            start = value - int(z[k - 1])
            rows[k][start : start + reached] += rows[k - 1][:reached]
    assert n >= most
    return [(int(head[k]), row / row.sum()) for k, row in enumerate(rows)]


def rows_cost(values: Whole, most: int) -> float:
    """Additions that `subset_rows` needs; infinite when the counts would overflow."""
    if len(values) > 1000:
        return float("inf")
    return float(len(values) * _lengths(np.sort(values), most).sum(dtype=float))


def _lengths(z: Whole, most: int) -> Whole:
    head = np.concatenate([[0], np.cumsum(z)])
    sizes = np.arange(most + 1)
    return np.asarray(head[-1] - head[len(z) - sizes] - head[sizes] + 1)


def subset_sums(values: Floats, most: int) -> list[Floats]:
    """All sums of the subsets of each size up to `most`, sorted.

    >>> [sums.tolist() for sums in subset_sums(np.array([0.5, 2.0]), 2)]
    [[0.0], [0.5, 2.0], [2.5]]
    """
    rows: list[Floats] = [np.zeros(1)] + [np.zeros(0) for _ in range(most)]
    for value in values.tolist():
        for k in range(most, 0, -1):
            if len(rows[k - 1]):
                rows[k] = np.concatenate([rows[k], rows[k - 1] + value])
    return [np.sort(row) for row in rows]


def difference_row(x: tuple[int, Floats], y: tuple[int, Floats]) -> tuple[int, Floats]:
    """The distribution of s - t for independent s and t, each given as (least value, shares)."""
    (low, p), (least, q) = x, y
    reverse = q[::-1]
    if min(len(p), len(q)) <= 64:
        row = np.convolve(p, reverse)
    else:
        size = len(p) + len(q) - 1
        fast = 1 << (size - 1).bit_length()
        row = np.fft.irfft(np.fft.rfft(p, fast) * np.fft.rfft(reverse, fast), fast)[:size]
        row = np.maximum(row, 0.0)
    return low - (least + len(q) - 1), row


def signed_sums(values: Array) -> tuple[int, Floats]:
    """The distribution of a sum of whole numbers with random signs: its least value, and shares in steps of 2.

    >>> signed_sums(np.array([1, 2]))
    (-3, array([0.25, 0.25, 0.25, 0.25]))
    """
    size = np.sort(np.abs(np.asarray(values, dtype=np.int64)))
    total = int(size.sum())
    shares = np.zeros(total + 1)
    shares[0] = 1.0
    top = 0
    for value in size.tolist():
        grown = shares[: top + 1] * 0.5
        shares[: top + 1] = grown
        shares[value : value + top + 1] += grown
        top += value
    return -total, shares


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


class Moves(ABC):
    """The distribution of the fall V over rearrangements."""

    def at_most(self, shift: float, fall: float) -> float:
        """P(V <= fall) when the supposed shift is `shift`."""
        return self.share(shift, fall, -1)

    def at_least(self, shift: float, fall: float) -> float:
        """P(V >= fall) when the supposed shift is `shift`."""
        return self.share(shift, fall, 1)

    @abstractmethod
    def share(self, shift: float, fall: float, side: int) -> float:
        """The share of falls at or above `fall` (side 1), or at or below it (side -1)."""


class GridMoves(Moves):
    """Exact, for values on a grid: rows of (least U, shares) by number of moved cases, and their weights."""

    def __init__(
        self, rows: list[tuple[int, Floats]], weights: Floats, *, factor: float, per: float, base: float = 0.0
    ) -> None:
        self.per, self.base, self.factor = per, base, factor
        self._k = np.arange(len(rows))
        self._weights = weights
        self._least = np.array([least for least, _ in rows])
        self._length = np.array([len(row) for _, row in rows])
        self._start = np.concatenate([[0], np.cumsum(self._length + 1)[:-1]])
        self._below = np.concatenate([np.concatenate([[0.0], np.cumsum(row)]) for _, row in rows])
        self._above = np.concatenate([np.concatenate([np.cumsum(row[::-1])[::-1], [0.0]]) for _, row in rows])
        self._close = 1e-10 + 1e-13 * float(np.abs(self._least).max() + self._length.max())

    def share(self, shift: float, fall: float, side: int) -> float:
        """By the cumulated shares of each number of moved cases."""
        edge = (self._k * (shift - self.base) + fall / self.factor) * self.per - side * self._close
        count = np.ceil(edge) - self._least if side > 0 else np.floor(edge) - self._least + 1
        place = self._start + np.clip(count, 0, self._length).astype(np.int64)
        return _tidy(float(self._weights @ (self._above if side > 0 else self._below)[place]))


class ListedMoves(Moves):
    """Exact, for any values of two samples: sorted subset sums of each, met in the middle."""

    def __init__(self, x: Floats, y: Floats, *, factor: float) -> None:
        most = min(len(x), len(y))
        self.factor = factor
        middle = float(np.concatenate([x, y]).mean())
        self._pairs = list(zip(subset_sums(x - middle, most), subset_sums(y - middle, most), strict=True))
        self._total = math.comb(len(x) + len(y), len(x))
        self._close = 1e-12 * float(np.abs(x - middle).sum() + np.abs(y - middle).sum())

    def share(self, shift: float, fall: float, side: int) -> float:
        """By counting pairs of sums."""
        count = 0
        for k, (s, t) in enumerate(self._pairs):
            limit = k * shift + fall / self.factor - side * self._close
            below = int(np.searchsorted(s, t + limit, side="left" if side > 0 else "right").sum())
            count += len(s) * len(t) - below if side > 0 else below
        return count / self._total


class FlippedMoves(Moves):
    """Exact, for any paired differences: all sums of flipped ones, met in the middle."""

    def __init__(self, differences: Floats) -> None:
        self._d = differences
        self.factor = 2 / len(differences)
        self._close = 1e-12 * float(np.abs(differences).sum())
        self._last: tuple[float, Floats, Floats] | None = None

    def share(self, shift: float, fall: float, side: int) -> float:
        """By counting pairs of sums of the two halves."""
        if self._last is None or self._last[0] != shift:
            d, half = self._d - shift, len(self._d) // 2
            self._last = shift, _all_sums(d[:half]), _all_sums(d[half:])
        _, s, t = self._last
        limit = fall / self.factor - side * self._close
        below = int(np.searchsorted(s, limit - t[::-1], side="left" if side > 0 else "right").sum())
        return 1 - below / (len(s) * len(t)) if side > 0 else below / (len(s) * len(t))


@dataclass(frozen=True)
class DrawnMoves(Moves):
    """Monte Carlo: the statistic of each drawn rearrangement, and the share of a shift that each carries.

    The observed arrangement is counted as one more draw, so that p is (b + 1) / (m + 1).
    """

    observed: float
    drawn: Floats
    carried: Floats
    close: float

    def share(self, shift: float, fall: float, side: int) -> float:
        """By counting draws."""
        falls = (self.observed - shift) - (self.drawn - shift * self.carried)
        return (int((side * falls >= side * fall - self.close).sum()) + (side * fall <= 0)) / (len(falls) + 1)


def two_sample_moves(x: Grid, y: Grid) -> GridMoves:
    """The exact moves of two samples on one grid."""
    m, n = len(x.steps), len(y.steps)
    most = min(m, n)
    sides = zip(subset_rows(x.steps, most), subset_rows(y.steps, most), strict=True)
    rows = [difference_row(a, b) for a, b in sides]
    total = math.comb(m + n, m)
    weights = np.array([math.comb(m, k) * math.comb(n, k) / total for k in range(most + 1)])
    return GridMoves(rows, weights, factor=1 / m + 1 / n, per=x.per)


def paired_moves(differences: Grid) -> GridMoves:
    """The exact moves of paired differences on a grid."""
    n = len(differences.steps)
    rows = subset_rows(differences.steps, n)
    weights = np.array([math.comb(n, k) / 2**n for k in range(n + 1)])
    return GridMoves(rows, weights, factor=2 / n, per=differences.per, base=differences.base)


def far_tail(x: Codes, y: Codes, least_moved: int, side: int) -> float:
    """P(U <= least_moved) for side -1, P(U >= least_moved) for side 1: accurate however small.

    The shares in `GridMoves` are good to about 1e-15; a p below 1e-3 is summed again from positive terms here.
    """
    m, n = len(x), len(y)
    most = min(m, n)
    total = math.comb(m + n, m)
    out = 0.0
    for k, ((low, p), (least, q)) in enumerate(zip(subset_rows(x, most), subset_rows(y, most), strict=True)):
        if side < 0:  # t >= s - limit
            tail = np.concatenate([np.cumsum(q[::-1])[::-1], [0.0]])
            place = low + np.arange(len(p)) - least_moved - least
        else:  # t <= s - limit
            tail = np.concatenate([[0.0], np.cumsum(q)])
            place = low + np.arange(len(p)) - least_moved - least + 1
        weight = math.comb(m, k) * math.comb(n, k) / total
        out += weight * float(p @ tail[np.clip(place, 0, len(q))])
    return out


def _tidy(share: float) -> float:
    """A share that rounding left beside one half or 1, put there."""
    for exact in (0.5, 1.0):
        if abs(share - exact) < 1e-13:
            return exact
    return share


def _all_sums(values: Floats) -> Floats:
    """All subset sums, sorted."""
    sums = np.zeros(1)
    for value in values.tolist():
        sums = np.sort(np.concatenate([sums, sums + value]), kind="stable")
    return sums
