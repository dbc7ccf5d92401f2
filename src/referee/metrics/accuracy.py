"""Accuracy."""

from referee.metrics.label_metric import count_right
from referee.metrics.registry import Counts, Parts, metric


@metric("Accuracy", shape="rate", undefined="there is no case", reference="tan2006", aliases=("acc",))
def accuracy(counts: Counts) -> Parts:
    """Share of cases predicted right: tr C / n.

    It says little when one class is rare: the majority rule may do as well (`no_information_rate`).

    >>> accuracy([1, 0, 1, 1], [1, 0, 0, 1])
    0.75
    """
    return count_right(counts)
