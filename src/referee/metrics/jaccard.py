"""Jaccard index."""

from referee.core.types import Values
from referee.metrics.metric import Parts
from referee.metrics.registry import proportion


@proportion(
    "Jaccard index",
    none="no case is positive or predicted positive",
    reference="jaccard1912",
    aliases=("iou", "critical_success_index"),
    shape="overlap",
)
def jaccard(tp: Values, fp: Values, fn: Values) -> Parts:
    """Overlap of the positive and the predicted positive cases: TP / (TP + FP + FN).

    >>> jaccard([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.5
    """
    return tp, tp + fp + fn
