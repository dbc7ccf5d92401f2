"""Area under the ROC curve, with three readings of ties, and the Gini coefficient."""

from __future__ import annotations

from referee import _check, metrics
from referee.core.estimate import Estimate
from referee.core.ranking import Ranking
from referee.curves._counts import checked, estimated, why_undefined
from referee.metrics.roc_auc import Ties


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
    value = metrics.roc_auc.using(ties=ties).value_of(ranking)
    return estimated("roc_auc", "AUC", value, ranking, undefined=why, note=note)


def gini(ranking: Ranking) -> Estimate:
    """The Gini coefficient of a ranking: 2 AUC - 1, 0 for chance and 1 for perfect separation.

    Undefined without positives or negatives. It errs as the AUC does, on a scale twice as wide.
    Reference: hanley1982.

    >>> gini(Ranking.from_scores([1, 1, 0, 0], [4, 3, 2, 1])).value
    1.0
    """
    ranking = checked(ranking)
    return estimated("gini", "Gini", metrics.gini.value_of(ranking), ranking, undefined=why_undefined(ranking))
