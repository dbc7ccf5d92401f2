"""Balanced accuracy."""

import numpy as np

from referee.core.types import Counts, Values
from referee.metrics.g_mean import empty_class
from referee.metrics.metric import Rates
from referee.metrics.registry import metric, when


@metric(
    "Balanced accuracy",
    shape="rates",
    rates=Rates("identity", "mean"),
    undefined=when(empty_class, "some class has no true case"),
    reference="brodersen2010",
    aliases=("bac",),
)
def balanced_accuracy(counts: Counts) -> Values:
    """Mean of the recalls of all classes; of two classes (sensitivity + specificity) / 2.

    >>> balanced_accuracy([1, 1, 1, 1, 0, 0], [1, 1, 1, 0, 0, 1])
    0.625
    """
    return np.asarray((np.diagonal(counts, axis1=-2, axis2=-1) / counts.sum(axis=-1)).mean(axis=-1))
