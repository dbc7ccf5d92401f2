"""False omission rate."""

from referee.metrics.registry import Parts, Values, metric


@metric(
    "False omission rate",
    shape="proportion",
    undefined="no case was predicted negative",
    better="lower",
    reference="altman1994",
    aliases=("for",),
)
def false_omission_rate(fn: Values, tn: Values) -> Parts:
    """Share of the predicted negatives that are positive: FN / (FN + TN) = 1 - NPV.

    >>> false_omission_rate([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.5
    """
    return fn, fn + tn
