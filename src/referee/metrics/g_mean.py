"""Geometric mean of the recalls."""

import numpy as np

from referee.metrics.registry import Counts, Rates, Values, metric


@metric(
    "G-mean",
    shape="rates",
    rates=Rates("log", "mean"),
    undefined="some class has no true case",
    reference="kubat1997",
    aliases=("gmean", "geometric_mean"),
)
def g_mean(counts: Counts) -> Values:
    """Geometric mean of the recalls of all classes; of two classes sqrt(sensitivity x specificity).

    >>> g_mean([1, 1, 1, 1, 0, 0], [1, 1, 1, 0, 0, 1])
    0.6123724356957945
    """
    recalls = np.diagonal(counts, axis1=-2, axis2=-1) / counts.sum(axis=-1)
    return np.asarray(recalls.prod(axis=-1) ** (1 / counts.shape[-1]))
