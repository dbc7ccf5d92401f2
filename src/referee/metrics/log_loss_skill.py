"""Skill score of the log loss."""

import numpy as np

from referee.metrics.brier_skill import ONE_CLASS
from referee.metrics.case_metric import class_shares, mean_loss
from referee.metrics.log_loss import log_loss
from referee.metrics.registry import Floats, Values, metric


@metric(
    "Log loss skill score",
    needs="probabilities",
    range=(-float("inf"), 1.0),
    undefined=ONE_CLASS,
    reference="mcfadden1974",
    automatic=False,
    aliases=("d2_log_loss",),
)
def log_loss_skill(truth: Floats, scores: Floats, weights: Floats, *, eps: float | None = None) -> Values:
    """1 - log loss / log loss of the class frequencies of these same cases (McFadden's R2, D2).

    1 is perfect, 0 no better than the frequencies; minus infinity when a case had probability 0 for its true
    class, unless `eps` is given. Undefined when all cases have one class.

    >>> round(log_loss_skill([1, 0, 1, 0], [0.5, 0.5, 0.5, 0.5]), 12)
    0.0
    """
    loss = mean_loss(log_loss.raw(truth, scores, eps=eps), weights)
    share = class_shares(truth, scores.shape[1], weights)
    base = -(share * np.log(np.where(share > 0, share, 1))).sum(axis=-1)
    return np.asarray(1 - loss / base)
