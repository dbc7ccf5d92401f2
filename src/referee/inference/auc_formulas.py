"""Intervals of an area by a formula: of the ROC curve the default, DeLong's and others, and of average precision."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from referee import _check
from referee.core import Estimate, Interval, Ranking
from referee.core.evidence import Limits
from referee.inference._solve import root
from referee.inference.delong_variance import DeLong, delong, effective_sizes, ranking_placements
from referee.inference.influence import ROUNDING, WeightedInfluence, logit_limits
from referee.inference.proportion import clopper_pearson, midp_low, z_of
from referee.inference.steady_gaps import UNSEEN


def auc_default(ranking: Ranking, *, level: float = 0.95) -> Interval:
    """The mid-P limits of a share a of n_e cases, n_e by DeLong's variance with half an unseen case in each class.

    1 / n_e = r(u) / |P| + r(v) / |N|: u and v are the placements of positives and negatives (see
    `delong_variance`), and r is their variance over m (1 - m), the largest that values in [0, 1] with mean m
    can have. To each class half a case is added, with placement 0 for the lower limit and 1 for the upper one: a few
    badly ranked cases that happen not to be drawn would else be missing from the variance. n_e is at least the size
    of the smaller class (Birnbaum and Klose's bound). So there is an interval at AUC 0 and 1 and with one case of a
    class.

    With importance weights the limits are not narrower than gamma sums of the weights that push the area up and down
    and an unseen case as heavy as the cases at its score (`WeightedInfluence`): where weights hang on the answer, the
    few heavy cases that rank badly may not have been drawn.

    It is too wide where a class is tiny, and near AUC 1. Where the placements of the smaller class are all 0 or 1 it
    is the mid-P interval of a share, with its coverage (92% at some shares); `python -m tools.validity auc` measures
    others. References: delong1988, berry1995, birnbaum1957.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 1, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1], positive=1)
    >>> [round(x, 4) for x in auc_default(r)]
    [0.2904, 0.9913]
    """
    tail = (1 - level) / 2
    limits, method = default_limits(delong(ranking))(tail), "mid-P at DeLong's effective cases"
    if ranking.weighted:
        auc, (up, down) = ranking.auc, ranking_placements(ranking)
        pushes = (up - auc) / ranking.n_positive, (down - auc) / ranking.n_negative
        limits = WeightedInfluence.of_ranking(auc, ranking, pushes).widen(limits, tail)
        method = f"wider of {method} and gamma sums of weights"
    return Interval(*limits, level, method)


def default_limits(found: DeLong) -> Callable[[float], Limits]:
    """The limits of `auc_default` for a tail, from an area with its variance.

    >>> [round(x, 4) for x in default_limits(DeLong(0.8, 0.0016, 0.0008, 0.0008, 50, 50))(0.025)]
    [0.7076, 0.87]
    """
    return partial(_default_at, found.auc, *(effective_cases(found, unseen_at=x) for x in (0.0, 1.0)))


def _default_at(auc: float, n_low: float, n_high: float, tail: float) -> Limits:
    """The limits of an area that is worth so many cases at either end."""
    low = midp_low(min(auc * n_low, n_low), n_low, tail)
    high = 1 - midp_low(max(0.0, n_high - auc * n_high), n_high, tail)
    return min(low, auc), max(high, auc)


def effective_cases(found: DeLong, *, unseen_at: float) -> float:
    """The number of independent cases whose share would vary as the area does, unseen ones at placement `unseen_at`.

    >>> round(effective_cases(DeLong(0.8, 0.0016, 0.0008, 0.0008, 50, 50), unseen_at=0.0), 2)
    89.51
    """
    parts = ((found.positive_part, found.positives), (found.negative_part, found.negatives))
    spent = sum(_relative_variance(found.auc, part, size, unseen_at) / size for part, size in parts)
    least = min(found.positives, found.negatives)
    return max(1 / spent, least) if spent > 0 else least


def _relative_variance(auc: float, part: float, size: float, unseen_at: float) -> float:
    """Variance of one class's placements over the largest that their mean allows, both with the unseen case."""
    squares = size * auc * auc + (0.0 if math.isnan(part) else part * size * (size - 1))
    total = size + UNSEEN
    mean = (size * auc + UNSEEN * unseen_at) / total
    most = mean * (1 - mean)
    if most <= 0:
        return 0.0
    within = (squares + UNSEEN * unseen_at**2) / total - mean * mean
    return within * total / (total - 1) / most


def delong_normal(ranking: Ranking, *, level: float = 0.95) -> Interval:
    """The area plus and minus z times DeLong's standard error, cut at 0 and 1.

    Limits are NaN when a class has fewer than two cases, and equal where DeLong's variance is 0. It is the common
    normal form; it is meant for more than 10 cases in each class and is too short near AUC 1 (10 and 10 cases,
    AUC .95: .722 of nominal 95% intervals hold the truth). Reference: delong1988.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.4, 0.2, 0.1], positive=1)
    >>> [round(x, 4) for x in delong_normal(r)], delong_normal(r).method
    ([0.6857, 1.0], 'DeLong normal, cut to [0, 1]')
    """
    found = delong(ranking)
    half = z_of((1 - level) / 2) * math.sqrt(found.variance)
    return clip_interval(found.auc - half, found.auc + half, level, "DeLong normal")


