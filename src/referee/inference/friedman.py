"""Friedman's test of learners over datasets, and the tests of pairs after it: Nemenyi's and Conover's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any, get_args

import numpy as np
from scipy.special import chdtrc, fdtrc, stdtr

from referee import _check
from referee.core import Estimate, Pairwise, TestResult
from referee.core.types import Better, Floats, Table
from referee.inference._result import Wording
from referee.inference.samples import score_table

_WORDS = Wording(
    "Friedman test (Iman-Davenport)",
    "all learners rank alike",
    "F",
    "It errs when there are fewer than about 10 datasets, and where blocks of learners err alike it rejects up to 15% "
    "of true nulls for 5%.",
)


@dataclass(frozen=True)
class LearnerRanks:
    """Ranks of learners within each dataset (1 is best, ties share), one row per dataset."""

    ranks: Floats
    learners: tuple[str, ...]

    @property
    def average(self) -> Floats:
        """The average rank of each learner."""
        return np.asarray(self.ranks.mean(axis=0))

    @property
    def order(self) -> tuple[str, ...]:
        """The learners by average rank, the best first."""
        return tuple(self.learners[i] for i in np.argsort(self.average, kind="stable"))

    def pairwise(self, test: str, p: Floats, errs: str, **options: Any) -> Pairwise:
        """The p-values of all pairs of learners as a result."""
        null, rows = "the two learners have the same average rank", tuple(tuple(row) for row in p.tolist())
        average = tuple(self.average.tolist())
        return Pairwise(test, null, self.learners, average, rows, len(self.ranks), errs=errs, **options)


def rank_learners(
    scores: Table,
    *,
    better: Better = "higher",
    datasets: Sequence[str] | None = None,
    learners: Sequence[str] | None = None,
    missing: str = "refuse",
    least_learners: int = 3,
) -> LearnerRanks:
    """Rank the learners (columns) within each dataset (row).

    >>> rank_learners([[0.9, 0.8, 0.8], [0.7, 0.9, 0.6]]).average.tolist()
    [1.5, 1.75, 2.75]
    """
    from scipy.stats import rankdata

    table, names = score_table(
        scores, datasets=datasets, learners=learners, missing=missing, least_learners=least_learners
    )
    table = -table if _check.choice("better", better, get_args(Better)) == "higher" else table
    return LearnerRanks(np.asarray(rankdata(table, axis=1)), names)


def friedman(
    scores: Table,
    *,
    better: Better = "higher",
    correct_ties: bool = True,
    datasets: Sequence[str] | None = None,
    learners: Sequence[str] | None = None,
    missing: str = "refuse",
) -> TestResult:
    """Test that k learners rank alike on n datasets; `scores` has one row per dataset and one column per learner.

    chi2 = 12 n / (k (k + 1)) (sum R^2 - k (k + 1)^2 / 4) of the average ranks R, divided by 1 - sum (t^3 - t) /
    (n k (k^2 - 1)) for ties, and F = (n - 1) chi2 / (n (k - 1) - chi2) with k - 1 and (k - 1)(n - 1) degrees of
    freedom, whose p leads; both without the correction for ties are in `details`. Where every dataset gives one
    and the same order F is infinite and the p of chi2 stands. p is 1 when all learners tie everywhere. A
    missing score is refused, or with missing="drop" its dataset left out. It errs when datasets are under about
    10, and rejects up to 15% for 5% where blocks of learners err alike: `friedman_reversed` keeps its level there.
    Reference: friedman1937, iman1980, demsar2006.

    >>> result = friedman([[0.9, 0.8, 0.7], [0.8, 0.9, 0.6], [0.7, 0.6, 0.5], [0.9, 0.7, 0.8]])
    >>> round(result.details["chi2"], 3), round(result.statistic, 3), round(result.p_value, 3)
    (4.5, 3.857, 0.084)
    """
    ranks = rank_learners(scores, better=better, datasets=datasets, learners=learners, missing=missing)
    return friedman_ranks(ranks.ranks, correct_ties=correct_ties)


def friedman_ranks(ranks: Table, *, correct_ties: bool = True) -> TestResult:
    """As `friedman`, from ranks within each dataset (1 is best). Reference: friedman1937.

    >>> round(friedman_ranks([[1, 2, 3], [2, 1, 3], [1, 2, 3], [1, 3, 2]]).statistic, 3)
    3.857
    """
    table, _ = score_table(ranks)
    n, k = table.shape
    average = table.mean(axis=0)
    free = _untied_share(table) if correct_ties else 1.0
    plain = 12 * n / (k * (k + 1)) * float(((average - (k + 1) / 2) ** 2).sum())
    chi2 = plain / free if free else 0.0
    df1, df2 = float(k - 1), float((k - 1) * (n - 1))
    p_chi2 = float(chdtrc(df1, chi2))
    f = _iman_davenport(chi2, n, k)
    perfect = f == float("inf")
    warnings = []
    if not free:
        warnings.append("p is 1 because all learners tie on every dataset.")
    elif perfect:
        warnings.append("every dataset gives the same order, so F is infinite; p is that of chi-square.")
    elif n < 10:
        warnings.append(f"{n} datasets are few for this form.")
    p_f = p_chi2 if perfect else float(fdtrc(df1, df2, f))
    more = {"chi2_uncorrected": plain, "f_uncorrected": _iman_davenport(plain, n, k)}
    details = {"chi2": chi2, "p_chi2": p_chi2} | degrees(n, k) | more
    return _WORDS.result(p_f if free else 1.0, rank_range(average, n), f, details=details, warnings=warnings)


def degrees(n: int, k: int) -> dict[str, float]:
    """Degrees of freedom of an F of k learners on n datasets, and both numbers."""
    return {"df1": float(k - 1), "df2": float((k - 1) * (n - 1)), "n": float(n), "k": float(k)}


def rank_range(average: Floats, n: int) -> Estimate:
    """The effect of a test of all learners: how far their average ranks lie apart."""
    note = "no interval belongs to this test"
    return Estimate("range of average ranks", float(np.ptp(average)), n, note=note)


def _iman_davenport(chi2: float, n: int, k: int) -> float:
    """Iman and Davenport's F of Friedman's chi-square; infinite where every dataset gives one order."""
    rest = n * (k - 1) - chi2
    return float("inf") if rest <= 1e-9 * n * (k - 1) else (n - 1) * chi2 / rest


def _untied_share(table: Floats) -> float:
    """One minus the share of the variance of ranks that ties take away; 0 when all are tied."""
    n, k = table.shape
    lost = 0
    for row in table:
        _, sizes = np.unique(row, return_counts=True)
        lost += int((sizes**3 - sizes).sum())
    return 1 - lost / (n * k * (k * k - 1))


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
