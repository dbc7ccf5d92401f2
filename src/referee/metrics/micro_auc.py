"""Micro-averaged AUC."""

import numpy as np

from referee.core.cases import halfway
from referee.core.rank_scores import run_ends
from referee.metrics.registry import EVERY_CLASS, Placements, Projection, metric


@metric(
    "One-vs-rest AUC, micro",
    needs="class scores",
    shape="influence",
    undefined=EVERY_CLASS,
    reference="sokolova2009",
)
def micro_auc(placements: Placements) -> Projection:
    """AUC of all (case, class) pairs pooled: is the score of a true class above that of a false one?

    It compares scores of different cases and columns, so they must be on one scale, and is high wherever rare
    classes get low scores from everyone. Undefined when a class has no case.

    >>> round(micro_auc([0, 1, 2], [[0.8, 0.1, 0.1], [0.3, 0.4, 0.3], [0.3, 0.5, 0.2]]), 6)
    0.722222
    """
    scores, mass = placements.scores, placements.mass
    n, others = mass.sum(), scores.shape[1] - 1
    order = np.argsort(scores, axis=None)
    ends = run_ends(scores.ravel()[order])
    row, column = np.divmod(order, others + 1)
    own = placements.truth[row] == column
    below = halfway(np.where(own, 0.0, mass[row]), ends)[own] / (n * others)
    above = 1 - halfway(np.where(own, mass[row], 0.0), ends)[~own] / n
    rows = np.bincount(row[~own], weights=above, minlength=len(mass)) / others
    rows[row[own]] += below
    value = float(mass @ rows / n / 2)
    return value, (rows - 2 * value) / n
