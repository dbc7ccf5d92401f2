"""Randomization test: is the difference larger than shuffling group labels makes it?"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee import _check
from referee.core import Estimate, TestResult
from referee.core.types import Alternative, Column, Floats, Rng
from referee.inference._draws import blocks
from referee.inference._rearrangements import DrawnMoves, ListedMoves, Moves, far_tail, two_sample_moves
from referee.inference._result import Terms, Wording
from referee.inference._subset_sums import Grid, on_grid, rows_cost
from referee.inference._trial import Scope, Trial, TwoSided, p_of_values
from referee.inference.bootstrap_statistic import Statistic, batch, title
from referee.inference.samples import sample

NAMES = {
    "mean": "difference of means",
    "median": "difference of medians",
    "iqr": "difference of interquartile ranges",
    "variance": "difference of variances",
    "sd": "difference of standard deviations",
    "variance_ratio": "ratio of variances",
}
ADDITIONS = 2e9
_LISTED = 2.2e6
_VALUES = 6e6
KEPT = 20_000


def randomization(
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
    """Randomization (permutation) test of two independent samples.

    The difference of `statistic` between the samples is tested: mean, median, iqr, variance, sd, a function of one
    sample, or "variance_ratio". Under the null the group labels are exchangeable: p is the share of the divisions of
    the pooled values into groups of these sizes whose statistic is at least as extreme as the observed one. Without
    `resamples` it is exact where that is feasible (means: values on a grid by dynamic programming, any values up to
    about 20+20 by meeting in the middle; other statistics while divisions are few), else 9,999 divisions are drawn and
    p = (b + 1) / (m + 1). For means and medians the interval holds the shifts that the test does not reject.
    Undefined when the statistic of the data is (a variance of 0). It errs when the groups differ in another way
    than the statistic measures: unequal spreads with unequal sizes make it reject a true equality of means.
    Reference: edgington2007.

    >>> squirrels, chipmunks = [54, 66, 64, 61], [23, 28, 27, 31, 51, 32]
    >>> result = randomization(squirrels, chipmunks)
    >>> round(result.p_value * 210), result.effect.value, list(result.effect.interval)
    (1, 29.25, [16.0, 40.0])
    """
    a, b = sample("x", x, least=1), sample("y", y, least=1)
    if isinstance(statistic, str):
        _check.choice("statistic", statistic, NAMES)
    shown = NAMES[statistic] if isinstance(statistic, str) else f"difference of {title(statistic)}"
    words = Wording(
        "randomization test",
        "the two samples come from one distribution: group labels are exchangeable",
        shown,
        "It also rejects when only the spreads differ, most of all with unequal group sizes.",
    )
    trial = Trial(words, Terms(alternative, level), two_sided=two_sided)
    plan = Scope(math.comb(len(a) + len(b), len(a)), resamples, rng)
    return _means(trial, plan, a, b) if statistic == "mean" else _others(trial, plan, a, b, statistic)


def _means(trial: Trial, plan: Scope, a: Floats, b: Floats) -> TestResult:
    """The difference of means: exact tables where feasible, and the inverted interval in either case."""
    m, n, pooled = len(a), len(b), np.concatenate([a, b])
    observed = float(a.mean() - b.mean())
    grid = on_grid(pooled)
    close = 1e-12 * float(np.abs(pooled - pooled.mean()).sum())
    how: dict[str, float] = {}
    moves: Moves | None = None
    most = min(m, n)
    if plan.complete:
        if grid is not None:
            sides = Grid(grid.steps[:m], grid.per), Grid(grid.steps[m:], grid.per)
            if sum(rows_cost(side.steps, most) for side in sides) <= ADDITIONS:
                moves = two_sample_moves(*sides)
                how = {"denominator": 2 * m * n, "per": grid.per}
        if moves is None:
            listed = sum(math.comb(m, k) + math.comb(n, k) for k in range(most + 1))
            if listed <= _LISTED:
                moves = ListedMoves(a, b, factor=1 / m + 1 / n)
                how = {"relative": 1e-13 if listed < 1e4 else 1e-8}
    if moves is None:
        moves = _draw(pooled, m, observed, *plan.draw(), close)
    far = partial(_far_p, trial, grid, m, observed) if "per" in how and grid is not None else None
    p, interval = trial.of_moves(moves, observed, pooled, close, far, **how)
    effect = Estimate("mean_difference", observed, m + n, interval, title="difference of means")
    null = moves.drawn if isinstance(moves, DrawnMoves) else None
    if null is None and plan.distinct <= KEPT:
        sums = pooled[_all_divisions(m, n)[:, :m]].sum(axis=1)
        null = sums / m - (pooled.sum() - sums) / n
    return replace(plan.result(trial.blank, p, effect), null_values=null)


def _far_p(trial: Trial, grid: Grid, m: int, observed: float) -> float:
    """A small p of values on a grid, from positive terms only."""
    x, y = grid.steps[:m], grid.steps[m:]
    n = len(y)
    twice = 2 * (n * int(x.sum()) - m * int(y.sum()))  # 2 D / factor, times m + n
    down = far_tail(x, y, 0, -1)
    up = far_tail(x, y, 0, 1)
    if trial.way != "absolute":
        return {"greater": down, "less": up, "doubled": min(1.0, 2 * min(down, up))}[trial.way]
    if observed > 0:
        return down + far_tail(x, y, -(-twice // (m + n)), 1)
    return up + far_tail(x, y, twice // (m + n), -1)


def _draw(pooled: Floats, m: int, observed: float, draws: int, seed: int, close: float) -> DrawnMoves:
    """Random divisions: their statistic, and the share of a shift of x that each carries."""
    n, total = len(pooled) - m, float(pooled.sum())
    firsts = (index[:, :m] for index in _divisions(len(pooled), draws, seed))
    sums, own = np.hstack([(pooled[first].sum(axis=1), (first < m).sum(axis=1)) for first in firsts])
    return DrawnMoves(observed, sums / m - (total - sums) / n, own / m - (m - own) / n, close)


def _divisions(size: int, draws: int, seed: int) -> Iterator[NDArray[np.int32]]:
    """Random orders of the pooled cases, in blocks with a stream each."""
    for rows, generator in blocks(draws, size, seed, "randomization", values=2e6):
        order = np.broadcast_to(np.arange(size, dtype=np.int32), (rows, size)).copy()
        yield generator.permuted(order, axis=1, out=order)


def _others(trial: Trial, plan: Scope, a: Floats, b: Floats, statistic: Statistic) -> TestResult:
    """Any other statistic: all divisions while they are few, random ones otherwise."""
    m, n, pooled = len(a), len(b), np.concatenate([a, b])
    compute, show, note = _statistic(statistic)
    observed = float(compute(a[None], b[None])[0])
    name = statistic if isinstance(statistic, str) else "statistic"
    if not math.isfinite(observed):
        return trial.stop(name, m + n)
    index: NDArray[Any]
    if plan.complete and plan.distinct * (m + n) <= _VALUES:
        index = _all_divisions(m, n)
    else:
        index = np.concatenate(list(_divisions(m + n, *plan.draw())))
    close = 1e-12 * max(1.0, float(np.abs(pooled).max()))

    def p_at(shift: float) -> float:
        moved = np.concatenate([a - shift, b])
        values = compute(moved[index[:, :m]], moved[index[:, m:]])
        centre = float(compute(moved[None, :m], moved[None, m:])[0])
        return p_of_values(values, centre, trial.way, drawn=bool(plan.draws), close=close)

    p = p_at(0.0)
    interval = None
    if statistic == "median":
        reach = 4 * float(np.ptp(pooled)) + abs(observed)
        interval = trial.interval((p_at, p_at), observed, p, reach, relative=1e-6)
    effect = Estimate(name, show(observed), m + n, interval, note=note, title=trial.blank.statistic_name)
    null = compute(pooled[index[:, :m]], pooled[index[:, m:]]) if len(index) <= KEPT else None
    return replace(plan.result(trial.blank, p, effect), null_values=null)


def _all_divisions(m: int, n: int) -> NDArray[np.int64]:
    """Every division of m + n cases into m and n, as an order of the cases."""
    orders = np.array(list(itertools.combinations(range(m + n), m)), dtype=np.int64).reshape(-1, m)
    rest = np.ones((len(orders), m + n), dtype=bool)
    np.put_along_axis(rest, orders, False, axis=1)
    return np.concatenate([orders, np.nonzero(rest)[1].reshape(-1, n)], axis=1)


def _statistic(statistic: Statistic) -> tuple[Callable[[Any, Any], Floats], Callable[[float], float], str]:
    """The statistic of rows of divisions, how it is shown, and a note on its interval."""
    none = "no interval: the null says that the distributions are equal, and names no shift to invert"
    if statistic == "variance_ratio":

        def log_ratio(u: Any, v: Any) -> Floats:
            if min(u.shape[-1], v.shape[-1]) < 2:
                return np.full(len(u), np.nan)
            with np.errstate(divide="ignore", invalid="ignore"):
                return np.asarray(np.log(u.var(axis=-1, ddof=1)) - np.log(v.var(axis=-1, ddof=1)))

        return log_ratio, math.exp, f"compared on the log scale; {none}"
    one = batch(statistic)
    return (lambda u, v: one(u) - one(v)), float, "" if statistic == "median" else none
