"""Skill score of the log loss."""

from referee.metrics.brier_skill import ONE_CLASS
from referee.metrics.log_loss import log_loss
from referee.metrics.registry import Floats, Values, metric


@metric(
    "Log loss skill score",
    needs="probabilities",
    shape="skill",
    range=(-float("inf"), 1.0),
    undefined=ONE_CLASS,
    reference="mcfadden1974",
    automatic=False,
    aliases=("d2_log_loss",),
)
def log_loss_skill(truth: Floats, scores: Floats, *, eps: float | None = None) -> Values:
    """1 - log loss / log loss of the class frequencies of these same cases (McFadden's R2, D2).

    1 is perfect, 0 no better than the frequencies; minus infinity when a case had probability 0 for its true
    class, unless `eps` is given. Undefined when all cases have one class.

    >>> round(log_loss_skill([1, 0, 1, 0], [0.5, 0.5, 0.5, 0.5]), 12)
    0.0
    """
    return log_loss.raw(truth, scores, eps=eps)
