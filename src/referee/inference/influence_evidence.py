"""Evidence of a value whose influence of each case is known: gamma weights on the cases, and unseen ones."""

from __future__ import annotations

import numpy as np

from referee.core.evidence import Limits
from referee.core.types import Bools, Codes, Floats
from referee.inference.unseen_loss import UnseenLoss, join_losses

HALF = 0.5
"""The gamma shape of an unseen positive case."""


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
    an unseen positive case is at the end of the range: a value near its end, or two models that rank nearly all cases
    alike, show none of the spread that others would. Where half an unseen negative case that pushes by `outside` would
    move the value further, it is in its place. With importance weights the unseen case is a whole and a heavy
    one, and half an unseen negative one, as heavy, is beside it: where the weight depends on the truth or on the
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
    held = positive * value + total * pushes
    if groups is not None:
        losses, sizes = (np.bincount(groups, weights=count * mass * x).astype(float) for x in (held, positive))
        size = float(sizes[sizes > 0].mean())
        return UnseenLoss(losses, sizes, np.ones(len(losses)), *ends, size=size, shape=HALF)
    if weights is None:
        parts = [join_losses(held[side], count[side]) for side in (positive, ~positive)]
        sizes = np.concatenate([np.full(len(z), y) for (z, _), y in zip(parts, (1.0, 0.0), strict=True)])
        losses, counts = (np.concatenate(columns) for columns in zip(*parts, strict=True))
        more = (total * outside[0], total * outside[1])
        return UnseenLoss(losses, sizes, counts, *ends, shape=HALF, outside=more, either=True)
    heavy = unseen_weights(mass, count, positive)
    more = (heavy[1] * total * outside[0], heavy[1] * total * outside[1])
    return UnseenLoss(mass * held, mass * positive, count, *ends, size=heavy[0], outside=more)


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
