"""Youden's J."""

from referee.core.types import Values
from referee.metrics.label_metric import Rates
from referee.metrics.registry import metric, when


def one_class(tp: Values, fp: Values, fn: Values, tn: Values) -> Values:
    """Whether one of the two classes has no true case."""
    return (tp + fn == 0) | (fp + tn == 0)


@metric(
    "Youden's J",
    range=(-1.0, 1.0),
    shape="rates",
    rates=Rates("identity", (1.0, 1.0), shift=-1.0),
    undefined=when(one_class, "one of the two classes has no true case"),
    reference="youden1950",
    aliases=("informedness", "youden", "j"),
)
def youden_j(tp: Values, fp: Values, fn: Values, tn: Values) -> Values:
    """Sensitivity + specificity - 1: 0 for any rule that ignores the case, 1 for a perfect one.

    >>> youden_j([1, 1, 1, 1, 0, 0], [1, 1, 1, 0, 0, 1])
    0.25
    """
    return tp / (tp + fn) + tn / (tn + fp) - 1
