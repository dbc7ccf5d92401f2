"""The interval of average precision."""

from __future__ import annotations

import math

from scipy.special import expit

from referee import _check
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.ranking import Ranking
from referee.curves.average_precision import average_precision
from referee.intervals.proportion import proportion_interval, z_of

ROUNDING = 1e-12


def average_precision_interval(ranking: Ranking, *, level: float = 0.95) -> Estimate:
    """Average precision with a logit interval on the number of positive cases.

    logit(AP) +- z / sqrt(P AP (1 - AP)), mapped back; at 0 and 1 the Clopper-Pearson limits of P cases. With
    weights P is Kish's effective number. Undefined without positive cases. It errs when few negatives rank high:
    the positives are then not the only cases that matter. Reference: boyd2013.

    >>> e = average_precision_interval(Ranking.from_scores([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1], positive=1))
    >>> round(e.value, 3), round(e.interval.low, 3), round(e.interval.high, 3)
    (0.917, 0.155, 0.998)
    """
    level = _check.fraction("level", level)
    found = average_precision(ranking)
    if not found.defined:
        return found
    positives = float(ranking.n_positive)
    if ranking.positive_squares is not None:
        positives = positives**2 / float(ranking.positive_squares.sum())
    value = found.value
    if min(value, 1 - value) < ROUNDING:  # a sum over cases that is 1 but for rounding is 1
        made = proportion_interval(
            round(value) * positives, positives, level, method="clopper_pearson", fractional=True
        )
        return Estimate(found.name, value, found.n, made, title=found.title)
    centre = math.log(value / (1 - value))
    half = z_of((1 - level) / 2) / math.sqrt(positives * value * (1 - value))
    low, high = expit([centre - half, centre + half]).tolist()
    return Estimate(
        found.name, value, found.n, Interval(low, high, level, "logit on positives"), title=found.title
    )
