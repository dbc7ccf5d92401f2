"""Sensitivity at a specificity, and specificity at a sensitivity: one point of the ROC curve."""

from typing import Literal

import numpy as np

from referee import _check
from referee.metrics.registry import LACKS_A_CLASS, Floats, Values, metric

Between = Literal["linear", "step"]


def whole(counts: Floats) -> Floats:
    """Counts that are whole but for rounding, made whole.

    >>> whole(np.array([0.1 * 30, 2.5])).tolist()
    [3.0, 2.5]
    """
    nearest = np.rint(counts)
    return np.where(np.abs(counts - nearest) < 1e-9 * np.maximum(1.0, nearest), nearest, counts)


def _highest(up: Values, along: Values, share: float, between: Between) -> Values:
    """The largest share of `up` where at most `share` of `along` is reached, from counts at scores, best first."""
    _check.choice("between", between, ("linear", "step"))
    rise, run = (np.cumsum(np.insert(part.astype(float), 0, 0.0, axis=-1), axis=-1) for part in (up, along))
    allowed = whole(share * run[..., -1:])
    i = (run <= allowed + 1e-12 * run[..., -1:]).sum(axis=-1, keepdims=True) - 1  # weights are not whole
    j = np.minimum(i + (between == "linear"), rise.shape[-1] - 1)
    (y0, y1), (x0, x1) = ([np.take_along_axis(part, k, axis=-1) for k in (i, j)] for part in (rise, run))
    step = np.where(x1 > x0, np.maximum(allowed - x0, 0) / np.where(x1 > x0, x1 - x0, 1), 0.0)
    value = (y0 + step * (y1 - y0)) / np.where(run[..., -1:] > 0, rise[..., -1:], np.nan)
    return np.asarray(value[..., 0])


@metric(
    "Sensitivity at specificity {specificity}",
    undefined=LACKS_A_CLASS,
    reference="fawcett2006",
    aliases=("tpr_at_specificity", "recall_at_specificity"),
    automatic=False,
)
def sensitivity_at_specificity(
    positives: Values, negatives: Values, *, specificity: float = 0.9, between: Between = "linear"
) -> Values:
    """The largest sensitivity on the ROC curve at a specificity.

    "linear" reads the line between neighbouring points, which a threshold reaches only by drawing lots among cases;
    "step" is the best that one threshold attains with at least this specificity. It errs upwards in small samples,
    as the threshold is chosen on the same cases.

    >>> y, s = [1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1]
    >>> sensitivity_at_specificity(y, s, positive=1, specificity=0.75)
    0.5
    >>> sensitivity_at_specificity(y, s, positive=1, specificity=0.75, between="step")
    0.3333333333333333
    """
    return _highest(positives, negatives, 1 - _check.share("specificity", specificity), between)


@metric(
    "Specificity at sensitivity {sensitivity}",
    undefined=LACKS_A_CLASS,
    reference="fawcett2006",
    aliases=("specificity_at_recall",),
    automatic=False,
)
def specificity_at_sensitivity(
    positives: Values, negatives: Values, *, sensitivity: float = 0.9, between: Between = "linear"
) -> Values:
    """The largest specificity on the ROC curve at a sensitivity: `sensitivity_at_specificity`, the classes swapped.

    It errs upwards in small samples, as the threshold is chosen on the same cases.

    >>> specificity_at_sensitivity([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1], positive=1, sensitivity=0.5)
    0.75
    """
    misses = 1 - _check.share("sensitivity", sensitivity)
    return _highest(negatives[..., ::-1], positives[..., ::-1], misses, between)
