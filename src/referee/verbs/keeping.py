"""What a comparison keeps for its reader: who is right where the other is wrong, the two curves, which cases."""

from __future__ import annotations

from typing import Any

from referee.core.ranking import Ranking
from referee.counting.pairing import PairedPredictions
from referee.curves.roc import roc
from referee.curves.thin import thinned

MOST_LABELS = 12


def kept(pair: PairedPredictions, *, by_scores: bool) -> dict[str, Any]:
    """The fingerprint of the cases, with the ROC curves of both scores, or the joint table when it is small.

    >>> from referee.counting import Predictions
    >>> same = Predictions([1, 0, 1], [1, 0, 0])
    >>> kept(PairedPredictions(same, same), by_scores=False)["joint"].n
    3
    """
    out: dict[str, Any] = {"fingerprint": pair.a.fingerprint}
    if by_scores:
        for key, column in zip(("roc_a", "roc_b"), pair.scores, strict=True):
            ranking = Ranking.from_scores(pair.is_positive, column, positive=True, weights=pair.weights)
            out[key] = thinned(roc(ranking))
    elif pair.weights is None and len(pair.labels) <= MOST_LABELS:
        out["joint"] = pair.joint
    return out
