"""A mean of losses, in which the expensive mistake that was not drawn is drawn once."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import betainc, ndtr, ndtri

from referee.core.evidence import Evidence, Limits
from referee.core.tables import all_finite, pieces
from referee.core.types import Codes, Floats
from referee.inference._solve import near_root

UNSEEN = "Dirichlet weights and one unseen case"
INFLUENCE = "gamma weights on the influence of cases"

LossesOf = Callable[[slice], Floats]
"""The losses of some rows."""

NEAR_MEAN = 1e-3
"""The distance from the mean, in standard deviations, below which a saddlepoint formula is taken as a series."""

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
    cluster, and the unseen case has the largest weight: `size` is what it weighs at best and at worst. The bound is
    proved in special cases only; its coverage is measured. References: gaffke2005, learnedmiller2019.

    A row of size 0 adds to the sum of losses alone, as a negative case does to a mean over positive ones. The unseen
    case has a gamma(`shape`) weight; `outside` is what half an unseen case of size 0 adds at best and at worst. Of
    `either` there is one alone on each side, the one that pushes the value further. `bias` is how far the value lies
    too high in samples: the limits are moved by it, and still hold the value.

    >>> found = UnseenLoss.of_losses(np.array([0.0] * 7 + [1.0] * 3), None, (0.0, 1.0))
    >>> [round(x, 4) for x in found.limits(0.025)]
    [0.0667, 0.6525]
    """

    losses: Floats
    sizes: Floats
    times: Floats
    best: float
    worst: float
    size: Limits = (1.0, 1.0)
    shape: float = 1.0
    outside: Limits = (0.0, 0.0)
    bias: float = 0.0
    either: bool = False

    @classmethod
    def of_losses(cls, losses: Floats, times: Floats | Codes | None, ends: tuple[float, float]) -> UnseenLoss:
        """Of single cases; `times` says how many cases a row stands for."""
        return cls.of_rows(losses.__getitem__, len(losses), times, ends)

    @classmethod
    def of_rows(
        cls, losses: LossesOf, n: int, times: Floats | Codes | None, ends: tuple[float, float]
    ) -> UnseenLoss:
        """As `of_losses`, of losses that are made for some of the n rows at a time and never held together."""
        z, k = join_rows(losses, n, None if times is None else np.asarray(times, dtype=float))
        return cls(z, np.ones(len(z)), k, *ends)

    @classmethod
    def of_weighted(cls, losses: Floats, weights: Floats, ends: tuple[float, float]) -> UnseenLoss:
        """Of cases with importance weights: each counts once, by its weight, and the unseen one has the largest."""
        held = weights > 0
        w = weights[held] / weights[held].mean()
        return cls(*_join_weighted_losses(losses[held], w), *ends, size=(float(w.max()), float(w.max())))

    @classmethod
    def of_clusters(cls, losses: Floats, sizes: Floats, ends: tuple[float, float]) -> UnseenLoss:
        """Of clusters: the sum of the losses in each, and its cases; the unseen cluster has their mean size."""
        held = sizes > 0
        mean = float(sizes[held].mean())
        return cls(losses[held], sizes[held], np.ones(int(held.sum())), *ends, size=(mean, mean))

    @property
    def method(self) -> str:
        """The name of the method, as it is printed."""
        return UNSEEN if self.shape == 1 and not any(self.outside) else INFLUENCE

    @property
    def value(self) -> float:
        """The mean loss."""
        return float(self.times @ self.losses / (self.times @ self.sizes))

    def limits(self, tail: float) -> Limits:
        """Both limits; infinite where an unseen case could lose without end."""
        # Limits that meet can cross by the rounding of the root that each of them is.
        low, high = sorted((self._limit(tail, worst=False), self._limit(tail, worst=True)))
        if not self.bias:
            return low, high
        return min(low - self.bias, self.value), max(high - self.bias, self.value)

    def below(self, t: float, *, worst: bool) -> float:
        """P(mean <= t) with the unseen case at its worst loss, or at its best."""
        end = self._end(worst)
        if math.isinf(end):
            return 0.0 if end > 0 else 1.0
        losses, sizes, times = self._with_unseen(worst)
        return _below(losses - t * sizes, times)[0]

    def p_value(self, alternative: str) -> float:
        """The p of a mean of 0, read off the limits."""
        above, under = self.below(self.bias, worst=False), 1 - self.below(self.bias, worst=True)
        if self.bias:  # limits that hold the value leave out 0 on the side of the value only
            above, under = (
                p if side > 0 else max(p, 0.5) for p, side in ((above, self.value), (under, -self.value))
            )
        return {"greater": above, "less": under, "two-sided": min(1.0, 2 * min(above, under))}[alternative]

    def _end(self, worst: bool) -> float:
        return self.worst if worst else self.best

    def _with_unseen(self, worst: bool) -> tuple[Floats, Floats, Floats]:
        """Losses, sizes and times of the cases and of the unseen ones."""
        end, more, size = self._end(worst), self.outside[worst], self.size[worst]
        losses, sizes, times = [size * end], [size], [self.shape]
        if self.either and abs(more) > size * abs(end - self.value):
            losses, sizes = [more], [0.0]
        elif more and not self.either:
            losses, sizes, times = [*losses, more], [*sizes, 0.0], [*times, 0.5]
        return np.append(self.losses, losses), np.append(self.sizes, sizes), np.append(self.times, times)

    def _limit(self, tail: float, *, worst: bool) -> float:
        """The limit on one side."""
        end, side = self._end(worst), 1 if worst else -1
        if math.isinf(end):
            return end
        losses, sizes, times = self._with_unseen(worst)
        total = float(times @ sizes)
        mean = float(times @ losses) / total
        spread = math.sqrt(float(times @ (losses - mean * sizes) ** 2)) / total
        if spread <= 1e-15 * abs(mean):
            return end
        # Normal quantiles of the probability are nearly a line in t, so that the search needs few steps.
        wanted = _quantile(tail if side < 0 else 1 - tail)
        saddles: list[tuple[float, float]] = []

        def gap(t: float) -> float:
            found, saddle = _below(losses - t * sizes, times, _extrapolate(saddles, t))
            saddles.append((t, saddle))
            return _quantile(found) - wanted

        low, high = -math.inf, math.inf
        if (sizes > 0).all():  # a mean lies within what it is a mean of
            rates = losses / sizes
            low, high = float(rates.min()), float(rates.max())
        normal = float(np.clip(mean + side * min(-float(ndtri(tail)), 40.0) * spread, low, high))
        return near_root(gap, normal, spread, low, high)


