"""False negative rate."""

from referee.core.types import Values
from referee.metrics.metric import Parts
from referee.metrics.registry import proportion


@proportion(
    "False negative rate",
    none="no case is positive",
    better="lower",
    reference="altman1994",
    aliases=("fnr", "type_ii_error", "beta", "miss_rate"),
)
def false_negative_rate(fn: Values, tp: Values) -> Parts:
    """Share of the positive cases that are missed (type II error, beta): FN / (FN + TP).

    >>> false_negative_rate([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.3333333333333333
    """
    return fn, fn + tp
