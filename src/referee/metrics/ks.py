"""The Kolmogorov-Smirnov distance between the scores of the classes."""

import numpy as np

from referee.core.ranking import running
from referee.metrics.registry import LACKS_A_CLASS, Values, metric


@metric(
    "Kolmogorov-Smirnov distance",
    shape="best",
    undefined=LACKS_A_CLASS,
    reference="conover1999",
    aliases=("ks_statistic", "kolmogorov_smirnov"),
    headline=False,
)
def ks(positives: Values, negatives: Values) -> Values:
    """The largest distance between the distribution functions of the scores of positives and negatives.

    max |TPR - FPR| over thresholds; where TPR leads it is the largest Youden index. It errs upwards in small samples,
    and it is blind to direction.

    >>> ks([1, 1, 0, 1, 0], [0.9, 0.7, 0.8, 0.3, 0.1], positive=1)
    0.5
    """
    p, n = (counts.sum(axis=-1, keepdims=True) for counts in (positives, negatives))
    gaps = [np.abs(tp / p - fp / n).max(axis=-1) for _, _, tp, fp in running(positives, negatives)]
    return np.asarray(np.max(gaps, axis=0))
