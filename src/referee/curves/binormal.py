"""The binormal model: d', the area it implies, and a smooth ROC curve by probit regression."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from referee import _check
from referee.core import Curve, Estimate, Ranking
from referee.curves._counts import cuts_of

_FLAT = "fewer than two points of the ROC curve lie off its edges, or they fix no line"


def auc_from_dprime(dprime: float) -> float:
    """The AUC of two normal classes of equal variance whose means lie d' standard deviations apart.

    Phi(d' / sqrt 2). It errs when the variances differ. Reference: green1966.

    >>> auc_from_dprime(1.0)
    0.7602499389065233
    """
    return float(ndtr(_check.number("dprime", dprime) / math.sqrt(2)))


def dprime_from_auc(auc: float) -> float:
    """The d' that gives this AUC under two normal classes of equal variance: sqrt 2 Phi^-1(AUC).

    Infinite at 0 and 1. It errs when the variances differ. Reference: green1966.

    >>> round(dprime_from_auc(0.7602499389065233), 12)
    1.0
    """
    return float(math.sqrt(2) * ndtri(_check.share("auc", auc)))


def dprime(ranking: Ranking) -> Estimate:
    """The distance of the mean scores of the classes, in standard deviations: (m+ - m-) / sqrt((v+ + v-) / 2).

    Variances have the divisor n. Undefined without positives or negatives, when both variances are 0, and when a
    score is infinite. It errs when scores are far from normal: unlike the AUC it changes with a monotone
    transformation of the scores. Reference: green1966.

    >>> dprime(Ranking.from_scores([1, 1, 0, 0], [3.0, 5.0, 1.0, 3.0])).value
    2.0
    """
    cuts = cuts_of(ranking)
    why = cuts.lacking
    scores = np.asarray(ranking.scores, dtype=float)
    if why is None and not np.isfinite(scores).all():
        why = "a score is infinite"
    value = float("nan")
    if why is None:
        means, variances = [], []
        for weight in (ranking.positives, ranking.negatives):
            means.append(np.average(scores, weights=weight))
            variances.append(np.average((scores - means[-1]) ** 2, weights=weight))
        spread = math.sqrt(sum(variances) / 2)
        if spread == 0:
            why = "the scores do not vary within the classes"
        else:
            value = (means[0] - means[1]) / spread
    return cuts.estimate("dprime", "d'", value, undefined=why)


def binormal(ranking: Ranking, *, points: int = 512) -> Curve:
    """A smooth ROC curve: TPR = Phi(a + b Phi^-1(FPR)), with a, b and its area Phi(a / sqrt(1 + b^2)) as `facts`.

    The line is fitted by least squares of probit specificity on probit sensitivity, over the points of the ROC
    curve where both are neither 0 nor 1. Undefined without positives or negatives, or when such points fix no
    line. It errs when the curve has few points, which are not independent: it describes, it does not test.
    Reference: hanley1988.

    >>> r = Ranking.from_scores([1, 0, 1, 1, 0, 1, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1], positive=1)
    >>> round(binormal(r).facts["auc"], 4)
    0.7028
    """
    points = _check.whole("points", points, least=2)
    cuts = cuts_of(ranking)
    why = cuts.lacking
    a = b = area = float("nan")
    if why is None:
        inside = (cuts.tp > 0) & (cuts.fn > 0) & (cuts.fp > 0) & (cuts.tn > 0)
        sensitivity, specificity = ndtri(cuts.tpr[inside]), ndtri(1 - cuts.fpr[inside])
        spread = sensitivity - sensitivity.mean() if len(sensitivity) else sensitivity
        square = float(spread @ spread)
        slope = float(spread @ specificity) / square if square > 1e-20 else 0.0
        if slope < 0:
            a = -(float(specificity.mean()) - slope * float(sensitivity.mean())) / slope
            b = -1 / slope
            area = float(ndtr(a / math.sqrt(1 + b * b)))
        else:
            why = _FLAT
    fpr = np.linspace(0, 1, points)
    tpr = np.full(points, np.nan)
    if why is None:
        tpr = ndtr(a + b * ndtri(fpr))
    known: Any = {"facts": {"a": a, "b": b, "auc": area}, "undefined": why, "plane": "roc"}
    return cuts.curve("binormal", "Binormal ROC curve", ("FPR", fpr), ("TPR", tpr), at_cuts=False, **known)
