"""Brier score."""

import numpy as np

from referee.metrics.registry import Floats, Values, metric


def _ends(k: int) -> tuple[float, float]:
    return (0.0, 1.0) if k == 2 else (0.0, 2.0)


def _extremes(scores: Floats) -> tuple[float, float]:
    squares = np.einsum("ij,ij->i", scores, scores) + 1
    two = scores.shape[1] == 2  # by columns: a reduction along rows of two is slow
    low, high = (f(*scores.T) if two else f.reduce(scores, axis=1) for f in (np.minimum, np.maximum))
    return float((squares - 2 * high).min()) / (1 + two), float((squares - 2 * low).max()) / (1 + two)


@metric(
    "Brier score",
    needs="probabilities",
    better="lower",
    range=(0.0, 2.0),
    bounds=_ends,
    extremes=_extremes,
    shape="mean",
    reference="brier1950",
    aliases=("brier", "brier_score_loss"),
)
def brier_score(truth: Floats, scores: Floats) -> Values:
    """Mean squared error of the probabilities.

    Of two classes the mean of (p - y)^2, from 0 to 1. Of more, Brier's own form: the sum of that over the classes,
    from 0 to 2. It is always defined. It mixes calibration with discrimination and depends on the prevalence, so
    values from different populations do not compare; see `brier_decomposition` and `brier_skill`.

    >>> round(brier_score([1, 0, 1], [0.9, 0.2, 0.6]), 12)
    0.07
    """
    if scores.shape[1] == 2:
        return ((scores[:, 0] - (1 - truth)) ** 2 + (scores[:, 1] - truth) ** 2) / 2
    error = scores.copy()
    error[np.arange(len(truth)), truth] -= 1
    return np.asarray(np.einsum("ij,ij->i", error, error))
