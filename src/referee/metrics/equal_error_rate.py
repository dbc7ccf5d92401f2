"""The equal error rate."""

import numpy as np

from referee.core.ranking import running
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
    p, n = (counts.sum(axis=-1, keepdims=True) for counts in (positives, negatives))
    last = x = np.zeros_like(p, dtype=float)  # TPR + FPR, and FPR, at the end of a piece
    found = np.full_like(last, np.nan)
    for _, _, tp, fp in running(positives, negatives):
        total, fpr = (
            np.concatenate([start, end], axis=-1) for start, end in ((last, tp / p + fp / n), (x, fp / n))
        )
        i = np.argmax(total[..., 1:] >= 1, axis=-1)[..., None]  # the sum grows from 0 to 2 along the curve
        before, at, left, right = (np.take_along_axis(v, j, axis=-1) for v in (total, fpr) for j in (i, i + 1))
        step = np.where(at > before, (1 - before) / np.where(at > before, at - before, 1), 0.0)
        found = np.where(np.isnan(found) & (at >= 1), left + (right - left) * step, found)
        last, x = total[..., -1:], fpr[..., -1:]
    return np.asarray(found[..., 0])
