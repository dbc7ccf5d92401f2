"""Partial area under the ROC curve, plain and with McClish's correction."""

from __future__ import annotations

import numpy as np

from referee import _check
from referee.core import Estimate, Ranking
from referee.core.types import Floats
from referee.curves._counts import Cuts, cuts_of

Range = tuple[float, float]
_BELOW = "the partial curve lies below the diagonal, where McClish's correction has no meaning"


def partial_auc(
    ranking: Ranking, *, specificity: Range | None = None, sensitivity: Range | None = None
) -> Estimate:
    """The area of a part of the ROC curve: over a range of specificity, or of sensitivity.

    Over specificity it is the integral of sensitivity, over sensitivity that of specificity; between points the
    curve is straight. Its largest value is the width of the range. False positive rates up to 0.1 are
    `specificity=(0.9, 1)`. Undefined without positives or negatives. It errs by depending on the range, which must
    be chosen before the curve is seen. Reference: mcclish1989.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.7, 0.8, 0.3, 0.1], positive=1)
    >>> round(partial_auc(r, specificity=(0.5, 1)).value, 6), round(partial_auc(r, sensitivity=(0, 0.5)).value, 6)
    (0.166667, 0.416667)
    """
    cuts = cuts_of(ranking)
    x, y, low, high, name = _axes(cuts, specificity, sensitivity)
    value = float("nan") if cuts.lacking else _between(x, y, low, high)
    return cuts.estimate("partial_auc", f"Partial AUC over {name}", value, undefined=cuts.lacking)


def partial_auc_mcclish(
    ranking: Ranking, *, specificity: Range | None = None, sensitivity: Range | None = None
) -> Estimate:
    """The partial AUC on a scale where chance is 0.5 and perfection 1.

    (1 + (A - a) / (w - a)) / 2 with A the partial area, a that under the diagonal and w the width of the range.
    Undefined without positives or negatives, and when A is below a. It errs as the partial area does.
    Reference: mcclish1989.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.7, 0.8, 0.3, 0.1], positive=1)
    >>> round(partial_auc_mcclish(r, specificity=(0.5, 1)).value, 6)
    0.555556
    """
    cuts = cuts_of(ranking)
    x, y, low, high, name = _axes(cuts, specificity, sensitivity)
    why = cuts.lacking
    value = float("nan")
    if why is None:
        area, width = _between(x, y, low, high), high - low
        chance = width * (low + high) / 2 if specificity is not None else width * (1 - (low + high) / 2)
        if area < chance - 1e-12:
            why = _BELOW
        value = (1 + (area - chance) / (width - chance)) / 2
    return cuts.estimate("partial_auc_mcclish", f"Partial AUC over {name}, McClish", value, undefined=why)


def _axes(
    cuts: Cuts, specificity: Range | None, sensitivity: Range | None
) -> tuple[Floats, Floats, float, float, str]:
    """The rate that is integrated over (ascending), the other, the range of the first, and its name."""
    if (specificity is None) == (sensitivity is None):
        got = "neither" if specificity is None else "both"
        _check.fail("specificity", "be given, or `sensitivity`, and not both", got)
    if specificity is not None:
        low, high = _range("specificity", specificity)
        return cuts.fpr, cuts.tpr, 1 - high, 1 - low, f"specificity {low:g} to {high:g}"
    assert sensitivity is not None
    low, high = _range("sensitivity", sensitivity)
    return cuts.tpr, 1 - cuts.fpr, low, high, f"sensitivity {low:g} to {high:g}"


def _range(arg: str, given: Range) -> Range:
    """Two different shares, the lower first."""
    if not isinstance(given, tuple | list) or len(given) != 2:
        _check.fail(arg, "be a pair of numbers (low, high)", given)
    low, high = sorted(_check.share(arg, value) for value in given)
    if low == high:
        _check.fail(arg, "have two different ends", given)
    return low, high


def _between(x: Floats, y: Floats, low: float, high: float) -> float:
    """The integral of y over x from low to high; where the curve is vertical its inner end counts."""
    first = int(np.searchsorted(x, low, side="right"))
    last = int(np.searchsorted(x, high, side="left"))
    ends = [np.interp(at, x[i - 1 : i + 1], y[i - 1 : i + 1]) for at, i in ((low, first), (high, last))]
    xs = np.concatenate([[low], x[first:last], [high]])
    ys = np.concatenate([ends[:1], y[first:last], ends[1:]])
    return float(np.sum((xs[1:] - xs[:-1]) * (ys[1:] + ys[:-1])) / 2)
