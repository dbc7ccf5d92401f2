"""The detection error trade-off, and the equal error rate."""

from __future__ import annotations

import numpy as np

from referee.core.curve import Curve
from referee.core.estimate import Estimate
from referee.core.ranking import Ranking
from referee.curves._counts import Cuts, cuts_of, estimated, shares, why_undefined


def det(ranking: Ranking) -> Curve:
    """The false negative rate against the false positive rate, one point for each distinct score.

    It is the ROC curve turned over, usually drawn on normal-deviate axes, where normal scores give a straight
    line. Undefined without positives or negatives. It errs as the ROC curve does. Reference: martin1997.

    >>> c = det(Ranking.from_scores([1, 0, 1, 0], [4, 3, 2, 1]))
    >>> c.x.tolist(), c.y.tolist(), c.facts
    ([0.0, 0.0, 0.5, 0.5, 1.0], [1.0, 0.5, 0.5, 0.0, 0.0], {'equal_error_rate': 0.5})
    """
    cuts = cuts_of(ranking)
    x, y = ("FPR", cuts.fpr), ("FNR", shares(cuts.fn, cuts.positives))
    facts, why = {"equal_error_rate": _equal_error(cuts)}, why_undefined(ranking)
    title = "Detection error trade-off"
    return cuts.curve("det", title, x, y, facts=facts, undefined=why, plane="detection error")


def equal_error_rate(ranking: Ranking) -> Estimate:
    """The rate at which false positives and false negatives are equally frequent.

    Where the ROC curve, straight between its points, meets FPR = 1 - TPR. Undefined without positives or
    negatives. It errs by answering a question of no one's costs; no single threshold may reach it. Reference:
    martin1997.

    >>> equal_error_rate(Ranking.from_scores([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1])).value
    0.3333333333333333
    """
    why, value = why_undefined(ranking), _equal_error(cuts_of(ranking))
    return estimated("equal_error_rate", "Equal error rate", value, ranking, undefined=why)


def _equal_error(cuts: Cuts) -> float:
    """FPR where FPR + TPR is 1; their sum grows along the curve."""
    if not cuts.positives or not cuts.negatives:
        return float("nan")
    return float(np.interp(1.0, cuts.fpr + cuts.tpr, cuts.fpr))
