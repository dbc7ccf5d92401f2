"""Volume under the ROC surface of one score and three ordered classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core.types import Column, Label


def vus_ordered(
    data: Any, y_score: Column = None, *, labels: Sequence[Label] | None = None, weights: Column = None
) -> float:
    """P(X1 < X2 < X3) for one score and three classes in ascending order (`labels` gives the order).

    X1, X2, X3 are the scores of a case of each class; ties count as a random order of the tied: 1/2 when two are
    equal, 1/6 when three are. Chance is 1/6. NaN when a class has no case. Counted in O(n log n) around each score
    of the middle class. References: mossman1999, nakas2004.

    >>> vus_ordered(["low", "mid", "high", "mid"], [1, 2, 3, 3], labels=["low", "mid", "high"])
    0.75
    """
    from referee.data.read import answers_of  # loaded where columns are given

    p = answers_of(data, y_score=y_score, labels=labels, weights=weights)
    if len(p.labels) != 3:
        _check.fail("labels", "be three classes, lowest first", _format.listing(p.labels))
    if p.scores is None or p.scores.ndim != 1:
        _check.fail("y_score", "be one score per case", "none" if p.scores is None else "one column per class")
    weight = p.mass
    distinct, place = np.unique(p.scores, return_inverse=True)
    low, mid, high = (
        np.bincount(place[p.truth == c], weights=weight[p.truth == c], minlength=len(distinct)) for c in range(3)
    )
    below, above = np.cumsum(low) - low, high.sum() - np.cumsum(high)
    triples = low.sum() * mid.sum() * high.sum()
    if triples == 0:
        return float("nan")
    kept = below * above + low * above / 2 + below * high / 2 + low * high / 6
    return float((mid * kept).sum() / triples)
