"""Two-sample randomization test: is the difference larger than shuffling the group labels makes it?"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from referee import _check, _rng
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.testresult import Alternative, TestResult
from referee.core.types import Floats
from referee.intervals.statistic import batched, sample
from referee.stattests.inversion import TwoSided, convention, inverted, p_functions, p_of_values
from referee.stattests.moves import DrawnMoves, ListedMoves, far_tail, two_sample_moves
from referee.stattests.resamples import (
    DEFAULT,
    as_float,
    asked_beyond,
    check_resamples,
    monte_carlo_error,
    too_few,
)
from referee.stattests.subsets import Grid, on_grid, rows_cost

Statistic: TypeAlias = str | Callable[[Floats, Floats], float]
"""mean, median, iqr, variance_ratio, or a function of two samples that is 0 when there is no difference."""

NAMES = {
    "mean": "difference of means",
    "median": "difference of medians",
    "iqr": "difference of interquartile ranges",
    "variance_ratio": "ratio of variances",
}
_ADDITIONS = 2e9
_LISTED = 2.2e6
_VALUES = 6e6


def randomization(
    x: Any,
    y: Any,
    *,
    statistic: Statistic = "mean",
    alternative: Alternative = "two-sided",
    two_sided: TwoSided = "absolute",
    level: float = 0.95,
    resamples: int | None = None,
    rng: Any = None,
) -> TestResult:
    """Randomization (permutation) test of two independent samples.

    Under the null the group labels are exchangeable: p is the share of the divisions of the pooled values into
    groups of these sizes whose statistic is at least as extreme as the observed one. Without `resamples` it is
    exact where that is feasible (means: values on a grid by dynamic programming, any values up to about 20+20 by
    meeting in the middle; other statistics while divisions are few), else 9,999 divisions are drawn and
    p = (b + 1) / (m + 1). For means and medians the interval holds the shifts that the test does not reject.
    Undefined when the statistic of the data is (a variance of 0). It errs when the groups differ in another way
    than the statistic measures: unequal spreads with unequal sizes make it reject a true equality of means.
    Reference: edgington2007.

    >>> squirrels, chipmunks = [54, 66, 64, 61], [23, 28, 27, 31, 51, 32]
    >>> result = randomization(squirrels, chipmunks)
    >>> round(result.p_value * 210), result.effect.value, list(result.effect.interval)
    (1, 29.25, [16.0, 40.0])
    """
    a, b = sample("x", x), sample("y", y)
    level = _check.fraction("level", level)
    words = convention(alternative, two_sided)
    asked = None if resamples is None else check_resamples(resamples)
    if isinstance(statistic, str):
        _check.choice("statistic", statistic, NAMES)
    shown = NAMES[statistic] if isinstance(statistic, str) else getattr(statistic, "__name__", "statistic")
    result = TestResult(
        name="randomization test",
        null="the two samples come from one distribution: group labels are exchangeable",
        p_value=math.nan,
        alternative=alternative,
        statistic_name=shown,
        convention=words,
        errs="It also rejects when only the spreads differ, most of all with unequal group sizes.",
    )
    job = _Job(a, b, alternative, two_sided, level, asked, rng, result)
    return _means(job) if statistic == "mean" else _others(job, statistic)


class _Job:
    """What both forms of the test need."""

    def __init__(
        self,
        a: Floats,
        b: Floats,
        alternative: Alternative,
        two_sided: TwoSided,
        level: float,
        asked: int | None,
        rng: Any,
        result: TestResult,
    ) -> None:
        self.a, self.b = a, b
        self.alternative, self.two_sided, self.level = alternative, two_sided, level
        self.asked, self.rng, self.result = asked, rng, result
        self.pooled = np.concatenate([a, b])
        self.distinct = math.comb(len(a) + len(b), len(a))

    @property
    def wants_exact(self) -> bool:
        return self.asked is None or self.asked >= self.distinct

    def exact(self, p: float, effect: Estimate, statistic: float) -> TestResult:
        notes = () if self.asked is None else asked_beyond(self.asked, self.distinct)
        details = {"rearrangements": as_float(self.distinct), "exact": 1.0}
        return replace(self.result, p_value=p, effect=effect, statistic=statistic, details=details, warnings=notes)

    def drawn(self, p: float, effect: Estimate, statistic: float, draws: int, seed: int) -> TestResult:
        details = {
            "rearrangements": as_float(self.distinct),
            "exact": 0.0,
            "resamples": float(draws),
            "monte_carlo_error": monte_carlo_error(p, draws),
            "seed": float(seed),
        }
        return replace(
            self.result, p_value=p, effect=effect, statistic=statistic, details=details, warnings=too_few(draws)
        )


def _means(job: _Job) -> TestResult:
    """The difference of means: exact tables where feasible, and the inverted interval in either case."""
    m, n = len(job.a), len(job.b)
    observed = float(job.a.mean() - job.b.mean())
    grid = on_grid(job.pooled)
    span = float(np.ptp(job.pooled))
    close = 1e-12 * float(np.abs(job.pooled - job.pooled.mean()).sum())
    seed, draws, relative = 0, 0, 1e-13
    snap: dict[str, float] = {}
    moves: Any = None
    most = min(m, n)
    if job.wants_exact:
        if grid is not None:
            sides = Grid(grid.steps[:m], grid.per), Grid(grid.steps[m:], grid.per)
            if sum(rows_cost(side.steps, most) for side in sides) <= _ADDITIONS:
                moves = two_sample_moves(*sides)
                snap = {"denominator": 2 * m * n, "per": grid.per}
        if moves is None:
            listed = sum(math.comb(m, k) + math.comb(n, k) for k in range(most + 1))
            if listed <= _LISTED:
                moves = ListedMoves(job.a, job.b, factor=1 / m + 1 / n)
                relative = 1e-13 if listed < 1e4 else 1e-8
    if moves is None:
        seed, draws = _rng.seed_of(job.rng), job.asked or DEFAULT
        moves = _draw(job, observed, draws, seed, close)
    functions = p_functions(moves, observed, job.alternative, job.two_sided, close)
    p = functions[0](0.0)
    if snap and p < 1e-3 and grid is not None:
        p = _far_p(job, grid, observed)
    interval = inverted(
        functions,
        observed,
        p,
        reach=4 * (m + n) * (span + abs(observed)) or 1.0,
        level=job.level,
        alternative=job.alternative,
        method=f"inverted randomization test, {job.result.convention.split(':')[0]}",
        relative=relative,
        **snap,
    )
    effect = Estimate("mean_difference", observed, m + n, interval, title="difference of means")
    if draws:
        return job.drawn(p, effect, observed, draws, seed)
    return job.exact(p, effect, observed)


def _far_p(job: _Job, grid: Grid, observed: float) -> float:
    """A small p of values on a grid, from positive terms only."""
    m, n = len(job.a), len(job.b)
    x, y = grid.steps[:m], grid.steps[m:]
    twice = 2 * (n * int(x.sum()) - m * int(y.sum()))  # 2 D / factor, times m + n
    down = far_tail(x, y, 0, -1)
    up = far_tail(x, y, 0, 1)
    if job.alternative != "two-sided":
        return down if job.alternative == "greater" else up
    if job.two_sided == "doubled":
        return min(1.0, 2 * min(down, up))
    if observed > 0:
        return down + far_tail(x, y, -(-twice // (m + n)), 1)
    return up + far_tail(x, y, twice // (m + n), -1)


def _draw(job: _Job, observed: float, draws: int, seed: int, close: float) -> DrawnMoves:
    """Random divisions: their statistic, and the share of a shift of x that each carries."""
    m, n = len(job.a), len(job.b)
    sums, own = np.empty(draws), np.empty(draws)
    for start, index in _divisions(job, draws, seed):
        stop = start + len(index)
        sums[start:stop] = job.pooled[index[:, :m]].sum(axis=1)
        own[start:stop] = (index[:, :m] < m).sum(axis=1)
    total = float(job.pooled.sum())
    return DrawnMoves(observed, sums / m - (total - sums) / n, own / m - (m - own) / n, close)


def _divisions(job: _Job, draws: int, seed: int) -> Any:
    """Random orders of the pooled cases, in blocks with a stream each."""
    size = len(job.pooled)
    block = max(1, int(2e6 // size))
    for start in range(0, draws, block):
        rows = min(block, draws - start)
        generator = _rng.stream(seed, "randomization", start // block)
        order = np.broadcast_to(np.arange(size, dtype=np.int32), (rows, size)).copy()
        yield start, generator.permuted(order, axis=1, out=order)


def _others(job: _Job, statistic: Statistic) -> TestResult:
    """Any other statistic: all divisions while they are few, random ones otherwise."""
    m, n = len(job.a), len(job.b)
    compute, show, note = _statistic(statistic)
    observed = float(compute(job.a[None], job.b[None])[0])
    name = statistic if isinstance(statistic, str) else "statistic"
    if not math.isfinite(observed):
        reason = "the statistic of the data is not a finite number"
        effect = Estimate(name, math.nan, m + n, undefined=reason)
        return replace(job.result, effect=effect, inapplicable=reason)
    seed, draws = 0, 0
    if job.wants_exact and job.distinct * (m + n) <= _VALUES:
        orders = np.array(list(itertools.combinations(range(m + n), m)), dtype=np.int64).reshape(-1, m)
        rest = np.ones((len(orders), m + n), dtype=bool)
        np.put_along_axis(rest, orders, False, axis=1)
        index = np.concatenate([orders, np.nonzero(rest)[1].reshape(-1, n)], axis=1)
    else:
        seed, draws = _rng.seed_of(job.rng), job.asked or DEFAULT
        index = np.concatenate([part for _, part in _divisions(job, draws, seed)])
    close = 1e-12 * max(1.0, float(np.abs(job.pooled).max()))

    def p_at(shift: float) -> float:
        pooled = np.concatenate([job.a - shift, job.b])
        values = compute(pooled[index[:, :m]], pooled[index[:, m:]])
        centre = float(compute(pooled[None, :m], pooled[None, m:])[0])
        return p_of_values(values, centre, job.alternative, job.two_sided, drawn=bool(draws), close=close)

    p = p_at(0.0)
    interval: Interval | None = None
    if statistic == "median":
        interval = inverted(
            (p_at, p_at, p_at),
            observed,
            p,
            reach=4 * float(np.ptp(job.pooled)) + abs(observed) or 1.0,
            level=job.level,
            alternative=job.alternative,
            method=f"inverted randomization test, {job.result.convention.split(':')[0]}",
            relative=1e-6,
        )
    effect = Estimate(name, show(observed), m + n, interval, note=note, title=job.result.statistic_name)
    if draws:
        return job.drawn(p, effect, show(observed), draws, seed)
    return job.exact(p, effect, show(observed))


def _statistic(statistic: Statistic) -> tuple[Callable[[Any, Any], Floats], Callable[[float], float], str]:
    """The statistic of rows of divisions, how it is shown, and a note on its interval."""
    none = "no interval: the null says that the distributions are equal, and names no shift to invert"
    if callable(statistic):

        def rowwise(u: Any, v: Any) -> Floats:
            return np.array([float(statistic(a, b)) for a, b in zip(u, v, strict=True)])

        return rowwise, float, none
    if statistic == "variance_ratio":

        def log_ratio(u: Any, v: Any) -> Floats:
            if min(u.shape[-1], v.shape[-1]) < 2:
                return np.full(len(u), np.nan)
            with np.errstate(divide="ignore", invalid="ignore"):
                return np.asarray(np.log(u.var(axis=-1, ddof=1)) - np.log(v.var(axis=-1, ddof=1)))

        return log_ratio, math.exp, f"compared on the log scale; {none}"
    one = batched(statistic)
    return (lambda u, v: one(u) - one(v)), float, "" if statistic == "median" else none
