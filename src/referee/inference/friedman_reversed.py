"""Friedman's statistic of learners over datasets, its p from datasets whose order of learners is turned round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from referee.core import TestResult
from referee.core.types import Better, Codes, Rng, Table
from referee.inference._bootstrap import blocks
from referee.inference._trial import Scope, p_of_values
from referee.inference.friedman import friedman_ranks, rank_learners

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
    if plan.complete and plan.distinct * k <= _SUMS:
        sizes = _every_pattern(apart)
    else:
        sizes = _drawn_patterns(apart, *plan.draw())
    p = p_of_values(sizes.astype(float), float(seen), "greater", drawn=bool(plan.draws))
    assert plain.effect is not None
    facts: dict[str, Any] = {**plain.details, "p_f": plain.p_value}
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


def _drawn_patterns(apart: Codes, draws: int, seed: int) -> Codes:
    """The same of random patterns; neither the order of datasets nor that of learners changes them."""
    alike = apart @ apart.T
    sizes = np.empty(draws, dtype=np.int64)
    apart = apart[np.lexsort((np.abs(alike).sum(axis=1), alike @ alike.sum(axis=1), alike.sum(axis=1)))]
    for rows, part, generator in blocks(draws, len(apart), seed, "reversed datasets"):
        signs = 1 - 2 * generator.integers(0, 2, (rows, len(apart)), dtype=np.int8)
        sizes[part] = ((signs @ apart) ** 2).sum(axis=1)  # whole numbers: no threads of BLAS to wait for
    return sizes
