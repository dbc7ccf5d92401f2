"""Predicted positive rate."""

from referee.metrics.registry import Parts, Values, metric


@metric(
    "Predicted positive rate",
    shape="proportion",
    undefined="there is no case",
    better=None,
    reference="powers2011",
    aliases=("alert_rate", "positive_rate"),
)
def predicted_positive_rate(tp: Values, fp: Values, fn: Values, tn: Values) -> Parts:
    """Share of the cases called positive: (TP + FP) / n.

    >>> predicted_positive_rate([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.6
    """
    return tp + fp, tp + fp + fn + tn
