"""Provost and Domingos' multi-class AUC."""

import numpy as np

from referee.metrics._areas import against_rest, class_weights
from referee.metrics.registry import EVERY_CLASS, Floats, Values, metric


@metric(
    "Multi-class AUC (Provost and Domingos)",
    needs="class scores",
    areas="each class by its share",
    undefined=EVERY_CLASS,
    reference="provost2003",
)
def provost_domingos(truth: Floats, scores: Floats, weights: Floats) -> Values:
    """Mean of the one-vs-rest AUC of each class, weighted by the share of the class in these cases.

    Undefined when a class has no case. It depends on the prevalence twice, in the weights and in each rest.

    >>> P = [[0.8, 0.1, 0.1], [0.3, 0.4, 0.3], [0.3, 0.5, 0.2], [0.1, 0.2, 0.7]]
    >>> round(provost_domingos([0, 1, 2, 2], P), 6)
    0.791667
    """
    share = class_weights(truth, scores.shape[1], weights)
    return np.asarray((against_rest(truth, scores, weights) * share).sum(axis=-1) / share.sum(axis=-1))
