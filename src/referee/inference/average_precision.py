"""The interval of average precision."""

from __future__ import annotations

from dataclasses import replace

from referee import _check
from referee.core import Estimate, Interval, Ranking
from referee.curves.precision_recall import average_precision
from referee.inference.auc_formulas import logit_limits
from referee.inference.delong_variance import effective_sizes
from referee.inference.proportion import clopper_pearson, z_of

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
    positives, value = effective_sizes(ranking)[0], found.value
    if min(value, 1 - value) < ROUNDING:  # a sum over cases that is 1 but for rounding is 1
        made = clopper_pearson(round(value) * positives, positives, level, fractional=True)
    else:
        low, high = logit_limits(value, value * (1 - value) / positives, z_of((1 - level) / 2))
        made = Interval(low, high, level, "logit on positives")
    return replace(found, interval=made)
