"""Tests of learners over datasets that compare scores between datasets: Quade's, and aligned ranks."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial

import numpy as np
from scipy.special import chdtrc, fdtrc

from referee.core import TestResult
from referee.core.types import Table
from referee.inference._result import Wording
from referee.inference.friedman import degrees, rank_range
from referee.inference.samples import score_table

_QUADE = Wording(
    "Quade test",
    "all learners score alike on every dataset",
    "F",
    "It errs when the scales of the datasets are not comparable.",
)


def quade(
    scores: Table,
    *,
    datasets: Sequence[str] | None = None,
    learners: Sequence[str] | None = None,
    missing: str = "refuse",
) -> TestResult:
    """Test that k learners score alike on n datasets, datasets with a wider range of scores counting more.

    Ranks within a dataset less their mean are weighted by the rank of the dataset's range; with A the sum of
    their squares and B = sum S_j^2 / n of the learners' sums, F = (n - 1) B / (A - B) with k - 1 and (k - 1) (n
    - 1) degrees of freedom. Where all datasets have the same order and range F is infinite, and p is the chance
    of one order, (1 / k!)^(n - 1). p is 1 when all learners tie everywhere. It errs when the scales of the
    datasets are not comparable. Reference: quade1979.

    >>> result = quade([[0.9, 0.8, 0.7], [0.8, 0.9, 0.6], [0.7, 0.6, 0.5], [0.9, 0.7, 0.8]])
    >>> round(result.statistic, 3), round(result.p_value, 3)
    (2.6, 0.154)
    """
    from scipy.stats import rankdata

    table, _ = score_table(scores, datasets=datasets, learners=learners, missing=missing)
    n, k = table.shape
    width = rankdata(np.round(np.ptp(table, axis=1), 12))
    weighted = width[:, None] * (rankdata(table, axis=1) - (k + 1) / 2)
    total = float((weighted**2).sum())
    between = float((weighted.sum(axis=0) ** 2).sum()) / n
    rest, df = total - between, degrees(n, k)
    same, perfect = total == 0, rest <= 1e-9 * total
    f = 0.0 if same else float("inf") if perfect else (n - 1) * between / rest
    p = 1.0 if same else factorial(k) ** (1.0 - n) if perfect else float(fdtrc(df["df1"], df["df2"], f))
    warnings: tuple[str, ...] = ()
    if same:
        warnings = ("p is 1 because all learners tie on every dataset.",)
    elif perfect:
        warnings = ("every dataset gives the same order, so F is infinite; p is the chance of that.",)
    effect = rank_range(rankdata(-table, axis=1).mean(axis=0), n)
    return _QUADE.result(p, effect, f, details=df, warnings=warnings)


_ALIGNED = Wording(
    "Friedman test of aligned ranks",
    "all learners score alike on every dataset",
    "T",
    "It errs when the scales of the datasets are not comparable, and where blocks of learners err alike it rejects up "
    "to 16% of true nulls for 5%.",
)


def aligned_ranks(
    scores: Table,
    *,
    datasets: Sequence[str] | None = None,
    learners: Sequence[str] | None = None,
    missing: str = "refuse",
) -> TestResult:
    """Test that k learners score alike on n datasets; `scores` has one row per dataset and one column per learner.

    The mean of its dataset is taken from each score, and all n k differences are ranked together. With R_j the sum
    of ranks of a learner, R_i that of a dataset and r all ranks, T = (k - 1) (sum R_j^2 - k n^2 (k n + 1)^2 / 4) /
    (sum r^2 - sum R_i^2 / k) has chi-square with k - 1 degrees of freedom. With few learners it sees more than
    Friedman's test, whose ranks know no distance. p is 1 when all learners tie on every dataset. It errs when the
    scales of the datasets are not comparable, and where blocks of learners err alike. Reference:
    hodges1962, garcia2010.

    >>> result = aligned_ranks([[0.9, 0.8, 0.7], [0.8, 0.9, 0.6], [0.7, 0.6, 0.5], [0.9, 0.7, 0.8]])
    >>> round(result.statistic, 3), round(result.p_value, 3)
    (4.618, 0.099)
    """
    from scipy.stats import rankdata

    table, _ = score_table(scores, datasets=datasets, learners=learners, missing=missing)
    n, k = table.shape
    apart = np.round(table - table.mean(axis=1, keepdims=True), 12)
    ranks = rankdata(apart).reshape(n, k)
    spread = float((ranks**2).sum() - (ranks.sum(axis=1) ** 2).sum() / k)
    between = float((ranks.sum(axis=0) ** 2).sum() - k * n**2 * (k * n + 1) ** 2 / 4)
    same = not apart.any()
    t = 0.0 if same else (k - 1) * between / spread
    warnings = ("p is 1 because all learners tie on every dataset.",) if same else ()
    details = {"df": float(k - 1), "n": float(n), "k": float(k)}
    effect = rank_range(rankdata(-table, axis=1).mean(axis=0), n)
    return _ALIGNED.result(1.0 if same else float(chdtrc(k - 1, t)), effect, t, details=details, warnings=warnings)
