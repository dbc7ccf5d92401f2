"""confidenceinterval: limits beyond 1, no width at AUC 1, and a level that is not used."""

from __future__ import annotations

import numpy as np
from confidenceinterval import classification_report_with_ci, roc_auc_score

from referee import ConfusionMatrix, Ranking, evaluate
from referee.inference import auc_interval
from tools.peers.row import Row, span

PACKAGE = "confidenceinterval"
LABELS = [1, 1, 0, 1, 1, 0, 0, 0, 1, 0]
SCORES = [169.752, 109.2, 19.21, 1.905, -2.75, -12.64, -29.124, -83.222, -91.554, -128.212]


def rows() -> list[Row]:
    """Three questions."""
    perfect = np.repeat([0, 1], 20)
    return [
        _area("AUC of the ten cases of the textbook", LABELS, SCORES),
        _area("AUC of 20 + 20 cases ranked without an error", perfect, perfect.astype(float)),
        _level(),
    ]


def _area(asked: str, labels: object, scores: object) -> Row:
    low, high = (float(x) for x in roc_auc_score(labels, scores, confidence_level=0.95)[1])
    ours = auc_interval(Ranking.from_scores(labels, scores, positive=1)).interval
    assert ours is not None
    return Row(f"{asked}, 95%", span(low, high), span(*ours), high > 1 or low == high)


def _level() -> Row:
    y, said = [0, 1, 1, 0, 1] * 6, [0, 1, 0, 0, 1] * 6
    limits = [
        classification_report_with_ci(y, said, confidence_level=level)["Recall CI"].iloc[1]
        for level in (0.5, 0.99)
    ]
    matrix = ConfusionMatrix.from_counts(tp=12, fn=6, fp=0, tn=12)
    ours = [evaluate(matrix, level=level, rng=0)["sensitivity"].interval for level in (0.5, 0.99)]
    words = [" and ".join(span(*pair) for pair in both) for both in (limits, ours)]
    return Row("recall, 50% and 99% intervals in the report", *words, limits[0] == limits[1])
