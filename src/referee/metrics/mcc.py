"""Matthews correlation coefficient."""

import numpy as np

from referee.metrics.registry import Counts, Values, metric


@metric(
    "Matthews correlation",
    range=(-1.0, 1.0),
    undefined="truth or prediction has a single class",
    reference="gorodkin2004",
    aliases=("matthews", "matthews_corrcoef", "phi"),
)
def mcc(counts: Counts) -> Values:
    """Correlation between truth and prediction, for any number of classes.

    With C the matrix, n its sum, t and q its row and column sums:
    (n tr C - t.q) / sqrt((n^2 - t.t)(n^2 - q.q)). Of two classes it is Matthews' coefficient. `mcc.macro` is
    another thing: the mean of the coefficients of each class against the rest.

    >>> mcc([1, 1, 1, 1, 0, 0], [1, 1, 1, 0, 0, 1])
    0.25
    """
    t, q = counts.sum(axis=-1), counts.sum(axis=-2)
    if counts.shape[-1] == 2:  # the same, written so that a rare class is not lost in rounding
        above = counts[..., 0, 0] * counts[..., 1, 1] - counts[..., 0, 1] * counts[..., 1, 0]
        return np.asarray(above / np.sqrt(t[..., 0] * t[..., 1] * q[..., 0] * q[..., 1]))
    n = t.sum(axis=-1)
    above = n * counts.trace(axis1=-2, axis2=-1) - (t * q).sum(axis=-1)
    below = (n * n - (t * t).sum(axis=-1)) * (n * n - (q * q).sum(axis=-1))
    several = np.minimum((t != 0).sum(axis=-1), (q != 0).sum(axis=-1)) > 1  # else 0 / 0, which rounding may miss
    return np.where(several, above / np.sqrt(below), np.nan)
