"""Scores of the positives and of the negatives in bins."""

from __future__ import annotations

import numpy as np

from referee import _check
from referee.core import Ranking, ScoreHistogram
from referee.curves._counts import check_ranking


def score_histogram(ranking: Ranking, *, bins: int = 40) -> ScoreHistogram:
    """Count each class in `bins` bins of equal width, over 0 to 1 when all scores lie there, else over their range.

    Empty when no score is finite. It errs as every histogram does: the picture changes with the number of bins.
    Reference: pearson1895.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1], positive=1)
    >>> h = score_histogram(r, bins=2)
    >>> h.positives.tolist(), h.negatives.tolist()
    ([1.0, 2.0], [1.0, 1.0])
    """
    bins = _check.whole("bins", bins, least=1)
    scores = np.asarray(check_ranking(ranking).scores, dtype=float)
    finite = scores[np.isfinite(scores)]
    if not len(finite):
        return ScoreHistogram(np.zeros(0), np.zeros(0), np.zeros(0))
    low, high = float(finite.min()), float(finite.max())
    if low >= 0 and high <= 1:
        low, high = 0.0, 1.0
    elif low == high:
        low, high = low - 0.5, high + 0.5
    edges = 2 * np.linspace(low / 2, high / 2, bins + 1)  # halves, for the range itself may be beyond floats
    # cases at or above each edge; the first bin takes all that lie below it, the last all above
    reached = np.searchsorted(-scores, -edges[1:-1], side="right")
    counted = []
    for running in (ranking.tp, ranking.fp):
        above = np.append(0, running)[np.concatenate([[len(scores)], reached, [0]])]
        counted.append((above[:-1] - above[1:]).astype(float))
    return ScoreHistogram(edges, counted[0], counted[1])
