"""Negative predictive value."""

from referee.metrics.registry import Parts, Values, metric


@metric(
    "Negative predictive value",
    shape="proportion",
    undefined="no case was predicted negative",
    reference="altman1994",
    aliases=("npv",),
)
def negative_predictive_value(tn: Values, fn: Values) -> Parts:
    """Share of the predicted negatives that are negative: TN / (TN + FN); it moves with prevalence.

    >>> negative_predictive_value([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.5
    """
    return tn, tn + fn
