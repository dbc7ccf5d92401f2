"""Limits of a share of weights, such as the precision of weighted cases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from scipy.special import betainc

from referee.core import ConfusionMatrix, Interval
from referee.core.types import Counts, Values
from referee.inference._solve import root


class Weights(NamedTuple):
    """The weights on one side of a share: their sum, the sum of their squares, and the weight of an unseen case."""

    total: float
    squares: float
    unseen: float

    @property
    def usual(self) -> Weights:
        """The same where an unseen case would weigh as much as the seen ones."""
        return self._replace(unseen=self.squares / self.total) if self.squares > 0 else self

    @property
    def with_unseen(self) -> Weights:
        """The same with an unseen case."""
        return self._replace(total=self.total + self.unseen, squares=self.squares + self.unseen**2)


def weighted_limits(own: Weights, rest: Weights, tail: float) -> tuple[float, float]:
    """Limits of a share of weights, own / (own + rest), from what is known of the weights of each side.

    Kish's number of cases is right where a weight does not depend on the answer. Where it does (all alarms are checked,
    and a few of the rest, which weigh more) one side has few heavy cases. So the sum of each side is gamma with its own
    mean and variance. A limit is the mean of two chances, as mid-P is: one unseen case on the side that the limit is
    afraid of, or a usual one on the other. It is the mid-P interval where all weights are 1: of a side without a case,
    the limit at twice the tail with one unseen case there. Ours; `python -m tools.validity worlds --family weights`
    measures it. Reference: berry1995.

    >>> low, high = weighted_limits(Weights(30.0, 30.0, 20.0), Weights(0.0, 0.0, 20.0), 0.025)
    >>> round(low, 3), round(high, 3)
    (0.323, 1.0)
    """
    return _low(own, rest, tail), 1 - _low(rest, own, tail)


def _low(own: Weights, rest: Weights, tail: float) -> float:
    """The lower limit of the share of one side."""
    pairs = (own, rest.with_unseen), (own.usual.with_unseen, rest)
    return root(lambda share: sum(_below(share, *pair) for pair in pairs) / 2 - tail, 0.0, 1.0)


def _below(share: float, own: Weights, rest: Weights) -> float:
    """The chance that one gamma sum is not more than this share of two; a side without weight has no share."""
    if not own.squares or not rest.squares:  # none, or so little that its square is lost
        return float(not own.squares or share >= 1)
    (a, mine), (b, other) = ((side.total**2 / side.squares, side.squares / side.total) for side in (own, rest))
    part, rest_part = share * other, (1 - share) * mine
    return float(betainc(a, b, part / (part + rest_part)))


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
