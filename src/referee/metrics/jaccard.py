"""Jaccard index."""

from referee.metrics.registry import Values, metric


@metric(
    "Jaccard index",
    shape="overlap",
    undefined="no case is positive or predicted positive",
    reference="jaccard1912",
    aliases=("iou", "critical_success_index"),
)
def jaccard(tp: Values, fp: Values, fn: Values) -> Values:
    """Overlap of the positive and the predicted positive cases: TP / (TP + FP + FN).

    >>> jaccard([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.5
    """
    return tp / (tp + fp + fn)
