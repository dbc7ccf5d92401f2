"""Markedness."""

from referee.metrics.registry import Rates, Values, metric


@metric(
    "Markedness",
    range=(-1.0, 1.0),
    shape="rates",
    rates=Rates("identity", (1.0, 1.0), shift=-1.0, of_answers=True),
    undefined="one of the two answers was never given",
    reference="powers2011",
)
def markedness(tp: Values, fp: Values, fn: Values, tn: Values) -> Values:
    """Precision + negative predictive value - 1.

    >>> markedness([1, 1, 1, 1, 0, 0], [1, 1, 1, 0, 0, 1])
    0.25
    """
    return tp / (tp + fp) + tn / (tn + fn) - 1
