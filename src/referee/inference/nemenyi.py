"""Pairs of learners by their average ranks: the tests of Nemenyi and Conover, and z tests with adjusted p-values."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import inf, sqrt

import numpy as np
from scipy.special import ndtr, ndtri, stdtr

from referee import _check, _format
from referee.core import Pairwise
from referee.core.types import Better, Table
from referee.inference.adjust import OF_PAIRS, Adjust
from referee.inference.adjust import adjust as adjusted
from referee.inference.friedman import rank_learners


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
    scores: Table,
    *,
    better: Better = "higher",
    datasets: Sequence[str] | None = None,
    learners: Sequence[str] | None = None,
    missing: str = "refuse",
    level: float = 0.95,
) -> Pairwise:
    """p-values of all pairs of learners by the studentized range of average ranks, with the critical difference.

    `scores` has one row per dataset and one column per learner. The p-values allow for the number of pairs. It errs
    towards keeping the null, and the verdict on a pair depends on which other learners are in the table.
    Reference: nemenyi1963, demsar2006.

    >>> table = [[0.9, 0.8, 0.7], [0.8, 0.9, 0.6], [0.7, 0.6, 0.5], [0.9, 0.7, 0.8]]
    >>> result = nemenyi(table, learners=["a", "b", "c"])
    >>> round(result.p("a", "c"), 3), round(result.critical_difference, 3)
    (0.086, 1.657)
    """
    from scipy.stats import studentized_range

    ranks = rank_learners(scores, better=better, datasets=datasets, learners=learners, missing=missing)
    n, k = ranks.ranks.shape
    gaps = np.abs(np.subtract.outer(ranks.average, ranks.average))
    p = np.ones((k, k))
    upper = np.triu_indices(k, 1)
    p[upper] = studentized_range.sf(gaps[upper] / sqrt(k * (k + 1) / (12 * n)), k, inf)
    p = np.minimum(np.clip(p, 0.0, 1.0), p.T)
    errs = "It errs towards keeping the null, and a pair's p depends on the other learners in the table."
    reach = critical_difference(k, n, level)
    return ranks.pairwise("Nemenyi test", p, errs, adjusted=True, level=level, critical_difference=reach)


def conover(
    scores: Table,
    *,
    better: Better = "higher",
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
    ranks = rank_learners(scores, better=better, datasets=datasets, learners=learners, missing=missing)
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


_ERRS = "A pair's p depends on the other learners in the table, and it takes ranks without ties."


def rank_z(
    scores: Table,
    *,
    baseline: str | None = None,
    adjust: Adjust | None = "holm",
    better: Better = "higher",
    datasets: Sequence[str] | None = None,
    learners: Sequence[str] | None = None,
    missing: str = "refuse",
    level: float = 0.95,
) -> Pairwise:
    """p-values of pairs of learners by z = (R_i - R_j) / sqrt(k (k + 1) / (6 n)) of their average ranks.

    All pairs, or each learner against the `baseline`; adjusted by `adjust` (None: not adjusted). "holm" and "finner"
    against a baseline, "shaffer" and "bergmann" for all pairs. With "bonferroni" there is a critical difference;
    against a baseline it is the test of Bonferroni and Dunn. Undefined for no table of at least 3 learners and 2
    datasets. It errs because a pair's p depends on the other learners in the table. Reference: dunn1961, demsar2006,
    garcia2008.

    >>> table = [[0.9, 0.8, 0.7], [0.8, 0.9, 0.6], [0.7, 0.6, 0.5], [0.9, 0.7, 0.8]]
    >>> result = rank_z(table, baseline="c", learners=["a", "b", "c"])
    >>> round(result.p("a", "c"), 3), round(result.p("b", "c"), 3)
    (0.068, 0.289)
    """
    found = rank_learners(scores, better=better, datasets=datasets, learners=learners, missing=missing)
    n, k = found.ranks.shape
    level = _check.fraction("level", level)
    if baseline is not None and baseline not in found.learners:
        known = f"They are {_format.listing(found.learners, 20)}."
        _check.fail("baseline", "be one of the learners", _format.quote(baseline), known)
    if baseline is not None and adjust in OF_PAIRS:
        _check.fail("adjust", f"be another than {adjust!r} with a baseline", repr(adjust), "It is for all pairs.")
    pairs = [
        (i, j) for i, j in combinations(range(k), 2) if baseline in (None, *(found.learners[x] for x in (i, j)))
    ]
    error = sqrt(k * (k + 1) / (6 * n))
    z = [abs(float(found.average[i] - found.average[j])) / error for i, j in pairs]
    raw = [float(2 * ndtr(-value)) for value in z]
    final: Sequence[float] = raw
    if adjust is not None:
        final = adjusted(raw, adjust=adjust, classes=k if adjust in OF_PAIRS else None).adjusted
    p = np.full((k, k), np.nan)
    np.fill_diagonal(p, 1.0)
    for (i, j), value in zip(pairs, final, strict=True):
        p[i, j] = p[j, i] = value
    reach, name = None, f"z test of average ranks ({adjust.title() if adjust else 'not adjusted'})"
    if adjust == "bonferroni":
        reach = -float(ndtri((1 - level) / (2 * len(pairs)))) * error
        name = name if baseline is None else "Bonferroni-Dunn test"
    options = {"adjusted": adjust is not None, "level": level, "critical_difference": reach, "baseline": baseline}
    return found.pairwise(name, p, _ERRS, **options)
