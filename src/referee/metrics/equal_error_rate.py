"""The equal error rate."""

import numpy as np

from referee.metrics.registry import LACKS_A_CLASS, Values, metric


@metric(
    "Equal error rate",
    shape="best",
    better="lower",
    undefined=LACKS_A_CLASS,
    reference="martin1997",
    aliases=("eer",),
    headline=False,
)
def equal_error_rate(positives: Values, negatives: Values) -> Values:
    """The rate at which false positives and false negatives are equally frequent.

    Where the ROC curve, straight between its points, meets FPR = 1 - TPR. It errs by answering a question of no one's
    costs; no single threshold may reach it.

    >>> equal_error_rate([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1], positive=1)
    0.3333333333333333
    """
    tp, fp = np.cumsum(positives, axis=-1), np.cumsum(negatives, axis=-1)
    tpr, fpr = tp / tp[..., -1:], fp / fp[..., -1:]
    zero = np.zeros((*tpr.shape[:-1], 1))
    tpr, fpr = np.concatenate([zero, tpr], axis=-1), np.concatenate([zero, fpr], axis=-1)
    total = tpr + fpr  # grows from 0 to 2 along the curve
    i = np.argmax(total >= 1, axis=-1)[..., None]
    at, before = (np.take_along_axis(total, j, axis=-1) for j in (i, i - 1))
    x, x0 = (np.take_along_axis(fpr, j, axis=-1) for j in (i, i - 1))
    step = np.where(at > before, (1 - before) / np.where(at > before, at - before, 1), 0.0)
    return np.asarray((x0 + (x - x0) * step)[..., 0])
