"""What each case adds to the random part of average precision."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.core.types import Floats


def average_precision_pushes(
    is_positive: NDArray[np.bool_], scores: NDArray[Any], *, weights: Floats | None = None
) -> tuple[float, Floats]:
    """Average precision, and for each case its weight times the derivative by that weight; these sum to 0.

    With precision p(s) and mass N(s) at or above a score, the derivative of AP = sum over positives of p(s_i) / P by
    the weight of case j is (y_j (p(s_j) - AP) + sum over positives i with s_i <= s_j of (y_j - p(s_i)) / N(s_i)) / P;
    tied cases share a cut. The sum of squares is the infinitesimal jackknife variance. NaN without positives. It errs
    when there are few positives: a perfect ranking shows no variance. Reference: efron1993.

    >>> value, pushes = average_precision_pushes(np.array([True, False, True, False]), np.array([4, 3, 2, 1]))
    >>> round(value, 4), [round(x, 4) for x in pushes.tolist()]
    (0.8333, [0.1389, -0.1111, -0.0278, 0.0])
    """
    y = is_positive.astype(float)
    w = np.ones(len(y)) if weights is None else np.asarray(weights, dtype=float)
    cuts, place = np.unique(-np.asarray(scores), return_inverse=True)
    hits = np.bincount(place, weights=w * y, minlength=len(cuts))
    mass = np.cumsum(np.bincount(place, weights=w, minlength=len(cuts)))
    positives = float(hits.sum())
    if not positives > 0:
        return float("nan"), np.full(len(y), np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = np.where(mass > 0, 1 / mass, 0.0)
    precision = np.cumsum(hits) * inverse
    value = float(hits @ precision / positives)
    gain = np.cumsum((hits * inverse)[::-1])[::-1]
    loss = np.cumsum((hits * precision * inverse)[::-1])[::-1]
    own = y * (precision[place] - value + gain[place]) - loss[place]
    return value, w * own / positives + 0.0
