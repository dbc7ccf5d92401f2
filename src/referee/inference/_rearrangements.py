"""Exact tests: what a rearrangement does to a difference of means.

Let D be the observed difference and d a supposed one: subtract d from every x (or from every paired difference).
A rearrangement that moves k cases, whose values differ by U in sum, gives the statistic e - f (U - k d), with
e = D - d and f a constant of the design. So one table of (k, U) answers for all d, and the test can be inverted
without rearranging again. The fall of the statistic is V = f (U - k d).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from referee.core.types import Codes, Floats
from referee.inference._subset_sums import Grid, all_sums, difference_row, subset_rows, subset_sums


class Moves(Protocol):
    """The distribution of the fall V over rearrangements."""

    def share(self, shift: float, fall: float, side: int) -> float:
        """P(V >= fall) on side 1, P(V <= fall) on side -1, when the supposed shift is `shift`."""


class GridMoves:
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


class ListedMoves:
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


class FlippedMoves:
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
            self._last = shift, all_sums(d[:half]), all_sums(d[half:])
        _, s, t = self._last
        limit = fall / self.factor - side * self._close
        below = int(np.searchsorted(s, limit - t[::-1], side="left" if side > 0 else "right").sum())
        return 1 - below / (len(s) * len(t)) if side > 0 else below / (len(s) * len(t))


@dataclass(frozen=True)
class DrawnMoves:
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
        below, above = np.concatenate([[0.0], np.cumsum(q)]), np.concatenate([np.cumsum(q[::-1])[::-1], [0.0]])
        tail = above if side < 0 else below  # t >= s - limit, or t <= s - limit
        place = low + np.arange(len(p)) - least_moved - least + (side > 0)
        weight = math.comb(m, k) * math.comb(n, k) / total
        out += weight * float(p @ tail[np.clip(place, 0, len(q))])
    return out


def _tidy(share: float) -> float:
    """A share that rounding left beside one half or 1, put there."""
    for exact in (0.5, 1.0):
        if abs(share - exact) < 1e-13:
            return exact
    return share
