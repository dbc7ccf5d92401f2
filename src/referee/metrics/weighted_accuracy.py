"""Weighted accuracy."""

from referee import _check
from referee.metrics.registry import Values, metric


@metric("Weighted accuracy", undefined="no case has a weight", reference="tan2006")
def weighted_accuracy(
    tp: Values,
    fn: Values,
    fp: Values,
    tn: Values,
    *,
    w1: float = 1,
    w2: float = 1,
    w3: float = 1,
    w4: float = 1,
) -> Values:
    """Accuracy with a weight for each cell: (w1 TP + w4 TN) / (w1 TP + w2 FN + w3 FP + w4 TN).

    >>> weighted_accuracy.using(w1=2, w4=3)([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])
    0.7777777777777778
    """
    for name, weight in {"w1": w1, "w2": w2, "w3": w3, "w4": w4}.items():
        if _check.number(name, weight) < 0:
            _check.fail(name, "be at least 0", weight)
    return (w1 * tp + w4 * tn) / (w1 * tp + w2 * fn + w3 * fp + w4 * tn)
