"""Jaccard index."""

from referee.core.types import Values
from referee.metrics.registry import metric, when


def _none(tp: Values, fp: Values, fn: Values) -> Values:
    return tp + fp + fn == 0


@metric(
    "Jaccard index",
    shape="overlap",
    undefined=when(_none, "no case is positive or predicted positive"),
    reference="jaccard1912",
    aliases=("iou", "critical_success_index"),
)
def jaccard(tp: Values, fp: Values, fn: Values) -> Values:
    """Overlap of the positive and the predicted positive cases: TP / (TP + FP + FN).

    >>> jaccard([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.5
    """
    return tp / (tp + fp + fn)