def delong_logit(ranking: Ranking, *, level: float = 0.95) -> Interval:
    """A normal interval for log(a / (1 - a)) with DeLong's variance, mapped back, so it stays inside (0, 1).

    Limits are NaN when a class has fewer than two cases, and equal where DeLong's variance is 0. It is sharp once
    both classes have 30 cases and the area is below .97; with few cases or a wide spread in the smaller class its
    coverage falls to .65. Reference: delong1988.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.4, 0.2, 0.1], positive=1)
    >>> [round(x, 4) for x in delong_logit(r)]
    [0.3484, 0.9956]
    """
    found = delong(ranking)
    limits = logit_limits(found.auc, found.variance, z_of((1 - level) / 2))
    return Interval(*limits, level, "DeLong logit")


def clip_interval(low: float, high: float, level: float, method: str) -> Interval:
    """An interval cut to [0, 1], which the method then says.

    >>> clip_interval(0.7, 1.1, 0.95, "normal").method
    'normal, cut to [0, 1]'
    """
    cut = ", cut to [0, 1]" if low < 0 or high > 1 else ""
    return Interval(min(max(low, 0.0), 1.0), max(min(high, 1.0), 0.0), level, method + cut)


def hanley_mcneil(ranking: Ranking, *, level: float = 0.95) -> Interval:
    """The area plus and minus z standard errors of exponential scores, cut at 0 and 1.

    With Q1 = a / (2 - a) and Q2 = 2 a^2 / (1 + a) the variance is
    (a (1 - a) + (|P| - 1)(Q1 - a^2) + (|N| - 1)(Q2 - a^2)) / (|P| |N|). Limits are equal
    at AUC 0 and 1, where the method says nothing. It needs only the area and the class sizes, and it is as
    wrong as the exponential model; near AUC 1 it is too short. Reference: hanley1982.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0, 1, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1], positive=1)
    >>> [round(x, 4) for x in hanley_mcneil(r)]
    [0.4914, 1.0]
    """
    auc, (p, n) = ranking.auc, effective_sizes(ranking)
    half = z_of((1 - level) / 2) * math.sqrt(exponential_variance(auc, p, n, p, n))
    return clip_interval(auc - half, auc + half, level, "Hanley-McNeil")


def exponential_variance(auc: float, positives: float, negatives: float, in_p: float, in_n: float) -> float:
    """Variance of the area when scores are exponential; `in_p` and `in_n` are the sizes inside the bracket.

    >>> round(exponential_variance(0.8, 20, 30, 20, 30), 6)
    0.004548
    """
    bracket = 1 + (in_p - 1) * (1 - auc) / (2 - auc) + (in_n - 1) * auc / (1 + auc)
    return max(0.0, auc * (1 - auc) * bracket / (positives * negatives))


def newcombe_auc(ranking: Ranking, *, level: float = 0.95) -> Interval:
    """The areas t that the observed one does not contradict: |auc - t| <= z sqrt(V(t)).

    V is the variance of Hanley and McNeil for exponential scores, with (|P| + |N|) / 2 in place of both class
    sizes inside the bracket. It is taken at t, not at the observed area, so the interval stays inside [0, 1] and
    keeps its width at AUC 0 and 1. It looks at nothing but the area and the
    class sizes: with a much wider spread in the smaller class its coverage falls below .80. Reference:
    newcombe2006.

    >>> r = Ranking.from_scores([1] * 5 + [0] * 5, range(10, 0, -1), positive=1)
    >>> ci = newcombe_auc(r)
    >>> round(ci.low, 4), ci.high
    (0.6427, 1.0)
    """
    limits = newcombe_limits(ranking.auc, *effective_sizes(ranking), level)
    return Interval(*limits, level, "Newcombe score, method 5")


def newcombe_limits(auc: float, positives: float, negatives: float, level: float) -> tuple[float, float]:
    """Newcombe's limits of an area, from class sizes alone.

    >>> [round(x, 4) for x in newcombe_limits(0.8, 30, 30, 0.95)]
    [0.6622, 0.8868]
    """
    z, size = z_of((1 - level) / 2), (positives + negatives) / 2

    def lower(auc: float) -> float:
        def excess(t: float) -> float:
            return z * math.sqrt(exponential_variance(t, positives, negatives, size, size)) - (auc - t)

        return root(excess, 0.0, auc)

    return lower(auc), 1 - lower(1 - auc)  # the variance is symmetric


def average_precision_interval(ranking: Ranking, *, level: float = 0.95) -> Estimate:
    """Average precision with a logit interval on the number of positive cases.

    logit(AP) +- z / sqrt(P AP (1 - AP)), mapped back; at 0 and 1 the Clopper-Pearson limits of P cases. With
    weights P is Kish's effective number. Undefined without positive cases. It errs when few negatives rank high:
    the positives are then not the only cases that matter. Reference: boyd2013.

    >>> e = average_precision_interval(Ranking.from_scores([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1], positive=1))
    >>> round(e.value, 3), round(e.interval.low, 3), round(e.interval.high, 3)
    (0.917, 0.155, 0.998)
    """
    from referee.curves.precision_recall import average_precision  # loaded when it is asked for

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
