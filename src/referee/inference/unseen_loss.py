"""A mean of losses, in which the expensive mistake that was not drawn is drawn once."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import betainc, ndtr, ndtri

from referee.core.evidence import Evidence, Limits
from referee.core.types import Codes, Floats
from referee.inference._solve import root

MOST_LOSSES = 8192
"""Distinct losses that are kept; more are joined into cells at their mean, which hardly moves a limit."""


@dataclass(frozen=True)
class UnseenLoss(Evidence):
    """Losses, how many cases share each, and what an unseen case could have lost at best and at worst.

    With Dirichlet(1, ..., 1) weights on the n losses and one unseen case, the limits are the quantiles of the weighted
    mean: the lower one with the unseen case at its best loss, the upper one at its worst. Of losses 0 and 1 they are
    Clopper and Pearson's. The weights are a ratio of exponentials, so P(mean <= t) = P(sum E_i (z_i - t) <= 0): no
    draws are needed, and the order of rows does not matter. k cases that share a loss are one gamma(k). Whole clusters
    have one weight each: `losses` are then sums and `sizes` the cases in each; with importance weights a case is such a
    cluster, and the unseen case has the largest weight. The bound is proved in special cases only; its coverage is
    measured. References: gaffke2005, learnedmiller2019.

    >>> found = UnseenLoss.of_losses(np.array([0.0] * 7 + [1.0] * 3), None, (0.0, 1.0))
    >>> [round(x, 4) for x in found.limits(0.025)]
    [0.0667, 0.6525]
    """

    losses: Floats
    sizes: Floats
    times: Floats
    best: float
    worst: float
    size: float = 1.0

    @classmethod
    def of_losses(cls, losses: Floats, times: Floats | Codes | None, ends: tuple[float, float]) -> UnseenLoss:
        """Of single cases; `times` says how many cases a row stands for."""
        z, k = join_losses(losses, np.ones(len(losses)) if times is None else np.asarray(times, dtype=float))
        return cls(z, np.ones(len(z)), k, *ends)

    @classmethod
    def of_weighted(cls, losses: Floats, weights: Floats, ends: tuple[float, float]) -> UnseenLoss:
        """Of cases with importance weights: each counts once, by its weight, and the unseen one has the largest."""
        held = weights > 0
        w = weights[held] / weights[held].mean()
        return cls(*_join_weighted_losses(losses[held], w), *ends, size=float(w.max()))

    @classmethod
    def of_clusters(cls, losses: Floats, sizes: Floats, ends: tuple[float, float]) -> UnseenLoss:
        """Of clusters: the sum of the losses in each, and its cases; the unseen cluster has their mean size."""
        held = sizes > 0
        return cls(losses[held], sizes[held], np.ones(int(held.sum())), *ends, size=float(sizes[held].mean()))

    @property
    def value(self) -> float:
        """The mean loss."""
        return float(self.times @ self.losses / (self.times @ self.sizes))

    def limits(self, tail: float) -> Limits:
        """Both limits; infinite where an unseen case could lose without end."""
        return self._limit(self.best, tail, -1), self._limit(self.worst, tail, 1)

    def below(self, t: float, end: float) -> float:
        """P(mean <= t) with the unseen case at a loss `end`."""
        if math.isinf(end):
            return 0.0 if end > 0 else 1.0
        a = np.append(self.losses - t * self.sizes, self.size * (end - t))
        return _below(a, np.append(self.times, 1.0))

    def p_value(self, alternative: str) -> float:
        """The p of a mean of 0, read off the limits."""
        above, under = self.below(0.0, self.best), 1 - self.below(0.0, self.worst)
        return {"greater": above, "less": under, "two-sided": min(1.0, 2 * min(above, under))}[alternative]

    def _limit(self, end: float, tail: float, side: int) -> float:
        """The limit on one side."""
        if math.isinf(end):
            return end
        rates = np.append(self.losses / self.sizes, end)
        low, high = float(rates.min()), float(rates.max())
        if low == high:
            return end
        total = np.append(self.times * self.sizes, self.size)
        mean = float(total @ rates / total.sum())
        spread = math.sqrt(float(total @ (rates - mean) ** 2) / total.sum() / (self.times.sum() + 1))
        start = float(np.clip(mean + side * -float(ndtri(tail)) * spread, low, high))
        share = tail if side < 0 else 1 - tail

        def gap(t: float) -> float:
            return self.below(t, end) - share

        # widen from the normal limit until the limit is bracketed
        left = right = start
        step = max(spread / 4, 1e-300)
        while gap(left) > 0 and left > low:
            left, step = max(low, left - step), 2 * step
        step = max(spread / 4, 1e-300)
        while gap(right) < 0 and right < high:
            right, step = min(high, right + step), 2 * step
        return left if left == right else root(gap, left, right)


def join_losses(losses: Floats, times: Floats) -> tuple[Floats, Floats]:
    """Equal losses joined, and where they are still many, neighbouring ones at their mean."""
    z, place = np.unique(losses, return_inverse=True)
    k = np.bincount(place, weights=times, minlength=len(z))
    if len(z) <= MOST_LOSSES or not np.isfinite(z).all():
        return z, k.astype(float)
    cell = np.minimum(((z - z[0]) / (z[-1] - z[0]) * MOST_LOSSES).astype(np.int64), MOST_LOSSES - 1)
    sums, counts = np.bincount(cell, weights=k * z), np.bincount(cell, weights=k)
    held = counts > 0
    return (sums[held] / counts[held]).astype(float), counts[held].astype(float)


def _join_weighted_losses(losses: Floats, weights: Floats) -> tuple[Floats, Floats, Floats]:
    """Weighted losses, weights, and how often each occurs; where they are many, neighbours by both at their means."""
    if len(losses) <= MOST_LOSSES:
        return weights * losses, weights, np.ones(len(losses))
    edges = [np.quantile(column, np.linspace(0, 1, 129)[1:-1]) for column in (losses, weights)]
    cell = np.searchsorted(edges[0], losses) * 128 + np.searchsorted(edges[1], weights)
    _, place, times = np.unique(cell, return_inverse=True, return_counts=True)
    sums = [np.bincount(place, weights=column) for column in (weights * losses, weights)]
    return sums[0] / times, sums[1] / times, times.astype(float)


def _below(a: Floats, k: Floats) -> float:
    """P(sum of gamma(k_i) a_i <= 0), by Lugannani and Rice's saddlepoint formula; exact for two values.

    The saddlepoint solves sum k a / (1 - s a) = 0 between the poles 1 / min a < 0 and 1 / max a > 0, where the left
    side rises with s: Newton steps, halved where they leave the bracket.
    """
    low, high = float(a.min()), float(a.max())
    if high <= 0 or low >= 0:
        return float(high <= 0)
    ends = (a == low) | (a == high)
    if ends.all():  # sum <= 0 means that the gamma at the low end outweighs the other: a beta probability
        first, second = float(k[a == low].sum()), float(k[a == high].sum())
        return float(betainc(second, first, -low / (high - low)))
    left, right, s = 1 / low, 1 / high, 0.0
    for _ in range(100):
        ratio = a / (1 - s * a)
        slope, bend = float(k @ ratio), float(k @ (ratio * ratio))
        left, right = (left, s) if slope > 0 else (s, right)
        after = s - slope / bend
        after = after if left < after < right else (left + right) / 2
        done = abs(after - s) * math.sqrt(bend) < 1e-10
        s = after
        if done:
            break
    ratio = a / (1 - s * a)
    bend = float(k @ (ratio * ratio))
    u = s * math.sqrt(bend)
    if abs(u) < 1e-4:  # both terms of the formula blow up here; their limit is the correction for skewness
        skew = 2 * float(k @ ratio**3) / bend**1.5
        return 0.5 + skew / (6 * math.sqrt(2 * math.pi))
    w = math.copysign(math.sqrt(max(2 * float(k @ np.log1p(-s * a)), 0.0)), s)
    found = float(ndtr(w)) + math.exp(-w * w / 2) / math.sqrt(2 * math.pi) * (1 / w - 1 / u)
    return min(1.0, max(0.0, found))
