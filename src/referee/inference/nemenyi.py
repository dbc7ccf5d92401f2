"""Nemenyi's test of all pairs of learners on many datasets."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from typing import Any

import numpy as np

from referee import _check
from referee.core import Pairwise
from referee.inference.friedman import ranked


def critical_difference(k: int, n: int, level: float = 0.95) -> float:
    """The difference of average ranks of k learners on n datasets that Nemenyi's test calls significant.

    q / sqrt(2) sqrt(k (k + 1) / (6 n)), q the quantile of the studentized range of k with infinite degrees of
    freedom. Reference: nemenyi1963, demsar2006.

    >>> round(critical_difference(4, 14), 2), round(critical_difference(4, 14, 0.90), 2)
    (1.25, 1.12)
    """
    from scipy.stats import studentized_range

    k, n = _check.whole("k", k, least=2), _check.whole("n", n, least=2)
    if k > 10_000:
        _check.fail("k", "be at most 10000 learners", k)
    q = float(studentized_range.ppf(_check.fraction("level", level), k, inf))
    return q * sqrt(k * (k + 1) / (12 * n))


def nemenyi(
    scores: Any,
    *,
    higher_is_better: bool = True,
    datasets: Sequence[str] | None = None,
    learners: Sequence[str] | None = None,
    missing: str = "refuse",
    level: float = 0.95,
) -> Pairwise:
    """p-values of all pairs of learners by the studentized range of average ranks, with the critical difference.

    `scores` has a row a dataset and a column a learner. The p-values allow for the number of pairs. It errs
    towards keeping the null, and the verdict on a pair depends on which other learners are in the table.
    Reference: nemenyi1963, demsar2006.

    >>> table = [[0.9, 0.8, 0.7], [0.8, 0.9, 0.6], [0.7, 0.6, 0.5], [0.9, 0.7, 0.8]]
    >>> result = nemenyi(table, learners=["a", "b", "c"])
    >>> round(result.p("a", "c"), 3), round(result.critical_difference, 3)
    (0.086, 1.657)
    """
    from scipy.stats import studentized_range

    ranks = ranked(
        scores, higher_is_better=higher_is_better, datasets=datasets, learners=learners, missing=missing
    )
    n, k = ranks.ranks.shape
    gaps = np.abs(np.subtract.outer(ranks.average, ranks.average))
    p = np.ones((k, k))
    upper = np.triu_indices(k, 1)
    p[upper] = studentized_range.sf(gaps[upper] / sqrt(k * (k + 1) / (12 * n)), k, inf)
    p = np.minimum(np.clip(p, 0.0, 1.0), p.T)
    errs = "It errs towards keeping the null, and a pair's p depends on the other learners in the table."
    reach = critical_difference(k, n, level)
    return ranks.pairwise("Nemenyi test", p, errs, adjusted=True, level=level, critical_difference=reach)
