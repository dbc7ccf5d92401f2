"""The ROC curve, hard classifiers as points beside it, and what is read off it: areas, rates, distances, crossings."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from referee import _check, metrics
from referee.core import ConfusionMatrix, Curve, Estimate, Ranking
from referee.curves._counts import cuts_of, shares, two_classes
from referee.metrics.roc_auc import Ties


def roc(ranking: Ranking, *, name: str = "roc") -> Curve:
    """The true positive rate against the false positive rate, one point for each distinct score.

    A case is called positive when its score is at least the threshold; the first point calls none positive and
    has the threshold +inf. Tied cases move together: the line across them is what random tie-breaking gives on
    average. The curve does not change when one class becomes more frequent. Undefined without positives or
    negatives: then the axis of that class is NaN and the counts remain. It errs by hiding the class mix: a small
    false positive rate can still mean more false alarms than finds. Reference: fawcett2006.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1], positive=1)
    >>> roc(r).rows()[2]
    {'threshold': 0.8, 'TP': 2, 'FP': 1, 'TN': 1, 'FN': 1, 'FPR': 0.5, 'TPR': 0.6666666666666666}
    """
    cuts = cuts_of(ranking)
    x, y, facts = ("FPR", cuts.fpr), ("TPR", cuts.tpr), {"auc": ranking.auc}
    return cuts.curve(name, "ROC curve", x, y, facts=facts, undefined=cuts.lacking, plane="roc")


def roc_point(matrix: ConfusionMatrix, *, name: str = "classifier") -> Curve:
    """A classifier without a score, as the one point (FPR, TPR) that it has in the ROC plane.

    Undefined when a class is absent. It errs by chance as both rates do; a point clearly below the diagonal is
    wrong on purpose, and `ConfusionMatrix.invert` puts it above. Reference: fawcett2006.

    >>> roc_point(ConfusionMatrix.from_counts(tp=63, fn=37, fp=28, tn=72), name="A").rows()
    [{'TP': 63, 'FP': 28, 'TN': 72, 'FN': 37, 'FPR': 0.28, 'TPR': 0.63}]
    """
    table, positives, negatives, why = two_classes(matrix)
    tp, fp = np.array([table.tp]), np.array([table.fp])
    axes: Any = {"x_name": "FPR", "y_name": "TPR", "plane": "roc", "title": "ROC point", "undefined": why}
    counts = {"tp": tp, "fp": fp, "positives": positives, "negatives": negatives}
    return Curve(name, shares(fp, negatives), shares(tp, positives), **axes, **counts)


def roc_auc(ranking: Ranking, *, ties: Ties = "half") -> Estimate:
    """The probability that a random positive scores above a random negative.

    P(s+ > s-) + P(s+ = s-) / 2, the area under the ROC curve. By name `ties="optimistic"` counts a tie as a win
    (the area when tied positives are put first) and `ties="strict"` as a loss (tied negatives first); the truth
    about any way of breaking ties lies between them. Undefined without positives or negatives. It errs by weighing
    all false positive rates alike, also those nobody would use. Reference: hanley1982.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1], positive=1)
    >>> [roc_auc(r, ties=t).value for t in ("strict", "half", "optimistic")]
    [0.6666666666666666, 0.75, 0.8333333333333334]
    """
    _check.choice("ties", ties, ("half", "optimistic", "strict"))
    cuts = cuts_of(ranking)
    note = "" if ties == "half" else f"{ties} about ties; the AUC is {ranking.auc:.10g}"
    value = metrics.roc_auc.using(ties=ties).value_of(ranking)
    return cuts.estimate("roc_auc", "AUC", value, undefined=cuts.lacking, note=note)


def gini(ranking: Ranking) -> Estimate:
    """The Gini coefficient of a ranking: 2 AUC - 1, 0 for chance and 1 for perfect separation.

    Undefined without positives or negatives. It errs as the AUC does, on a scale twice as wide.
    Reference: hanley1982.

    >>> gini(Ranking.from_scores([1, 1, 0, 0], [4, 3, 2, 1])).value
    1.0
    """
    cuts = cuts_of(ranking)
    return cuts.estimate("gini", "Gini", metrics.gini.value_of(ranking), undefined=cuts.lacking)


def ks(ranking: Ranking) -> Estimate:
    """The largest distance between the distribution functions of the scores of positives and negatives.

    max |TPR - FPR| over thresholds; where TPR leads it is the largest Youden index. Undefined without positives or
    negatives. It errs upwards in small samples, and it is blind to direction: `note` says when the negatives score
    higher there. Reference: conover1999.

    >>> ks(Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.7, 0.8, 0.3, 0.1], positive=1)).value
    0.5
    """
    cuts = cuts_of(ranking)
    gap = cuts.tpr - cuts.fpr
    most = gap[int(np.argmax(np.abs(gap)))]
    note = "the negatives score higher where the distance is largest" if most < 0 else ""
    return cuts.estimate("ks", "Kolmogorov-Smirnov distance", abs(most), undefined=cuts.lacking, note=note)


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
    facts, title = {"equal_error_rate": metrics.equal_error_rate.value_of(ranking)}, "Detection error trade-off"
    return cuts.curve("det", title, x, y, facts=facts, undefined=cuts.lacking, plane="detection error")


def equal_error_rate(ranking: Ranking) -> Estimate:
    """The rate at which false positives and false negatives are equally frequent.

    Where the ROC curve, straight between its points, meets FPR = 1 - TPR. Undefined without positives or
    negatives. It errs by answering a question of no one's costs; no single threshold may reach it. Reference:
    martin1997.

    >>> equal_error_rate(Ranking.from_scores([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1])).value
    0.3333333333333333
    """
    cuts, value = cuts_of(ranking), metrics.equal_error_rate.value_of(ranking)
    return cuts.estimate("equal_error_rate", "Equal error rate", value, undefined=cuts.lacking)


_CLOSE = 1e-12


def roc_crossings(a: Ranking | Curve, b: Ranking | Curve) -> tuple[tuple[float, float], ...]:
    """The points (FPR, TPR) strictly inside the plane where two ROC curves change places, in order.

    Both are read along FPR + TPR, which grows all the way, so vertical parts need no rule. Curves that run
    together for a stretch cross where it begins, if they leave it on other sides. Empty when one curve is
    nowhere above the other, and when a curve is undefined. It errs by chance: curves of equal quality cross
    often. Reference: fawcett2006.

    >>> a = Ranking.from_scores([1, 0, 0, 1], [4, 3, 2, 1], positive=1)
    >>> b = Ranking.from_scores([0, 1, 1, 0], [4, 3, 2, 1], positive=1)
    >>> roc_crossings(a, b)
    ((0.5, 0.5),)
    """
    curves = [roc(c) if isinstance(c, Ranking) else c for c in (a, b)]
    for curve in curves:
        if not isinstance(curve, Curve) or (curve.x_name, curve.y_name) != ("FPR", "TPR") or len(curve) < 2:
            _check.fail("curves", "be two rankings or ROC curves", type(curve).__name__)
    if not all(curve.defined for curve in curves):
        return ()
    along = np.unique(np.concatenate([c.x + c.y for c in curves]))
    heights = [np.interp(along, c.x + c.y, c.y - c.x) for c in curves]
    gap = heights[0] - heights[1]
    sign = np.where(np.abs(gap) <= _CLOSE, 0, np.sign(gap))
    apart = np.flatnonzero(sign)
    out: list[tuple[float, float]] = []
    for i, j in pairwise(apart.tolist()):
        if sign[i] == sign[j]:
            continue
        if j == i + 1:
            share = gap[i] / (gap[i] - gap[j])
            u = along[i] + share * (along[j] - along[i])
        else:
            u = along[i + 1]
        v = float(np.interp(u, along, heights[0]))
        out.append((float(u - v) / 2, float(u + v) / 2))
    return tuple(out)
