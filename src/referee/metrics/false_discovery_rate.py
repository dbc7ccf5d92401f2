"""False discovery rate."""

from referee.metrics.registry import Parts, Values, metric


@metric(
    "False discovery rate",
    shape="proportion",
    undefined="no case was predicted positive",
    better="lower",
    reference="altman1994",
    aliases=("fdr",),
)
def false_discovery_rate(fp: Values, tp: Values) -> Parts:
    """Share of the predicted positives that are negative: FP / (FP + TP) = 1 - precision.

    >>> false_discovery_rate([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.3333333333333333
    """
    return fp, fp + tp
