"""One-vs-one AUC, pairs weighted by their cases."""

import numpy as np

from referee.metrics._areas import against_each, class_weights
from referee.metrics.registry import EVERY_CLASS, Floats, Values, metric


@metric(
    "One-vs-one AUC, weighted by pair",
    needs="class scores",
    undefined=EVERY_CLASS,
    reference="handtill2001",
    automatic=False,
)
def ovo_weighted_auc(truth: Floats, scores: Floats, weights: Floats) -> Values:
    """As `hand_till`, each pair weighted by its number of cases.

    Undefined when a class has no case. It depends on the prevalence, unlike `hand_till`.

    >>> P = [[0.8, 0.1, 0.1], [0.3, 0.4, 0.3], [0.3, 0.5, 0.2], [0.1, 0.2, 0.7]]
    >>> round(ovo_weighted_auc([0, 1, 2, 2], P), 6)
    0.8125
    """
    values, pairs = against_each(truth, scores, weights)
    sizes = class_weights(truth, scores.shape[1], weights)
    pull = np.stack([sizes[..., i] + sizes[..., j] for i, j in pairs], axis=-1)
    return np.asarray((values * pull).sum(axis=-1) / pull.sum(axis=-1))
