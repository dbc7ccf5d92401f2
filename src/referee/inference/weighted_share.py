"""Limits of a share of weights, such as the precision of weighted cases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from scipy.special import betaincinv

from referee.core import ConfusionMatrix, Interval
from referee.core.types import Counts, Values


class Weights(NamedTuple):
    """The weights on one side of a share: their sum, the sum of their squares, and the weight of an unseen case."""

    total: float
    squares: float
    unseen: float

    @property
    def usual(self) -> Weights:
        """The same where an unseen case would weigh as much as the seen ones."""
        return self._replace(unseen=self.squares / self.total) if self.total > 0 else self

    @property
    def gamma(self) -> tuple[float, float]:
        """Shape and scale of the gamma distribution with the mean and variance of the sum and half an unseen case."""
        total, squares = self.total + self.unseen / 2, self.squares + self.unseen**2 / 2
        return total**2 / squares, squares / total


def weighted_limits(own: Weights, rest: Weights, tail: float) -> tuple[float, float]:
    """Limits of a share of weights, own / (own + rest), from what is known of the weights of each side.

    Kish's number of cases is right where a weight does not depend on the answer. Where it does (all alarms are checked,
    and a few of the rest, which weigh more) one side has few heavy cases. So the sum of each side is gamma with its own
    mean and variance, half a case added: of the weight of an unseen case on the side that a limit is afraid of, of the
    mean weight on the other. It is Jeffreys' interval where all weights are 1. Ours; `python -m tools.validity worlds
    --family weights` measures it.

    >>> low, high = weighted_limits(Weights(30.0, 30.0, 20.0), Weights(0.0, 0.0, 20.0), 0.025)
    >>> round(low, 3), round(high, 3)
    (0.366, 1.0)
    """
    return _gamma_share(own.usual, rest, tail), 1 - _gamma_share(rest.usual, own, tail)


def _gamma_share(own: Weights, rest: Weights, tail: float) -> float:
    """The quantile of the share of one gamma sum in two."""
    (a, mine), (b, other) = own.gamma, rest.gamma
    x = float(betaincinv(a, b, tail))
    return mine * x / (mine * x + other * (1 - x))


def widen(
    made: Interval,
    matrix: ConfusionMatrix,
    sides: Callable[[Counts], tuple[float, float]],
    factors: Values | float = 1.0,
) -> Interval:
    """The interval of a share of weights, not narrower than the weights of its two sides allow.

    Each cell counts `factors` times. A side with an empty cell may have missed a case as heavy as the heaviest.
    """
    if matrix.squares is None:
        return made
    used = matrix.counts > 0
    largest = float((matrix.squares[used] / matrix.counts[used]).max())
    sums, squares = sides(matrix.counts * factors), sides(matrix.squares * np.square(factors))
    unseen = sides(np.where(used, 0.0, factors))
    own, rest = (
        Weights(total, square, largest * min(1.0, empty)) if empty else Weights(total, square, largest).usual
        for total, square, empty in zip(sums, squares, unseen, strict=True)
    )
    low, high = weighted_limits(own, rest, (1 - made.level) / 2)
    method = f"wider of {made.method} and gamma sums of weights"
    return replace(made, low=min(made.low, low), high=max(made.high, high), method=method)
