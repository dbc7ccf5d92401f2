"""Friedman's test of learners over datasets, by its F form and by reversing orders; the ranks that it is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

import numpy as np
from scipy.special import chdtrc, fdtrc

from referee import _check
from referee.core import Estimate, Pairwise, TestResult
from referee.core.types import Better, Codes, Floats, Rng, Table
from referee.inference._draws import draw
from referee.inference._result import Wording
from referee.inference._trial import Scope, p_of_values
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
    df = degrees(n, k)
    p_chi2 = float(chdtrc(df["df1"], chi2))
    f = _iman_davenport(chi2, n, k)
    perfect = f == float("inf")
    warnings = []
    if not free:
        warnings.append("p is 1 because all learners tie on every dataset.")
    elif perfect:
        warnings.append("every dataset gives the same order, so F is infinite; p is that of chi-square.")
    elif n < 10:
        warnings.append(f"{n} datasets are few for this form.")
    p_f = p_chi2 if perfect else float(fdtrc(df["df1"], df["df2"], f))
    more = {"chi2_uncorrected": plain, "f_uncorrected": _iman_davenport(plain, n, k)}
    details = {"chi2": chi2, "p_chi2": p_chi2} | df | more
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
    ordered, starts = np.sort(table, axis=1), np.ones(table.shape, dtype=bool)
    starts[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    sizes = np.diff(np.flatnonzero(starts), append=table.size)
    return 1 - int((sizes**3 - sizes).sum()) / (n * k * (k * k - 1))


NAME = "Friedman test, orders reversed"
NULL = "on every dataset an order of the learners and its reverse are equally likely"
_ERRS = "With fewer than 6 datasets no outcome is significant at 5%."
_SUMS = 1 << 20
"""Rank sums up to which every pattern is looked at."""


def friedman_reversed(
    scores: Table,
    *,
    better: Better = "higher",
    datasets: Sequence[str] | None = None,
    learners: Sequence[str] | None = None,
    missing: str = "refuse",
    resamples: int | None = None,
    rng: Rng = None,
) -> TestResult:
    """Friedman's test whose p holds when learners are correlated: orders of datasets are turned round at random.

    The statistic is that of `friedman`, whose F assumes that all pairs of learners differ by the same spread: with
    blocks of learners that err alike it rejects 7% to 15% of true nulls for 5%. Of learners with equal means and
    symmetric scores an order on a dataset is as likely as its reverse, whatever the correlations. So p is the share of
    the 2^(n - 1) patterns of reversed datasets whose sum over learners of (R - n (k + 1) / 2)^2 is at least the one
    seen, R the rank sums; F grows with it. All patterns are looked at where they are few (up to 15 to 19 datasets),
    else 9,999 are drawn (`resamples`) and p = (b + 1) / (m + 1). p is 1 when all learners tie everywhere. The least p
    is 2^(1 - n): it errs in that fewer than 6 datasets show nothing at 5%. Taking p so is ours. Reference:
    friedman1937, edgington2007.

    >>> table = [[0.9, 0.8, 0.7], [0.8, 0.9, 0.6], [0.7, 0.6, 0.5], [0.9, 0.7, 0.8], [0.8, 0.7, 0.5], [0.9, 0.8, 0.6]]
    >>> result = friedman_reversed(table)
    >>> round(result.statistic, 3), result.p_value, round(result.details["p_f"], 4)
    (11.364, 0.03125, 0.0027)
    """
    ranks = rank_learners(scores, better=better, datasets=datasets, learners=learners, missing=missing).ranks
    n, k = ranks.shape
    plain, plan = friedman_ranks(ranks), Scope(2 ** (n - 1), resamples, rng)
    apart = np.rint(2 * ranks).astype(np.int64) - (k + 1)
    seen = int((apart.sum(axis=0) ** 2).sum())
    every = plan.complete and plan.distinct * k <= _SUMS
    sizes = _every_pattern(apart).astype(float) if every else _drawn_patterns(apart, *plan.draw())
    p = p_of_values(sizes, float(seen), "greater", drawn=bool(plan.draws))
    assert plain.effect is not None
    facts: Any = {**plain.details, "p_f": plain.p_value}
    made = plan.result(plain, p, plain.effect, **facts)
    warnings = made.warnings
    if not apart.any():
        warnings = plain.warnings
    elif not plan.draws and plan.distinct <= 20:
        warnings = (*warnings, f"the least p that {n} datasets can give is {1 / plan.distinct:g}.")
    return replace(made, name=NAME, null=NULL, statistic=plain.statistic, warnings=warnings, errs=_ERRS)


def _every_pattern(apart: Codes) -> Codes:
    """The sum of squared rank sums of every pattern of reversed datasets, the first dataset as it is."""
    sums = apart[:1]
    for row in apart[1:]:
        sums = np.concatenate([sums + row, sums - row])
    return np.asarray((sums**2).sum(axis=1))


def _drawn_patterns(apart: Codes, draws: int, seed: int) -> Floats:
    """The same of random patterns; neither the order of datasets nor that of learners changes them."""
    alike = apart @ apart.T
    apart = apart[np.lexsort((np.abs(alike).sum(axis=1), alike @ alike.sum(axis=1), alike.sum(axis=1)))]

    # Whole numbers need no threads of BLAS, and short ones with draws beside each other are added many at a time.
    apart = apart.astype(np.int16 if np.abs(apart).sum(axis=0).max() < 1 << 15 else np.int64)

    def block(rows: int, generator: np.random.Generator) -> Floats:
        signs = 1 - 2 * generator.integers(0, 2, (rows, len(apart)), dtype=np.int8)
        sums = np.einsum("ij,ik->kj", signs.T.astype(apart.dtype, order="C"), apart)
        return np.asarray((sums.astype(float) ** 2).sum(axis=0))

    return draw(draws, len(apart), seed, "reversed datasets", block)
