"""No-information rate."""

from referee.metrics.registry import Counts, Parts, metric


@metric(
    "No-information rate",
    shape="proportion",
    undefined="there is no case",
    better=None,
    reference="tan2006",
    aliases=("nir", "majority_rate"),
)
def no_information_rate(counts: Counts) -> Parts:
    """Accuracy of the majority rule, which always names the largest class: max_k t_k / n, t the row sums.

    >>> no_information_rate([1, 1, 1, 0], [1, 0, 1, 0])
    0.75
    """
    return counts.sum(axis=-1).max(axis=-1), counts.sum(axis=(-2, -1))
