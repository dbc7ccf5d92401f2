"""A mean loss over that of the class frequencies: the limits of a skill, and of a difference of two."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from referee.core.cases import Cases
from referee.core.types import Values
from referee.inference.unseen_loss import UnseenLoss, join_losses
from referee.metrics.case_metric import CaseMetric


def relative_losses(
    metric: CaseMetric, cases: Cases, losses: Values, possible: Callable[[int], Values]
) -> UnseenLoss:
    """The mean of some losses over the mean loss of the class frequencies, with one unseen case.

    A forecast of the class frequencies p loses b_c on a case of class c. The scores are proper, so that p is the best
    such forecast, and a little more weight on a case changes the mean loss of p as if p had stayed the same: both
    means are sums over cases, and `UnseenLoss` gives the limits of their ratio. The class shares vary with the
    weights, as they do in samples. The unseen case may be of any class: the one that moves the ratio furthest with
    what is `possible` of that class, as heavy as the heaviest case, or a cluster of mean size. It errs where a class
    has one or two cases. Ours; `python -m tools.validity worlds --family skills` measures it.
    """
    shares, lost = metric.frequency_losses(cases, cases.mass)
    held = cases.mass > 0  # what weighs nothing may have a loss without end, and so may its class
    losses, base = np.where(held, losses, 0.0), np.where(held, lost[cases.truth], 0.0)
    value = float(cases.mass @ losses / (cases.mass @ base))
    (low, lower), (high, upper) = _unseen(lost, shares, possible, value)
    if cases.groups is not None:
        sums = [np.bincount(cases.groups, weights=cases.mass * x).astype(float) for x in (losses, base)]
        mean = float(cases.mass.sum()) / len(sums[0])
        return UnseenLoss(sums[0], sums[1], np.ones(len(sums[0])), low, high, size=(mean * lower, mean * upper))
    if cases.weights is not None:
        w = cases.mass / cases.mass.mean()
        heavy = float(w.max())
        return UnseenLoss(w * losses, w * base, np.ones(len(w)), low, high, size=(heavy * lower, heavy * upper))
    parts = []
    for c in np.unique(cases.truth):
        z, k = join_losses(losses[cases.truth == c], cases.mass[cases.truth == c])
        parts.append((z, np.full(len(z), lost[c]), k))
    z, sizes, times = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    return UnseenLoss(z, sizes, times, low, high, size=(lower, upper))


def _unseen(
    lost: Values, shares: Values, possible: Callable[[int], Values], value: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """The unseen case that moves the ratio down furthest, and up: its loss over what p loses, and what p loses."""
    found = []
    for side in (-1.0, 1.0):
        reach = []
        for c in np.flatnonzero(shares):
            losses = side * possible(int(c))
            # two models that could both be wrong without end about a case have no gap that is known
            most = math.inf if np.isnan(losses).any() else float(losses.max())
            reach.append((side * most, float(lost[c])))
        loss, own = max(reach, key=lambda pair: side * (pair[0] - value * pair[1]))
        found.append((loss / own, own))
    return found[0], found[1]