def _quantile(p: float) -> float:
    """The normal quantile, within 40 of 0: a probability that rounds to 0 or 1 has one too."""
    return min(max(float(ndtri(p)), -40.0), 40.0)


def _extrapolate(points: list[tuple[float, float]], t: float) -> float:
    """The saddlepoint at t on the line through the last two, as a start for its search."""
    if len(points) < 2 or points[-1][0] == points[-2][0]:
        return points[-1][1] if points else 0.0
    (t0, s0), (t1, s1) = points[-2:]
    return s1 + (t - t1) * (s1 - s0) / (t1 - t0)


def join_losses(losses: Floats, times: Floats | None) -> tuple[Floats, Floats]:
    """Equal losses joined, and where they are still many, neighbouring ones at their mean; `times` is 1 when None."""
    return join_rows(losses.__getitem__, len(losses), times)


def join_rows(losses: LossesOf, n: int, times: Floats | None) -> tuple[Floats, Floats]:
    """As `join_losses`, of the losses of n rows that are made piece by piece, and twice where they are many."""
    # many different ones among the first are many: no need to sort them all
    many = len(np.unique(losses(slice(0, min(n, 4 * MOST_LOSSES))))) > MOST_LOSSES
    ends = [(float(own.min()), float(own.max())) for own in map(losses, pieces(n))] if many else []
    low, high = min((end for end, _ in ends), default=0.0), max((end for _, end in ends), default=math.inf)
    if not math.isfinite(high - low):
        z, place = np.unique(np.concatenate([losses(slice(0)), *map(losses, pieces(n))]), return_inverse=True)
        k = np.bincount(place, weights=times, minlength=len(z)).astype(float)
        return (z, k) if len(z) <= MOST_LOSSES or not all_finite(z) else join_rows(z.__getitem__, len(z), k)
    sums, counts = np.zeros((2, MOST_LOSSES))
    for rows in pieces(n):
        own = losses(rows)
        copies = np.ones(len(own)) if times is None else times[rows]
        cell = np.minimum(((own - low) / (high - low) * MOST_LOSSES).astype(np.int64), MOST_LOSSES - 1)
        sums += np.bincount(cell, weights=copies * own, minlength=MOST_LOSSES)
        counts += np.bincount(cell, weights=copies, minlength=MOST_LOSSES)
    held = counts > 0
    return sums[held] / counts[held], counts[held]


def _join_weighted_losses(losses: Floats, weights: Floats) -> tuple[Floats, Floats, Floats]:
    """Weighted losses, weights, and how often each occurs; where they are many, neighbours by both at their means."""
    if len(losses) <= MOST_LOSSES:
        return weights * losses, weights, np.ones(len(losses))
    edges = [np.quantile(column, np.linspace(0, 1, 129)[1:-1]) for column in (losses, weights)]
    cell = np.searchsorted(edges[0], losses) * 128 + np.searchsorted(edges[1], weights)
    _, place, times = np.unique(cell, return_inverse=True, return_counts=True)
    sums = [np.bincount(place, weights=column) for column in (weights * losses, weights)]
    return sums[0] / times, sums[1] / times, times.astype(float)


def _below(a: Floats, k: Floats, near: float = 0.0) -> tuple[float, float]:
    """P(sum of gamma(k_i) a_i <= 0), by Lugannani and Rice's saddlepoint formula, and the saddlepoint.

    The probability is exact for two values. A saddlepoint is found in fewer steps from one that is `near`.

    The saddlepoint solves sum k a / (1 - s a) = 0 between the poles 1 / min a < 0 and 1 / max a > 0, where the left
    side rises with s: Newton steps, halved where they leave the bracket.
    """
    low, high = float(a.min()), float(a.max())
    if high <= 0 or low >= 0:
        return float(high <= 0), near
    ends = (a == low) | (a == high)
    if ends.all():  # sum <= 0 means that the gamma at the low end outweighs the other: a beta probability
        first, second = float(k[a == low].sum()), float(k[a == high].sum())
        return float(betainc(second, first, -low / (high - low))), near
    left, right = 1 / low, 1 / high
    s = near if left < near < right else 0.0
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
    w = math.copysign(math.sqrt(max(2 * float(k @ np.log1p(-s * a)), 0.0)), s)
    between = 1 / w - 1 / u if min(abs(u), abs(w)) >= NEAR_MEAN else math.nan
    if math.isnan(between):
        # Next to the mean w and the difference are lost in rounding: both are series in u there.
        skew, tails = 2 * float(k @ ratio**3) / bend**1.5, 6 * float(k @ ratio**4) / bend**2
        w = u * math.sqrt(1 - u * skew / 3 + u * u * tails / 12)
        between = skew / 6 + u * (skew * skew - tails) / 24
    found = float(ndtr(w)) + math.exp(-w * w / 2) / math.sqrt(2 * math.pi) * between
    return min(1.0, max(0.0, found)), s
