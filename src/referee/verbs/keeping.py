"""What a comparison keeps for its reader: who is right where the other is wrong, the two curves, which cases."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.core.comparison import Comparison
from referee.core.ranking import Ranking
from referee.curves.roc import roc
from referee.curves.thin import thinned
from referee.data.pairing import PairedPredictions
from referee.intervals.roc_difference import paired_roc_difference

MOST_LABELS = 12


FEW, MANY = 500, 200
"""Replicates of the difference of two curves, for up to `LARGE` cases and for more."""
LARGE = 20_000


def with_difference(duel: Comparison, pair: PairedPredictions) -> Comparison:
    """A comparison of scores with the difference of the two ROC curves, when cases are independent and unweighted."""
    if pair.weights is not None or pair.groups is not None or "roc_a" not in duel.extras:
        return duel
    replicates = FEW if pair.n <= LARGE else MANY
    options: Any = {"level": duel.level, "replicates": replicates, "rng": duel.seed}
    band = paired_roc_difference(pair.is_positive, *pair.scores, **options)
    return replace(duel, extras={**duel.extras, "roc_difference": band})


def kept(pair: PairedPredictions, *, by_scores: bool) -> dict[str, Any]:
    """The fingerprint of the cases, with the ROC curves of both scores, or the joint table when it is small.

    >>> from referee.data import Predictions
    >>> same = Predictions([1, 0, 1], [1, 0, 0])
    >>> kept(PairedPredictions(same, same), by_scores=False)["joint"].n
    3
    """
    out: dict[str, Any] = {"fingerprint": pair.a.fingerprint}
    if by_scores and not 0 < pair.is_positive.sum() < pair.n:
        return out
    if by_scores:
        for key, column in zip(("roc_a", "roc_b"), pair.scores, strict=True):
            ranking = Ranking.from_scores(pair.is_positive, column, positive=True, weights=pair.weights)
            out[key] = thinned(roc(ranking))
    elif pair.weights is None and len(pair.labels) <= MOST_LABELS:
        out["joint"] = pair.joint
    return out
