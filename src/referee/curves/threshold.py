"""Choosing a threshold: by cost, by Youden's index, by a target, or by the number of alerts."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from referee import _check, _format
from referee.core import Ranking, ThresholdChoice
from referee.core.cost import Costs
from referee.core.types import Floats
from referee.curves._counts import Cuts, cuts_of, error_costs, mix_of, table_at

Cut = Literal["score", "midpoint"]

SAME_CASES = (
    "the threshold was chosen on the cases that are counted here, so the counts flatter it; "
    "count it on other cases, or cross-fit the choice"
)
_CLOSE = 1e-12


def threshold_by_cost(
    ranking: Ranking, *, costs: Costs, prevalence: float | None = None, cut: Cut = "score"
) -> ThresholdChoice:
    """The threshold of least expected cost a case: p c_FN FNR + (1 - p) c_FP FPR; `value` is that cost.

    p is the prevalence of the cases unless another is stated. Undefined without positives or negatives. It errs
    by following the noise of few cases; and calling all or none positive is among the choices. Reference:
    provost2001.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.7, 0.8, 0.3, 0.1], positive=1)
    >>> c = threshold_by_cost(r, costs={"fp": 1, "fn": 2})
    >>> c.threshold, c.value, c.confusion.tp, c.confusion.fp
    (0.3, 0.2, 3, 1)
    """
    c_fp, c_fn = error_costs(costs)
    cuts = cuts_of(ranking)
    p = mix_of(prevalence, float("nan") if cuts.lacking else ranking.n_positive / ranking.n)
    cost = p * c_fn * (1 - cuts.tpr) + (1 - p) * c_fp * cuts.fpr
    return _best("cost", cuts, -cost / max(p * c_fn, (1 - p) * c_fp), cost, cut)


def threshold_by_youden(
    ranking: Ranking, *, costs: Costs = None, prevalence: float | None = None, cut: Cut = "score"
) -> ThresholdChoice:
    """The threshold with the largest Sn + Sp - 1; `value` is that index.

    With `prevalence` it maximises Sn + r Sp - 1, r = (1 - p) c_FP / (p c_FN), which is the least cost;
    without, costs and classes weigh alike. `cut="midpoint"` puts thresholds half-way between scores. Undefined
    without positives or negatives. It errs upwards: the index of the best threshold flatters itself.
    Reference: youden1950.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.7, 0.8, 0.3, 0.1], positive=1)
    >>> c = threshold_by_youden(r)
    >>> c.threshold, c.value
    (0.3, 0.5)
    """
    cuts = cuts_of(ranking)
    ratio = _ratio(costs, prevalence)
    index = cuts.tpr + ratio * (1 - cuts.fpr) - 1
    return _best("Youden", cuts, index / max(1.0, ratio), index, cut)


def threshold_by_top_left(
    ranking: Ranking, *, costs: Costs = None, prevalence: float | None = None, cut: Cut = "score"
) -> ThresholdChoice:
    """The threshold whose ROC point is nearest to (0, 1): least (1 - Sn)^2 + r (1 - Sp)^2, which is `value`.

    r is 1, or as for `threshold_by_youden` when a prevalence is given. Undefined without positives or negatives.
    It errs by having no meaning in costs: prefer Youden's index or the cost itself. Reference: perkins2006.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.7, 0.8, 0.3, 0.1], positive=1)
    >>> threshold_by_top_left(r).threshold
    0.3
    """
    cuts = cuts_of(ranking)
    ratio = _ratio(costs, prevalence)
    distance = (1 - cuts.tpr) ** 2 + ratio * cuts.fpr**2
    return _best("nearest to the top left", cuts, -distance / max(1.0, ratio), distance, cut)


def threshold_for_sensitivity(ranking: Ranking, sensitivity: float, *, cut: Cut = "score") -> ThresholdChoice:
    """The highest threshold whose sensitivity is at least the one asked for; `value` is what it reaches.

    Undefined without positives. It errs on new cases: about half the time they give less. Reference: fawcett2006.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.7, 0.8, 0.3, 0.1], positive=1)
    >>> threshold_for_sensitivity(r, 0.6).threshold
    0.7
    """
    wanted = _check.share("sensitivity", sensitivity)
    cuts = cuts_of(ranking)
    i = int(np.argmax(cuts.tpr >= wanted - _CLOSE))
    return _choice(f"sensitivity of at least {wanted:g}", cuts, [i], cuts.tpr, cuts.no_positive, cut)


def threshold_for_specificity(ranking: Ranking, specificity: float, *, cut: Cut = "score") -> ThresholdChoice:
    """The lowest threshold whose specificity is at least the one asked for; `value` is what it reaches.

    Undefined without negatives. It errs on new cases: about half the time they give less. Reference: fawcett2006.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.7, 0.8, 0.3, 0.1], positive=1)
    >>> threshold_for_specificity(r, 0.5).threshold
    0.3
    """
    wanted = _check.share("specificity", specificity)
    cuts = cuts_of(ranking)
    why = None if cuts.negatives else "there is no negative case"
    i = 0 if why else int(np.flatnonzero(1 - cuts.fpr >= wanted - _CLOSE)[-1])
    return _choice(f"specificity of at least {wanted:g}", cuts, [i], 1 - cuts.fpr, why, cut)


def threshold_for_precision(ranking: Ranking, precision: float, *, cut: Cut = "score") -> ThresholdChoice:
    """The lowest threshold whose precision is at least the one asked for; `value` is what it reaches.

    Of all such thresholds it has the largest recall. Undefined without positives, and when no threshold reaches
    that precision. It errs on new cases, and with a class mix other than that of these cases. Reference:
    davis2006.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.7, 0.8, 0.3, 0.1], positive=1)
    >>> threshold_for_precision(r, 0.7).threshold
    0.3
    """
    wanted = _check.share("precision", precision)
    cuts = cuts_of(ranking)
    why = cuts.no_positive
    called = cuts.tp + cuts.fp
    reached = np.divide(cuts.tp, called, out=np.full(len(called), np.nan), where=called > 0)
    with np.errstate(invalid="ignore"):
        enough = np.flatnonzero(reached >= wanted - _CLOSE)
    if why is None and not len(enough):
        why = f"no threshold reaches a precision of {wanted:g}; the largest is {np.nanmax(reached):.3g}"
    i = int(enough[-1]) if len(enough) else 0
    return _choice(f"precision of at least {wanted:g}", cuts, [i], reached, why, cut)


def threshold_for_budget(ranking: Ranking, top: float, *, cut: Cut = "score") -> ThresholdChoice:
    """The lowest threshold that calls at most `top` cases positive; `value` is how many it calls.

    Tied cases are not split: a warning says how many places stay free for it. With importance weights `top` is a
    weight. It errs on new data: the number of alerts follows the number and mix of cases. Reference: fawcett2006.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1], positive=1)
    >>> c = threshold_for_budget(r, 2)
    >>> c.threshold, c.value, c.warnings[-1]
    (0.9, 1.0, '1 place stays free: the next 2 cases have the same score')
    """
    budget = _check.number("top", top)
    if budget < 0:
        _check.fail("top", "be at least 0", top)
    cuts = cuts_of(ranking)
    called = cuts.tp + cuts.fp
    i = int(np.searchsorted(called, budget * (1 + _CLOSE), side="right")) - 1
    free = budget - float(called[i])
    extra: tuple[str, ...] = ()
    why = None if len(called) > 1 else "there is no case"
    if free >= 1 and i + 1 < len(called):
        tied = _format.plural(float(called[i + 1] - called[i]), "case")
        stay = "stays" if free == 1 else "stay"
        extra = (f"{_format.plural(free, 'place')} {stay} free: the next {tied} have the same score",)
    return _choice(f"at most {_format.count(budget)} positive", cuts, [i], called, why, cut, extra)


def _ratio(costs: Costs, prevalence: float | None) -> float:
    """The weight of specificity against sensitivity: (1 - p) c_FP / (p c_FN), with p = 1/2 when none is given."""
    c_fp, c_fn = error_costs(costs)
    if c_fn == 0:
        _check.fail("costs", "give a false negative a cost", 0.0)
    p = mix_of(prevalence, 0.5)
    return (1 - p) * c_fp / (p * c_fn)


def _best(rule: str, cuts: Cuts, merit: Floats, value: Floats, cut: Cut) -> ThresholdChoice:
    """The cuts of the largest merit; merits within rounding of it are as good."""
    best = [0] if cuts.lacking else np.flatnonzero(merit >= merit.max() - _CLOSE).tolist()
    return _choice(rule, cuts, best, value, cuts.lacking, cut)


def _choice(
    rule: str, cuts: Cuts, at: list[int], value: Any, why: str | None, cut: Cut, extra: tuple[str, ...] = ()
) -> ThresholdChoice:
    _check.choice("cut", cut, ("score", "midpoint"))
    if why is not None:
        return ThresholdChoice(rule, float("nan"), None, float("nan"), undefined=why)
    places = cuts.thresholds if cut == "score" else cuts.midpoints
    thresholds = tuple(float(places[i]) for i in at)
    table, warnings = table_at(cuts.ranking, thresholds[0]), (SAME_CASES, *extra)
    return ThresholdChoice(rule, thresholds[0], table, float(value[at[0]]), thresholds, warnings=warnings)
