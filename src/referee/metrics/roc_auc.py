"""Area under the ROC curve, and the Gini coefficient."""

from typing import Literal

import numpy as np

from referee import _check
from referee.core.ranking import area
from referee.metrics.registry import LACKS_A_CLASS, Values, metric

Ties = Literal["half", "optimistic", "strict"]


@metric(
    "Area under the ROC curve",
    shape="area",
    undefined=LACKS_A_CLASS,
    reference="hanley1982",
    aliases=("auc", "auroc", "c_statistic", "area_under_the_roc_curve"),
)
def roc_auc(positives: Values, negatives: Values, *, ties: Ties = "half") -> Values:
    """The probability that a random positive scores above a random negative.

    P(s+ > s-) + P(s+ = s-) / 2, the area under the ROC curve. `ties="optimistic"` counts a tie as a win (the area when
    tied positives are put first) and `ties="strict"` as a loss; the truth about any way of breaking ties lies between
    them. It errs by weighing all false positive rates alike, also those nobody would use.

    >>> roc_auc([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1], positive=1)
    0.75
    """
    _check.choice("ties", ties, ("half", "optimistic", "strict"))
    lost = {"half": 1, "optimistic": 0, "strict": 2}[ties]
    return np.asarray(area(positives, negatives, lost))


@metric(
    "Gini coefficient",
    shape="area",
    range=(-1.0, 1.0),
    undefined=LACKS_A_CLASS,
    reference="hanley1982",
    headline=False,
)
def gini(positives: Values, negatives: Values) -> Values:
    """2 AUC - 1: 0 for chance and 1 for perfect separation. It errs as the AUC does, on a scale twice as wide.

    >>> gini([1, 1, 0, 0], [4, 3, 2, 1], positive=1)
    1.0
    """
    return 2 * roc_auc.raw(positives, negatives) - 1
