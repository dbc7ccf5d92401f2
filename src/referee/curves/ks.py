"""The Kolmogorov-Smirnov distance between the scores of the classes."""

from __future__ import annotations

import numpy as np

from referee.core.estimate import Estimate
from referee.core.ranking import Ranking
from referee.curves._counts import cuts_of, estimated, why_undefined


def ks(ranking: Ranking) -> Estimate:
    """The largest distance between the distribution functions of the scores of positives and negatives.

    max |TPR - FPR| over thresholds; where TPR leads it is the largest Youden index. Undefined without positives or
    negatives. It errs upwards in small samples, and it is blind to direction: `note` says when the negatives score
    higher there. Reference: conover1999.

    >>> ks(Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.7, 0.8, 0.3, 0.1], positive=1)).value
    0.5
    """
    why = why_undefined(ranking)
    value, note = float("nan"), ""
    if why is None:
        cuts = cuts_of(ranking)
        gap = cuts.tpr - cuts.fpr
        best = int(np.argmax(np.abs(gap)))
        value = abs(float(gap[best]))
        note = "the negatives score higher where the distance is largest" if gap[best] < 0 else ""
    return estimated("ks", "Kolmogorov-Smirnov distance", value, ranking, undefined=why, note=note)
