"""Murphy's decomposition of the Brier score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from referee.calibration.bins import Strategy, place, sum_bins
from referee.core import BrierDecomposition
from referee.core.types import Column, Label
from referee.data.read import answers_of


def brier_decomposition(
    data: Any,
    y_score: Column = None,
    *,
    bins: int | None = None,
    strategy: Strategy = "width",
    positive: Label | None = None,
    labels: Sequence[Label] | None = None,
    weights: Column = None,
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
    cases = answers_of(data, y_score=y_score, positive=positive, labels=labels, weights=weights).binary_cases()
    p, event, weight = cases.scores[:, 1], cases.truth.astype(float), cases.mass
    if bins is None:
        places = np.unique(p, return_inverse=True)[1].astype(np.int64)
        method = "distinct probabilities"
    else:
        places = place(p, bins, strategy)
        method = f"{bins} bins of equal {strategy}"
    table = sum_bins(p, event, weight, places)
    share, observed = table.share, table.observed
    rate = float((share * observed).sum())
    brier = float((weight * (p - event) ** 2).sum() / weight.sum())
    reliability = float((share * (table.predicted - observed) ** 2).sum())
    resolution = float((share * (observed - rate) ** 2).sum())
    uncertainty = rate * (1 - rate)
    lost = brier - (reliability - resolution + uncertainty) if bins is not None else 0.0
    return BrierDecomposition(
        brier, reliability, resolution, uncertainty, lost, len(share), cases.n_effective, method
    )
