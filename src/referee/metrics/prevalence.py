"""Prevalence."""

from referee.metrics.registry import Parts, Values, metric


@metric(
    "Prevalence",
    shape="proportion",
    undefined="there is no case",
    better=None,
    reference="altman1994",
    aliases=("base_rate",),
)
def prevalence(tp: Values, fn: Values, fp: Values, tn: Values) -> Parts:
    """Share of the cases that are positive: (TP + FN) / n; a fact of the test set, not of the model.

    >>> prevalence([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.6
    """
    return tp + fn, tp + fn + fp + tn
