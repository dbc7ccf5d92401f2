"""Youden's J."""

from referee.metrics.registry import Rates, Values, metric


@metric(
    "Youden's J",
    range=(-1.0, 1.0),
    shape="rates",
    rates=Rates("identity", (1.0, 1.0), shift=-1.0),
    undefined="one of the two classes has no true case",
    reference="youden1950",
    aliases=("informedness", "youden", "j"),
)
def youden_j(tp: Values, fp: Values, fn: Values, tn: Values) -> Values:
    """Sensitivity + specificity - 1: 0 for any rule that ignores the case, 1 for a perfect one.

    >>> youden_j([1, 1, 1, 1, 0, 0], [1, 1, 1, 0, 0, 1])
    0.25
    """
    return tp / (tp + fn) + tn / (tn + fp) - 1
