"""What printed rates mean elsewhere: at another prevalence, on another share of positives, for the ROC curve."""

from __future__ import annotations

import math

from referee import _check
from referee.claims.reported import Reported
from referee.core import ConsistentMatrices, Interval
from referee.inference.samples import not_negative

Ends = tuple[float, float]


def ppv_from_ratio(ratio: float, prevalence: float) -> float:
    """The PPV at a prevalence p of a positive likelihood ratio r = Sn / (1 - Sp): p r / (p r + 1 - p).

    1 for an infinite ratio. It errs when the cases in use are not like those of the test within each class. Reference:
    altman1994.

    >>> round(ppv_from_ratio(0.5 / 0.01, 50_000 / 19_216_900), 4)
    0.1154
    """
    p, r = _check.fraction("prevalence", prevalence), _ratio(ratio)
    return 1.0 if math.isinf(r) else p * r / (p * r + 1 - p)


def npv_from_ratio(ratio: float, prevalence: float) -> float:
    """The NPV at a prevalence p of a negative likelihood ratio r = (1 - Sn) / Sp: (1 - p) / (1 - p + p r).

    0 for an infinite ratio. It errs as `ppv_from_ratio` does. Reference: altman1994.

    >>> round(npv_from_ratio(0.5 / 0.99, 0.01), 4)
    0.9949
    """
    p, r = _check.fraction("prevalence", prevalence), _ratio(ratio)
    return 0.0 if math.isinf(r) else (1 - p) / (1 - p + p * r)


def ratio_ranges(found: ConsistentMatrices | None, numbers: dict[str, Reported]) -> tuple[Ends, Ends] | None:
    """The least and greatest positive and negative likelihood ratio: over the consistent tables, or those of the print.

    None when sensitivity and specificity are not known.
    """
    plus, minus = "positive_likelihood_ratio", "negative_likelihood_ratio"
    if found is not None and found.possible and plus in found.ranges and minus in found.ranges:
        low, high = found.ranges[plus]
        least, greatest = found.ranges[minus]
        spotless = found.ranges["specificity"][1] == 1
        hopeless = found.ranges["specificity"][0] == 0
        return (low, math.inf if spotless else high), (least, math.inf if hopeless else greatest)
    names = ("sensitivity", "specificity")
    if not all(name in numbers for name in names):
        return None
    made = [(max(0.0, float(numbers[n].low)), min(1.0, float(numbers[n].high))) for n in names]
    (sn, sn_high), (sp, sp_high) = made
    return (_over(sn, 1 - sp), _over(sn_high, 1 - sp_high)), (_over(1 - sn_high, sp_high), _over(1 - sn, sp))


def _ratio(value: float) -> float:
    if isinstance(value, float) and math.isinf(value) and value > 0:
        return value
    return not_negative("ratio", value)


def _over(above: float, below: float) -> float:
    return above / below if below > 0 else math.inf


def same_rates(a: float, share_a: float, b: float, share_b: float) -> tuple[float, float] | None:
    """The sensitivity and specificity with which one classifier has both accuracies, None when there are none.

    Solves Sn s + Sp (1 - s) = accuracy for both shares of positives s. A pair of rates between 0 and 1 says that the
    difference can be one of class mix and nothing else; None says that the mix alone cannot make it. With equal shares
    and other accuracies there is none. It errs as the accuracies do: they are taken as exact.

    >>> [round(rate, 3) for rate in same_rates(0.85, 0.5, 0.78, 0.15)]
    [0.95, 0.75]
    >>> same_rates(0.85, 0.5, 0.75, 0.45) is None
    True
    """
    a, b = _check.share("a", a), _check.share("b", b)
    s, t = _check.share("share_a", share_a), _check.share("share_b", share_b)
    if abs(s - t) < 1e-12:
        return (a, a) if a == b else None
    slope = (a - b) / (s - t)
    specificity = a - slope * s
    sensitivity = specificity + slope
    near = 1e-9
    if not all(-near <= rate <= 1 + near for rate in (sensitivity, specificity)):
        return None
    return min(1.0, max(0.0, sensitivity)), min(1.0, max(0.0, specificity))


def auc_through(sensitivity: float, specificity: float, *, convex: bool = False) -> Interval:
    """The least and greatest AUC of a ROC curve that passes through one operating point.

    A curve that rises never falls below Sn Sp (flat up to the point, then flat) nor above 1 - (1 - Sn)(1 - Sp). When it
    is convex, as a hull is, it has at least (Sn + Sp)/2. These are limits by arithmetic, not of sampling. They err when
    the answers are not a threshold on the scores of the AUC. Reference: fawcett2006.

    >>> low, high = auc_through(0.8, 0.9)
    >>> round(low, 3), round(high, 3), round(auc_through(0.8, 0.9, convex=True).low, 3)
    (0.72, 0.98, 0.85)
    """
    sn, sp = _check.share("sensitivity", sensitivity), _check.share("specificity", specificity)
    low = max((sn + sp) / 2, 0.5) if _check.flag("convex", convex) else sn * sp
    return Interval(low, max(low, 1 - (1 - sn) * (1 - sp)), 1.0, "ROC curves through the operating point")
