"""Logarithmic loss."""

import numpy as np

from referee import _check, _format
from referee.core.cases import Cases
from referee.metrics.registry import Floats, Values, metric


def _remark(cases: Cases, *, eps: float | None = None) -> str:
    if eps is None and cases.scores.min(initial=1.0) > 0:
        return ""
    zero = cases.scores[np.arange(len(cases.truth)), cases.truth] == 0
    impossible = int(zero.sum() if cases.times is None else cases.times[zero].sum())
    if eps is not None:
        rescued = _format.plural(impossible, "infinite loss", "infinite losses")
        return f"probabilities were clipped to [{eps:g}, 1 - {eps:g}], which hides {rescued}"
    if not impossible:
        return ""
    return f"{_format.plural(impossible, 'case')} had probability 0 for what happened, so the loss is infinite"


def _extremes(scores: Floats, *, eps: float | None = None) -> tuple[float, float]:
    ends = np.array([scores.max(), scores.min()])
    with np.errstate(divide="ignore"):
        least, most = -np.log(ends if eps is None else np.clip(ends, eps, 1 - eps)) + 0.0
    return float(least), float(most)


@metric(
    "Log loss",
    needs="probabilities",
    better="lower",
    range=(0.0, float("inf")),
    shape="mean",
    reference="good1952",
    aliases=("cross_entropy", "logloss", "neg_log_loss"),
    note=_remark,
    extremes=_extremes,
)
def log_loss(truth: Floats, scores: Floats, *, eps: float | None = None) -> Values:
    """Mean of -log(probability of the true class), in nats.

    It is infinite when a case had probability exactly 0 for its true class, and says so; a clipped value is given
    only for a stated `eps` (probabilities are then moved into [eps, 1 - eps]). One confident mistake can rule it.

    >>> round(log_loss([1, 0], [0.5, 0.5]), 6), log_loss([1, 0], [0.0, 0.5])
    (0.693147, inf)
    """
    own = scores[np.arange(len(truth)), truth]
    if eps is not None:
        bound = _check.fraction("eps", eps)
        if bound >= 0.5:
            _check.fail("eps", "be below 0.5", eps)
        own = np.clip(own, bound, 1 - bound)
    with np.errstate(divide="ignore"):
        return np.asarray(-np.log(own) + 0.0)
