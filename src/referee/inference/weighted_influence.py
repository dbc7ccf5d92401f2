"""A value of weighted cases as a share of weights, from what each case adds to it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.core import Ranking
from referee.core.evidence import Limits
from referee.core.types import Floats
from referee.inference.delong_variance import squared_weights
from referee.inference.weighted_share import Weights, weighted_limits

ALIKE = 1.5
"""Weights that differ by no more than this factor are alike."""

ROUNDING = 1e-12
"""A side of a share that is not larger is empty, and a case that pushes no further does not push."""

LEAST = 1e-15
"""The tail beyond which limits are not looked for."""


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
