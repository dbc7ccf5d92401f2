"""Sensitivity."""

from referee.metrics.registry import Parts, Values, metric


@metric(
    "Sensitivity",
    shape="rate",
    undefined="no case is positive",
    reference="yerushalmy1947",
    aliases=("recall", "tpr", "true_positive_rate", "hit_rate"),
)
def sensitivity(tp: Values, fn: Values) -> Parts:
    """Share of the positive cases that are found (recall, true positive rate): TP / (TP + FN).

    >>> sensitivity([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.6666666666666666
    """
    return tp, tp + fn
