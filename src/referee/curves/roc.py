"""The ROC curve, and hard classifiers as points beside it."""

from __future__ import annotations

import numpy as np

from referee.core.confusion import ConfusionMatrix
from referee.core.curve import Curve
from referee.core.ranking import Ranking
from referee.curves._counts import cuts_of, shares, two_classes, why_undefined


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
    x, y, why = ("FPR", cuts.fpr), ("TPR", cuts.tpr), why_undefined(ranking)
    return cuts.curve(name, "ROC curve", x, y, facts={"auc": ranking.auc}, undefined=why, plane="roc")


def roc_point(matrix: ConfusionMatrix, *, name: str = "classifier") -> Curve:
    """A classifier without a score, as the one point (FPR, TPR) that it has in the ROC plane.

    Undefined when a class is absent. It errs by chance as both rates do; a point clearly below the diagonal is
    wrong on purpose, and `ConfusionMatrix.inverted` puts it above. Reference: fawcett2006.

    >>> roc_point(ConfusionMatrix.from_counts(tp=63, fn=37, fp=28, tn=72), name="A").rows()
    [{'TP': 63, 'FP': 28, 'TN': 72, 'FN': 37, 'FPR': 0.28, 'TPR': 0.63}]
    """
    table, positives, negatives, why = two_classes(matrix)
    return Curve(
        name,
        shares(np.array([table.fp]), negatives),
        shares(np.array([table.tp]), positives),
        x_name="FPR",
        y_name="TPR",
        plane="roc",
        tp=np.array([table.tp]),
        fp=np.array([table.fp]),
        positives=positives,
        negatives=negatives,
        undefined=why,
        title="ROC point",
    )
