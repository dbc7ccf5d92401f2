"""False positive rate."""

from referee.metrics.registry import Parts, Values, metric


@metric(
    "False positive rate",
    shape="rate",
    undefined="no case is negative",
    better="lower",
    reference="altman1994sensitivity",
    aliases=("fpr", "type_i_error", "alpha", "fall_out"),
)
def false_positive_rate(fp: Values, tn: Values) -> Parts:
    """Share of the negative cases called positive (type I error, alpha): FP / (FP + TN).

    >>> false_positive_rate([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.5
    """
    return fp, fp + tn
