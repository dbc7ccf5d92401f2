"""Micro-averaged AUC."""

import numpy as np

from referee.metrics._areas import batched_auc
from referee.metrics.registry import EVERY_CLASS, Floats, Values, metric


@metric("One-vs-rest AUC, micro", needs="class scores", undefined=EVERY_CLASS, reference="sokolova2009")
def micro_auc(truth: Floats, scores: Floats, weights: Floats) -> Values:
    """AUC of all (case, class) pairs pooled: is the score of a true class above that of a false one?

    It compares scores of different cases and columns, so they must be on one scale, and is high wherever rare
    classes get low scores from everyone. Undefined when a class has no case.

    >>> round(micro_auc([0, 1, 2], [[0.8, 0.1, 0.1], [0.3, 0.4, 0.3], [0.3, 0.5, 0.2]]), 6)
    0.722222
    """
    own = np.eye(scores.shape[1], dtype=bool)[truth]
    return batched_auc(scores.ravel(), own.ravel(), np.repeat(weights, scores.shape[1], axis=-1))
