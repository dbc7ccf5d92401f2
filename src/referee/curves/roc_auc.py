"""Area under the ROC curve, with three readings of ties, and the Gini coefficient."""

from __future__ import annotations

from typing import Literal

import numpy as np

from referee import _check
from referee.core.estimate import Estimate
from referee.core.ranking import Ranking
from referee.curves._counts import checked, estimated, why_undefined

Ties = Literal["half", "optimistic", "strict"]


def roc_auc(ranking: Ranking, *, ties: Ties = "half") -> Estimate:
    """The probability that a random positive scores above a random negative.

    P(s+ > s-) + P(s+ = s-) / 2, the area under the ROC curve. By name `ties="optimistic"` counts a tie as a win
    (the area when tied positives are put first) and `ties="strict"` as a loss (tied negatives first); the truth
    about any way of breaking ties lies between them. Undefined without positives or negatives. It errs by weighing
    all false positive rates alike, also those nobody would use. Reference: hanley1982.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1], positive=1)
    >>> [roc_auc(r, ties=t).value for t in ("strict", "half", "optimistic")]
    [0.6666666666666666, 0.75, 0.8333333333333334]
    """
    _check.choice("ties", ties, ("half", "optimistic", "strict"))
    ranking = checked(ranking)
    why = why_undefined(ranking)
    note = "" if ties == "half" else f"{ties} about ties; the AUC is {ranking.auc:.10g}"
    return estimated("roc_auc", "AUC", _area(ranking, ties), ranking, undefined=why, note=note)


def gini(ranking: Ranking) -> Estimate:
    """The Gini coefficient of a ranking: 2 AUC - 1, 0 for chance and 1 for perfect separation.

    Undefined without positives or negatives. It errs as the AUC does, on a scale twice as wide.
    Reference: hanley1982.

    >>> gini(Ranking.from_scores([1, 1, 0, 0], [4, 3, 2, 1])).value
    1.0
    """
    ranking = checked(ranking)
    return estimated("gini", "Gini", 2 * ranking.auc - 1, ranking, undefined=why_undefined(ranking))


def _area(ranking: Ranking, ties: Ties) -> float:
    pairs = ranking.n_positive * ranking.n_negative
    if ties == "half" or not pairs:
        return ranking.auc
    below = ranking.n_negative - np.cumsum(ranking.negatives)
    won = below + ranking.negatives if ties == "optimistic" else below
    return float((ranking.positives * won).sum() / pairs)
