"""One-vs-rest AUC, plain mean."""

import numpy as np

from referee.metrics._areas import against_rest
from referee.metrics.registry import EVERY_CLASS, Floats, Values, metric


@metric(
    "One-vs-rest AUC, macro",
    needs="class scores",
    areas="each class",
    undefined=EVERY_CLASS,
    reference="provost2003",
    aliases=("roc_auc_ovr",),
)
def ovr_auc(truth: Floats, scores: Floats, weights: Floats) -> Values:
    """Plain mean over classes of the AUC of each class against the rest, by its own column.

    Undefined when a class has no case. The rest mixes the other classes by their prevalence, so the value depends
    on it although the mean does not.

    >>> round(ovr_auc([0, 1, 2], [[0.8, 0.1, 0.1], [0.3, 0.4, 0.3], [0.3, 0.5, 0.2]]), 6)
    0.666667
    """
    return np.asarray(against_rest(truth, scores, weights).mean(axis=-1))
