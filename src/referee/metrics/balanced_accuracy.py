"""Balanced accuracy."""

import numpy as np

from referee.metrics.registry import Counts, Rates, Values, metric


@metric(
    "Balanced accuracy",
    shape="rates",
    rates=Rates("identity", "mean"),
    undefined="there is no case",
    reference="brodersen2010",
    aliases=("bac", "balanced_accuracy_score"),
)
def balanced_accuracy(counts: Counts) -> Values:
    """Mean of the recalls of all classes; of two classes (sensitivity + specificity) / 2.

    It is the macro average of recall: a class without a true case has no recall and is left out, which is said.

    >>> balanced_accuracy([1, 1, 1, 1, 0, 0], [1, 1, 1, 0, 0, 1])
    0.625
    """
    cases = counts.sum(axis=-1)
    recalls = np.where(cases > 0, np.diagonal(counts, axis1=-2, axis2=-1) / np.where(cases > 0, cases, 1), 0.0)
    return np.asarray(recalls.sum(axis=-1) / (cases > 0).sum(axis=-1))
