"""Paired randomization test: is the difference larger than swapping within pairs makes it?"""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import Any

import numpy as np

from referee import _check, _rng
from referee.core import Estimate, Interval, TestResult
from referee.core.types import Alternative, Array, Column, Floats, Rng
from referee.inference._draws import draw
from referee.inference._rearrangements import DrawnMoves, FlippedMoves, Moves, paired_moves
from referee.inference._result import Terms, Wording
from referee.inference._subset_sums import on_grid, rows_cost
from referee.inference._trial import Scope, Trial, TwoSided, p_of_values
from referee.inference.bootstrap_statistic import Statistic, batch, title
from referee.inference.randomization import ADDITIONS, KEPT
from referee.inference.samples import pairs

_PAIRS = 40


_PATTERNS = 1 << 22


def paired_randomization(
    x: Column,
    y: Column,
    *,
    statistic: Statistic = "mean",
    alternative: Alternative = "two-sided",
    two_sided: TwoSided = "absolute",
    level: float = 0.95,
    resamples: int | None = None,
    rng: Rng = None,
) -> TestResult:
    """Randomization test of paired values: each pair may have come the other way round.

    `statistic` is mean, median, or a function of the differences that changes its sign with them. Under the null the
    two values of a pair are exchangeable, so every pattern of signs of the differences x - y is
    equally likely; p is the share of patterns whose statistic is at least as extreme as the observed one. Without
    `resamples` it is exact where that is feasible (means: differences on a grid by dynamic programming, any up to
    40 pairs by meeting in the middle; other statistics up to about 2^17 patterns), else 9,999 patterns are drawn
    and p = (b + 1) / (m + 1). For means and medians the interval holds the shifts that the test does not reject.
    Undefined when a user's statistic is. It errs when differences are skewed about their mean: the null is
    symmetry, more than a mean of 0. With n pairs the least two-sided p is 2 / 2^n. Reference: edgington2007.

    >>> result = paired_randomization([10, 0, 60, 27], [11, 3, 65, 31])
    >>> result.p_value, result.effect.value, result.details["rearrangements"]
    (0.125, -3.25, 16.0)
    """
    a, b = pairs(x, y, least=1)
    d = a - b
    n = len(d)
    if isinstance(statistic, str):
        _check.choice("statistic", statistic, ("mean", "median"))
    name = title(statistic)
    words = Wording(
        "paired randomization test",
        "the two values of each pair are exchangeable: their differences are symmetric about 0",
        f"{name} difference",
        "It also rejects when the differences are skewed about a mean of 0.",
    )
    trial = Trial(words, Terms(alternative, level), two_sided=two_sided)
    plan = Scope(2**n, resamples, rng)
    interval: Interval | None = None
    note = ""
    if statistic == "mean":
        observed = float(d.mean())
        moves, how = _exact(d) if plan.complete else (None, {})
        close = 1e-12 * float(np.abs(d).sum())
        if moves is None:
            moves = _draw_signs(d, *plan.draw(), close)
        p, interval = trial.of_moves(moves, observed, d, close, **how)
        null = moves.drawn if isinstance(moves, DrawnMoves) else None
        if null is None and plan.distinct <= KEPT:
            null = (_all_signs(n) * d).mean(axis=1)
    else:
        one = batch(statistic)
        observed = float(one(d[None])[0])
        if not math.isfinite(observed):
            return trial.stop(name, n)
        if plan.complete and plan.distinct * n <= _PATTERNS:
            signs = _all_signs(n)
        else:
            draws, seed = plan.draw()
            signs = 1.0 - 2.0 * _rng.stream(seed, "paired randomization").integers(0, 2, (draws, n))
        close = 1e-12 * max(1.0, float(np.abs(d).max()))

        def p_at(shift: float) -> float:
            values, centre = one(signs * (d - shift)), float(one((d - shift)[None])[0])
            return p_of_values(values, centre, trial.way, drawn=bool(plan.draws), close=close)

        p, null = p_at(0.0), one(signs * d) if len(signs) <= KEPT else None
        if statistic == "median":
            reach = 4 * float(np.ptp(d)) + abs(observed)
            interval = trial.interval((p_at, p_at), observed, p, reach, relative=1e-6)
        else:
            note = "no interval: a function of the user's names no shift to invert"
    words_of = trial.blank.statistic_name
    effect = Estimate(f"{name}_difference", observed, n, interval, note=note, title=words_of)
    return replace(plan.result(trial.blank, p, effect, pairs=float(n)), null_values=null)


def _all_signs(n: int) -> Array:
    """Every pattern of signs of n differences."""
    return np.array(list(itertools.product((1.0, -1.0), repeat=n)))


def _exact(d: Floats) -> tuple[Moves | None, dict[str, Any]]:
    """Exact moves, and how to find limits; None when neither form is feasible."""
    grid = on_grid(d)
    n = len(d)
    if grid is not None and rows_cost(grid.steps, n) <= ADDITIONS:
        return paired_moves(grid), {"denominator": 2 * n, "per": grid.per, "base": grid.base}
    return (FlippedMoves(d) if n <= _PAIRS else None), {"relative": 1e-8 if 24 < n <= _PAIRS else 1e-13}


def _draw_signs(d: Floats, draws: int, seed: int, close: float) -> DrawnMoves:
    """Random patterns of signs: the mean of each, and the share of a shift that it carries."""
    n = len(d)

    def block(rows: int, generator: np.random.Generator) -> Floats:
        kept = 1 - 2 * generator.integers(0, 2, (rows, n), dtype=np.int8)
        return np.stack([(kept * d).sum(axis=1) / n, kept.sum(axis=1) / n])

    means, carried = draw(draws, n, seed, "paired randomization", block)
    return DrawnMoves(float(d.mean()), means, carried, close)
