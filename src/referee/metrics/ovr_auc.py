"""One-vs-rest AUC, plain mean."""

import numpy as np

from referee.metrics.registry import EVERY_CLASS, Placements, Projection, metric


@metric(
    "One-vs-rest AUC, macro",
    needs="class scores",
    shape="influence",
    areas="each class",
    undefined=EVERY_CLASS,
    reference="provost2003",
    aliases=("roc_auc_ovr",),
)
def ovr_auc(placements: Placements) -> Projection:
    """Plain mean over classes of the AUC of each class against the rest, by its own column.

    Undefined when a class has no case. The rest mixes the other classes by their prevalence, so the value depends
    on it although the mean does not.

    >>> round(ovr_auc([0, 1, 2], [[0.8, 0.1, 0.1], [0.3, 0.4, 0.3], [0.3, 0.5, 0.2]]), 6)
    0.666667
    """
    k = len(placements.sizes)
    return placements.of_classes(np.full(k, 1 / k))
