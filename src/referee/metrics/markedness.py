"""Markedness."""

from referee.core.types import Values
from referee.metrics.registry import metric, when


def _one_answer(tp: Values, fp: Values, fn: Values, tn: Values) -> Values:
    return (tp + fp == 0) | (fn + tn == 0)


@metric(
    "Markedness",
    range=(-1.0, 1.0),
    undefined=when(_one_answer, "one of the two answers was never given"),
    reference="powers2011",
)
def markedness(tp: Values, fp: Values, fn: Values, tn: Values) -> Values:
    """Precision + negative predictive value - 1.

    >>> markedness([1, 1, 1, 1, 0, 0], [1, 1, 1, 0, 0, 1])
    0.25
    """
    return tp / (tp + fp) + tn / (tn + fn) - 1
