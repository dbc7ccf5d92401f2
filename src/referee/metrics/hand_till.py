"""Hand and Till's multi-class AUC."""

import numpy as np

from referee.metrics.registry import EVERY_CLASS, Placements, Projection, metric


@metric(
    "Multi-class AUC (Hand and Till)",
    needs="class scores",
    shape="influence",
    areas="each pair",
    undefined=EVERY_CLASS,
    reference="handtill2001",
    aliases=("mauc", "roc_auc_ovo", "multiclass_auc"),
)
def hand_till(placements: Placements) -> Projection:
    """Mean over pairs of classes of (A(i|j) + A(j|i)) / 2, one-vs-one, unweighted.

    A(i|j) is the AUC of class i against class j by the column of i. Of two classes it is the AUC. It does not
    depend on the prevalence. Undefined when a class has no case. A poor rare pair counts as much as a common one.

    >>> hand_till([0, 1, 2], [[0.8, 0.1, 0.1], [0.3, 0.4, 0.3], [0.3, 0.5, 0.2]])
    0.6666666666666666
    """
    k = len(placements.sizes)
    return placements.average(np.full((k, k), 1 / (k * (k - 1))))
