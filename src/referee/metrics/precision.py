"""Precision."""

from referee.metrics.registry import Parts, Values, metric


@metric(
    "Precision",
    shape="proportion",
    undefined="no case was predicted positive",
    reference="altman1994",
    aliases=("ppv", "positive_predictive_value"),
)
def precision(tp: Values, fp: Values) -> Parts:
    """Share of the predicted positives that are positive (PPV): TP / (TP + FP); it moves with prevalence.

    >>> precision([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.6666666666666666
    """
    return tp, tp + fp
