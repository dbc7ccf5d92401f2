"""Top-k accuracy."""

import numpy as np

from referee import _check
from referee.core.cases import Cases
from referee.metrics.registry import Floats, Values, metric


def _remark(cases: Cases, *, k: int = 2) -> str:
    classes = len(cases.labels)
    return f"k = {k} with {classes} classes is 1 whatever the scores" if k >= classes else ""


def _extremes(scores: Floats, *, k: int = 2) -> tuple[float, float]:
    ends = []
    for edge, above in ((scores.min(axis=1), -1), (scores.max(axis=1), 0)):
        tied = (scores == edge[:, None]).sum(axis=1)
        better = scores.shape[1] - tied if above else 0
        ends.append(np.clip((k - better) / tied, 0, 1))
    return float(ends[0].min()), float(ends[1].max())


@metric(
    "Top-{k} accuracy",
    needs="class scores",
    shape="mean",
    reference="tan2006",
    aliases=("top_2_accuracy", "top_k_accuracy_score"),
    note=_remark,
    extremes=_extremes,
)
def top_k_accuracy(truth: Floats, scores: Floats, *, k: int = 2) -> Values:
    """Share of cases whose true class is among the `k` highest scores.

    A tie at the k-th place counts in expectation over a random order of the tied classes, so the value does not
    depend on the order of columns. Always defined; 1 when k is at least the number of classes, which is said.

    >>> top_k_accuracy([0, 1, 2], [[0.5, 0.3, 0.2], [0.6, 0.2, 0.2], [0.6, 0.3, 0.1]], k=2)
    0.5
    """
    k = _check.whole("k", k, least=1)
    own = scores[np.arange(len(truth)), truth][:, None]
    above, tied = (scores > own).sum(axis=1), (scores == own).sum(axis=1)
    return np.asarray(np.clip((k - above) / tied, 0, 1))
