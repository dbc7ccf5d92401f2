"""Specificity."""

from referee.metrics.registry import Parts, Values, metric


@metric(
    "Specificity",
    shape="rate",
    undefined="no case is negative",
    reference="yerushalmy1947",
    aliases=("tnr", "true_negative_rate", "selectivity"),
)
def specificity(tn: Values, fp: Values) -> Parts:
    """Share of the negative cases that are left alone (true negative rate): TN / (TN + FP).

    >>> specificity([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.5
    """
    return tn, tn + fp
