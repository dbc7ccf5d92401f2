"""What one operating point says of the area under the ROC curve."""

from __future__ import annotations

from referee import _check
from referee.core import Interval


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
