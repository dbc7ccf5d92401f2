"""What each case adds to a value: the variance of the value, its limits, and its evidence with unseen cases."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import expit, logit

from referee._quantile import quantile
from referee.core import Ranking
from referee.core.cases import Cases
from referee.core.evidence import Limits
from referee.core.types import Bools, Codes, Floats
from referee.inference.delong_variance import squared_weights
from referee.inference.proportion import beta_limits
from referee.inference.unseen_loss import UnseenLoss, join_losses
from referee.inference.weighted_share import Weights, weighted_limits

ALIKE = 1.5
"""Weights that differ by no more than this factor are alike."""

ROUNDING = 1e-12
"""A side of a share that is not larger is empty, and a case that pushes no further does not push."""

LEAST = 1e-15
"""The tail beyond which limits are not looked for."""

HALF = 0.5
"""The gamma shape of an unseen positive case."""


def logit_limits(share: float, variance: float, z: float) -> Limits:
    """Limits of a share with a variance, by way of its logit, for a quantile.

    >>> [round(x, 4) for x in logit_limits(0.5, 0.01, 2.0)]
    [0.31, 0.69]
    """
    if math.isnan(variance):
        return math.nan, math.nan
    if not variance:
        return share, share
    half = z * math.sqrt(variance) / (share * (1 - share))
    return float(expit(logit(share) - half)), float(expit(logit(share) + half))


def projected_variance(cases: Cases, influence: Floats) -> tuple[float, float]:
    """The variance of a value from the influence of each row, and Satterthwaite's degrees of freedom.

    The sum of squares of the influences: about the mean of each class with the factor m / (m - 1) of its m cases, plus
    the squares of the means, by which a value depends on the class shares. Importance weights multiply the
    influence, with Kish's m; of whole groups the influences are added up first. A class of one case shows no spread,
    and gets the mean spread of a case in the other classes.
    References: delong1988, obuchowski1997, efron1993.

    >>> cases = Cases(np.array([0, 0, 1, 1]), np.zeros((4, 2)), ("a", "b"))
    >>> [round(x, 4) for x in projected_variance(cases, np.array([0.1, -0.1, 0.2, -0.2]))]
    [0.2, 1.4706]
    """
    if cases.groups is not None:
        pushes = np.bincount(cases.groups, weights=cases.mass * influence)
        return len(pushes) / (len(pushes) - 1) * float(pushes @ pushes), len(pushes) - 1.0
    mass, truth, k = cases.mass, cases.truth, len(cases.labels)
    squares = mass if cases.weights is None else mass**2
    means = np.bincount(truth, weights=mass * influence, minlength=k) / cases.placements.sizes
    within = np.bincount(truth, weights=squares * (influence - means[truth]) ** 2, minlength=k)
    free = np.maximum(cases.sizes - 1, ROUNDING)
    seen = free > ROUNDING
    parts = within * (free + 1) / free
    if seen.any():
        parts[~seen & (cases.sizes > 0)] = (parts[seen] * cases.sizes[seen]).mean()
    variance = float(parts.sum() + squares @ means[truth] ** 2)
    lost = float((parts**2 / np.maximum(free, 1.0)).sum())
    return variance, variance**2 / lost if lost else math.inf


def projected_limits(value: float, variance: float, df: float, fewest: float) -> Callable[[float], Limits]:
    """Limits of a share for a tail: the wider of Student's t on the logit scale and of Clopper and Pearson's.

    The latter are at the number of cases whose share would vary as much, and not at fewer than the `fewest` of a class,
    which stand alone where the value is 0 or 1.

    >>> [round(x, 4) for x in projected_limits(0.8, 0.0016, 30.0, 5)(0.025)]
    [0.7059, 0.8733]
    """

    def limits(tail: float) -> Limits:
        if not ROUNDING < value < 1 - ROUNDING:
            return beta_limits(round(value), fewest, tail)
        ends = logit_limits(value, variance, -quantile(tail, df))
        exact = beta_limits(value, max(fewest, value * (1 - value) / variance), tail)
        return min(value, ends[0], exact[0]), max(value, ends[1], exact[1])

    return limits


def influence_evidence(
    value: float,
    pushes: Floats,
    positive: Bools,
    ends: Limits,
    *,
    times: Floats | Codes | None = None,
    weights: Floats | None = None,
    groups: Codes | None = None,
    outside: Limits = (0.0, 0.0),
) -> UnseenLoss:
    """The limits of a mean over the positive cases that the others push too.

    With P the positives and phi_i the `pushes`, what a unit of weight of each row adds to the value, the value is
    sum w_i a_i / sum w_i y_i, where a_i = y_i value + P phi_i, and its derivatives by the weights are the phi_i. Each
    case gets an exponential weight (a row that stands for k cases gamma(k), a cluster one for all its cases), and half
    an unseen positive case, or cluster, is at the end of the range: a value near its end, or two models that rank
    nearly all cases alike, show none of the spread that others would. Where half an unseen negative case that pushes by
    `outside` would move the value further, it is in its place. With importance weights the unseen case is a whole and a
    heavy one, and half an unseen negative one, as heavy, is beside it: where the weight depends on the truth or on the
    answer, the heavy cases may not have been drawn. Ours; `python -m tools.validity worlds --family
    ranking_differences --family weights` measures it.

    >>> pushes, positive = np.array([0.05] * 5 + [-0.05] * 5), np.array([True] * 10)
    >>> found = influence_evidence(0.5, pushes, positive, (0.0, 1.0))
    >>> found.value, [round(x, 3) for x in found.limits(0.025)]
    (0.5, [0.199, 0.801])
    """
    mass = np.ones(len(pushes)) if weights is None else weights
    count = np.ones(len(pushes)) if times is None else np.asarray(times, dtype=float)
    total = float((count * mass) @ positive)
    held, more = positive * value + total * pushes, (total * outside[0], total * outside[1])
    if groups is not None:
        losses, sizes = (np.bincount(groups, weights=count * mass * x).astype(float) for x in (held, positive))
        size, one = float(sizes[sizes > 0].mean()), np.ones(len(losses))
        return UnseenLoss(losses, sizes, one, *ends, size=(size, size), shape=HALF, outside=more, either=True)
    if weights is None:
        parts = [join_losses(held[side], count[side]) for side in (positive, ~positive)]
        sizes = np.concatenate([np.full(len(z), y) for (z, _), y in zip(parts, (1.0, 0.0), strict=True)])
        losses, counts = (np.concatenate(columns) for columns in zip(*parts, strict=True))
        return UnseenLoss(losses, sizes, counts, *ends, shape=HALF, outside=more, either=True)
    heavy = unseen_weights(mass, count, positive)
    more = (heavy[1] * more[0], heavy[1] * more[1])
    return UnseenLoss(mass * held, mass * positive, count, *ends, size=(heavy[0], heavy[0]), outside=more)


def unseen_weights(mass: Floats, count: Floats, positive: Bools) -> Limits:
    """The weight of an unseen positive and of an unseen negative case.

    It is sum w^2 / sum w, the mean weight of the case that a unit of weight belongs to: of its own class where weights
    are alike within each, for they belong to it; else they hang on the answer, and a case of either class may weigh
    what one of the heavier class does.

    >>> unseen_weights(np.array([1.0, 1.0, 7.0]), np.ones(3), np.array([True, True, False]))
    (1.0, 7.0)
    """
    sides = [side & (mass > 0) for side in (positive, ~positive)]
    sums = [float(count[side] @ mass[side]) for side in sides]
    heavy = [
        float(count[side] @ mass[side] ** 2) / total if total else 0.0
        for side, total in zip(sides, sums, strict=True)
    ]
    if all(mass[side].max(initial=0.0) <= 1.5 * mass[side].min(initial=np.inf) for side in sides):
        return heavy[0], heavy[1]
    return max(heavy), max(heavy)


@dataclass(frozen=True)
class WeightedInfluence:
    """A value between 0 and 1 as a share of weights: what pushes it up against what pushes it down.

    With phi what a unit of weight adds to the value v, a case of weight w that pushes down is w |phi| / v of the side
    1 - v, and one that pushes up is w phi / (1 - v) of the side v: of a plain share those are the shares of the cases
    themselves. The squares of the seen cases give each side its spread, an unseen case is the one that pushes furthest
    (`furthest_pushes`), and `weighted_limits` makes the limits.

    `unequal` is 0 where all weights are equal and 1 where the heaviest case weighs twice the lightest: by so much of
    the way are other limits widened to these. Ours; `python -m tools.validity worlds --family weights` measures it.
    """

    own: Weights
    rest: Weights
    unequal: float

    @classmethod
    def of_ranking(cls, value: float, ranking: Ranking, pushes: tuple[Floats, Floats]) -> WeightedInfluence:
        """Of a ranking with weights: what a unit of weight of a positive and of a negative case adds at each score."""
        far, (mass, squares) = furthest_pushes(ranking, pushes), _masses(ranking)
        held = mass > 0
        weights = squares[held] / mass[held]
        push = np.concatenate(pushes)[held]
        alone = float(squares[: len(ranking.positives)].sum() / ranking.n_positive**2)
        sides = []
        for side, other, sign, end in ((value, 1 - value, 1.0, far[1]), (1 - value, value, -1.0, far[0])):
            if side <= ROUNDING:
                sides.append(Weights(0.0, 0.0, end / other))
                continue
            away = sign * push * mass.sum() > ROUNDING
            if other <= ROUNDING or not away.any():
                sides.append(Weights(side, alone * side**2, alone * side))
                continue
            spread = float((squares[held][away] * push[away] ** 2).sum()) / other**2
            sides.append(Weights(side, spread, max(end / other, spread / side)))
        return cls(sides[0], sides[1], min(1.0, float(weights.max() / weights.min()) - 1))

    def limits(self, tail: float) -> Limits:
        """Both limits for a tail."""
        return weighted_limits(self.own, self.rest, max(tail, LEAST))

    def widen(self, made: Limits, tail: float, also: Limits = (1.0, 0.0)) -> Limits:
        """Limits made another way, not narrower than these (and those of `also`), as far as weights are unequal."""
        low, high = self.limits(tail)
        low, high = min(low, also[0]), max(high, also[1])
        return made[0] - self.unequal * max(0.0, made[0] - low), made[1] + self.unequal * max(0.0, high - made[1])


def furthest_pushes(ranking: Ranking, pushes: tuple[Floats, Floats]) -> Limits:
    """How far an unseen case may push a value down, and how far up.

    It is of either class, at any score, and as heavy as the cases there. Their weight is sum w^2 / sum w over the
    scores that push at least as far: of both classes, or of its own where the weights of each class are alike.

    >>> r = Ranking.from_scores([1, 0, 0], [3, 2, 1], positive=1, weights=[1.0, 1.0, 9.0])
    >>> furthest_pushes(r, (np.array([0.0, 0.0, -0.1]), np.zeros(3)))
    (0.9, 0.0)
    """
    mass, squares = (column.reshape(2, -1) for column in _masses(ranking))
    if not _alike_in_classes(mass, squares):
        mass, squares = (np.broadcast_to(column.sum(axis=0), column.shape) for column in (mass, squares))
    far = [0.0, 0.0]
    for push, own, own_squares in zip(pushes, mass, squares, strict=True):
        for side, sign in enumerate((-1, 1)):
            order = np.argsort(-sign * push, kind="stable")
            reach, total = sign * push[order], np.cumsum(own[order])
            # scores that push as far, but for rounding, count together
            last = np.append(np.diff(reach) < -ROUNDING * np.abs(push).max(), True) & (total > 0)
            weight, reach = np.cumsum(own_squares[order])[last] / total[last], reach[last]
            # without a case at the very end, the next ones say how heavy it would be
            reach[:1] = sign * push[order[0]]
            far[side] = max(far[side], float((reach * weight).max(initial=0.0)))
    return far[0], far[1]


def _masses(ranking: Ranking) -> tuple[Floats, Floats]:
    """The sums of the weights, and of their squares, of the positives at each score and then of the negatives."""
    return np.concatenate([ranking.positives, ranking.negatives]), np.concatenate(squared_weights(ranking))


def _alike_in_classes(mass: Floats, squares: Floats) -> bool:
    """Whether the weights of each class are alike, one row per class: they then belong to it."""
    for own, own_squares in zip(mass, squares, strict=True):
        weights = own_squares[own > 0] / own[own > 0]
        if len(weights) and weights.max() > ALIKE * weights.min():
            return False
    return True
