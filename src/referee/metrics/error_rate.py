"""Error rate."""

from referee.metrics.registry import Counts, Parts, metric


@metric(
    "Error rate",
    shape="rate",
    undefined="there is no case",
    better="lower",
    reference="tan2006",
    aliases=("hamming_loss", "zero_one_loss"),
)
def error_rate(counts: Counts) -> Parts:
    """Share of cases predicted wrong: 1 - accuracy.

    >>> error_rate([1, 0, 1, 1], [1, 0, 0, 1])
    0.25
    """
    total = counts.sum(axis=(-2, -1))
    return total - counts.trace(axis1=-2, axis2=-1), total
