"""Conover's test of all pairs of learners after Friedman's test."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np
from scipy.special import stdtr

from referee.core import Pairwise
from referee.inference.friedman import ranked


def conover(
    scores: Any,
    *,
    higher_is_better: bool = True,
    datasets: Sequence[str] | None = None,
    learners: Sequence[str] | None = None,
    missing: str = "refuse",
    level: float = 0.95,
) -> Pairwise:
    """p-values of all pairs of learners by a t test of their rank sums, not adjusted for the number of pairs.

    t = |R_i - R_j| / sqrt(2 (n A - sum R^2) / ((n - 1)(k - 1))), R the rank sums and A the sum of squared
    ranks, with (n - 1)(k - 1) degrees of freedom. Where all datasets agree the spread is 0 and p is NaN for
    learners that differ. It rejects too often unless Friedman's test was significant and the p-values are
    adjusted. Reference: conover1999.

    >>> table = [[0.9, 0.8, 0.7], [0.8, 0.9, 0.6], [0.7, 0.6, 0.5], [0.9, 0.7, 0.8]]
    >>> round(conover(table, learners=["a", "b", "c"]).p("a", "c"), 3)
    0.032
    """
    ranks = ranked(
        scores, higher_is_better=higher_is_better, datasets=datasets, learners=learners, missing=missing
    )
    n, k = ranks.ranks.shape
    sums = ranks.ranks.sum(axis=0)
    df = (n - 1) * (k - 1)
    inside = n * float((ranks.ranks**2).sum()) - float((sums**2).sum())
    gaps = np.abs(np.subtract.outer(sums, sums))
    if inside <= 1e-9:
        p = np.where(gaps == 0, 1.0, np.nan)
    else:
        p = np.minimum(1.0, 2 * stdtr(df, -gaps / sqrt(2 * inside / df)))
    errs = "It rejects too often unless Friedman's test was significant and the p-values are adjusted."
    return ranks.pairwise("Conover test", p, errs, adjusted=False, level=level)
