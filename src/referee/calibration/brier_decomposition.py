"""Murphy's decomposition of the Brier score."""

from __future__ import annotations

import numpy as np

from referee.calibration.bins import Stated, Strategy, place, sum_bins
from referee.core import Answers, BrierDecomposition, Ranking
from referee.core.rank_scores import run_ends
from referee.core.types import Column


def brier_decomposition(
    data: Answers | Ranking | Column,
    y_score: Column = None,
    *,
    bins: int | None = None,
    strategy: Strategy = "width",
) -> BrierDecomposition:
    """Reliability, resolution and uncertainty of the Brier score of the positive class.

    With shares w_g of the cases in groups g of equal probability p_g, frequencies o_g and o in all: reliability
    sum w_g (p_g - o_g)^2, resolution sum w_g (o_g - o)^2, uncertainty o (1 - o); Brier = reliability - resolution
    + uncertainty exactly. With `bins` the groups are bins with their mean probability, and `within_bins` is the
    part of the Brier score that the three terms then leave out (the spread of probabilities in a bin less twice
    their covariance with the truth). It is always defined. Groups with few cases inflate reliability and
    resolution alike: with all probabilities different the terms say nothing, so bin them. References: murphy1973,
    stephenson2008.

    >>> d = brier_decomposition([1, 0, 1, 1], [0.5, 0.5, 1.0, 1.0])
    >>> d.brier, d.reliability, d.resolution, d.uncertainty
    (0.125, 0.0, 0.0625, 0.1875)
    """
    stated = Stated.of(data, y_score)
    p, events, weight = stated.p, stated.events, stated.weight
    if bins is None:
        starts = np.append(0, run_ends(p)[:-1] + 1)
        method = "distinct probabilities"
    else:
        starts = place(stated, bins, strategy)
        method = f"{bins} bins of equal {strategy}"
    table = sum_bins(stated, starts)
    share, observed = table.share, table.observed
    rate = float((share * observed).sum())
    brier = float((events * (1 - p) ** 2 + (weight - events) * p**2).sum() / weight.sum())
    reliability = float((share * (table.predicted - observed) ** 2).sum())
    resolution = float((share * (observed - rate) ** 2).sum())
    uncertainty = rate * (1 - rate)
    lost = brier - (reliability - resolution + uncertainty) if bins is not None else 0.0
    return BrierDecomposition(
        brier, reliability, resolution, uncertainty, lost, len(share), stated.effective, method
    )
