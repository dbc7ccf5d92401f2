"""R001: the model is not shown to beat the rule that always names the largest class."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import ndtr

from referee import _format
from referee.core.confusion import ConfusionMatrix
from referee.core.finding import Finding
from referee.core.types import Counts, Floats
from referee.inference.at_prevalence import Shares
from referee.stattests.cluster_jackknife import LEAST, cluster_jackknife
from referee.stattests.mcnemar import midp_of_discordant

CODE = "R001"


def majority_rule(
    matrix: ConfusionMatrix,
    level: float,
    *,
    shares: Shares | None = None,
    clusters: Counts | None = None,
    who: str = "The model",
) -> list[Finding]:
    """Compare the model with the majority rule on the same cases by a paired (McNemar mid-p) test.

    The model is right where the rule is wrong on the right answers outside the largest class, and wrong where the
    rule is right on the wrong answers inside it. On weighted tables the effective numbers are used. At stated
    `shares` of the classes both accuracies are at those shares, and p is normal, from the recalls; of tables of
    `clusters` it is that of the cluster jackknife.

    >>> m = ConfusionMatrix.from_counts(tp=0, fn=10, fp=0, tn=9990)
    >>> majority_rule(m, 0.95)[0].evidence
    'accuracy 0.999 against 0.999 of always answering negative; paired p = 1.000'
    """
    if len(matrix.labels) < 2 or matrix.expected:
        return []
    if (
        shares is not None and matrix.positive is not None
    ):  # the shares are those of the positive class and the rest
        matrix = matrix.binary()
    counts = matrix.counts.astype(float)
    if matrix.squares is not None:
        counts = counts * (counts.sum() / matrix.squares.sum())
    right, totals = counts.diagonal(), counts.sum(axis=1)
    if shares is not None and len(shares.values) == len(totals) and (totals > 0).all():
        model, rule, p, largest = _at_shares(right, totals, shares.values)
        end = ", at the stated prevalence"
    else:
        largest, end = int(matrix.support.argmax()), ""
        model, rule = float(right.sum() / counts.sum()), float(totals[largest] / counts.sum())
        gained, lost = float(right.sum() - right[largest]), float(totals[largest] - right[largest])
        p = midp_of_discordant(round(gained), round(lost))
        if clusters is not None and len(clusters) >= LEAST:
            p = _by_clusters(clusters, largest)
    if p < 1 - level and model > rule:
        return []
    name = _format.label(matrix.labels[largest])
    verb = "is worse than" if p < 1 - level else "is not shown to beat"
    evidence = (
        f"accuracy {_format.number(model)} against {_format.number(rule)} of always answering {name}; "
        f"paired p = {_format.p_value(p)}{end}"
    )
    advice = "Look at the recall of each class, MCC or cost; accuracy says nothing here."
    return [Finding(CODE, "warning", f"{who} {verb} the majority rule", evidence, advice)]


def _at_shares(right: Floats, totals: Floats, shares: Floats) -> tuple[float, float, float, int]:
    """Accuracies of model and rule where the classes have these shares, p of their difference, and the rule's class."""
    largest = int(shares.argmax())
    recalls = right / totals
    model, rule = float(shares @ recalls), float(shares[largest])
    error = math.sqrt(float((shares**2 * recalls * (1 - recalls) / totals).sum()))
    p = 1.0 if model == rule else 0.0 if error == 0 else float(2 * ndtr(-abs(model - rule) / error))
    return model, rule, p, largest


def _by_clusters(tables: Counts, largest: int) -> float:
    """The p of the model against the rule when whole clusters of cases were drawn."""
    rule = np.zeros_like(tables)
    rule[:, :, largest] = tables.sum(axis=2)
    found = cluster_jackknife(tables, rule).p_value
    return 1.0 if math.isnan(found) else found
