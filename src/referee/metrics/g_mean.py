"""Geometric mean of the recalls."""

import numpy as np

from referee.core.types import Counts, Values
from referee.metrics.label_metric import Rates
from referee.metrics.registry import metric, when


def empty_class(counts: Counts) -> Values:
    """Whether some class has no true case."""
    return np.asarray((counts.sum(axis=-1) == 0).any(axis=-1))


@metric(
    "G-mean",
    shape="rates",
    rates=Rates("log", "mean"),
    undefined=when(empty_class, "some class has no true case"),
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
