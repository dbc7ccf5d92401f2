"""False negative rate."""

from referee.metrics.registry import Parts, Values, metric


@metric(
    "False negative rate",
    shape="rate",
    undefined="no case is positive",
    better="lower",
    reference="altman1994sensitivity",
    aliases=("fnr", "type_ii_error", "beta", "miss_rate"),
)
def false_negative_rate(fn: Values, tp: Values) -> Parts:
    """Share of the positive cases that are missed (type II error, beta): FN / (FN + TP).

    >>> false_negative_rate([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.3333333333333333
    """
    return fn, fn + tp
