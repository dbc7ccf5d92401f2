"""Quade's test of several learners on many datasets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.special import fdtrc

from referee.core import TestResult
from referee.core.types import Table
from referee.inference._result import Wording
from referee.inference.friedman import degrees, rank_range
from referee.inference.samples import score_table

_WORDS = Wording(
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
    from math import factorial

    from scipy.stats import rankdata

    table, _ = score_table(scores, datasets=datasets, learners=learners, missing=missing)
    n, k = table.shape
    width = rankdata(np.round(np.ptp(table, axis=1), 12))
    weighted = width[:, None] * (rankdata(table, axis=1) - (k + 1) / 2)
    total = float((weighted**2).sum())
    between = float((weighted.sum(axis=0) ** 2).sum()) / n
    df1, df2 = float(k - 1), float((k - 1) * (n - 1))
    rest = total - between
    same, perfect = total == 0, rest <= 1e-9 * total
    f = 0.0 if same else float("inf") if perfect else (n - 1) * between / rest
    p = 1.0 if same else factorial(k) ** (1.0 - n) if perfect else float(fdtrc(df1, df2, f))
    warnings: tuple[str, ...] = ()
    if same:
        warnings = ("p is 1 because all learners tie on every dataset.",)
    elif perfect:
        warnings = ("every dataset gives the same order, so F is infinite; p is the chance of that.",)
    effect = rank_range(rankdata(-table, axis=1).mean(axis=0), n)
    return _WORDS.result(p, effect, f, details=degrees(n, k), warnings=warnings)
