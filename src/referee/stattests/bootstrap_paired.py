"""Paired bootstrap test of values: pairs resampled, the null by swapping within pairs or by shifting."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Literal, get_args

import numpy as np

from referee import _check, _rng
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.testresult import Alternative, TestResult
from referee.intervals.statistic import Statistic, batched, title
from referee.stattests.bootstrap_one_sample import one_sample_test
from referee.stattests.inversion import TwoSided, convention, inverted, p_functions, p_of_values
from referee.stattests.moves import DrawnMoves
from referee.stattests.paired_randomization import pairs
from referee.stattests.resamples import check_resamples, monte_carlo_error, too_few

Null = Literal["swap", "shift"]

_VALUES = 4e6


def bootstrap_paired(
    x: Any,
    y: Any,
    *,
    null: Null = "shift",
    statistic: Statistic = "mean",
    alternative: Alternative = "two-sided",
    two_sided: TwoSided = "absolute",
    level: float = 0.95,
    resamples: int = 9999,
    rng: Any = None,
) -> TestResult:
    """Bootstrap test of paired values: pairs, not points, are drawn with replacement.

    The null is put in by `null`: "swap" turns each drawn pair round with probability 1/2; "shift" moves the
    bootstrap distribution of the statistic of x - y to a mean of 0. p = (b + 1) / (m + 1). The interval holds the
    shifts that the same test does not reject (with "swap" for means only). Undefined when all differences are
    equal and not 0. It errs on few pairs, where it rejects too often: there `paired_randomization` is exact.
    Reference: davison1997.

    >>> x, y = [0.81, 0.79, 0.90, 0.85, 0.77, 0.88], [0.78, 0.75, 0.88, 0.80, 0.76, 0.83]
    >>> bootstrap_paired(x, y, rng=1).p_value < 0.05
    True
    """
    a, b = pairs(x, y)
    if len(a) < 2:
        _check.fail("x", "hold at least 2 pairs", "one pair")
    d = a - b
    _check.choice("null", null, get_args(Null))
    level = _check.fraction("level", level)
    draws = check_resamples(resamples)
    name = f"{title(statistic)} difference"
    result = TestResult(
        name=f"paired bootstrap test, null by {'swapping' if null == 'swap' else 'shifting'}",
        null=(
            "the two values of each pair are exchangeable"
            if null == "swap"
            else f"the {title(statistic)} of the paired differences is 0"
        ),
        p_value=math.nan,
        alternative=alternative,
        statistic_name=name,
        convention=convention(alternative, two_sided),
        errs="On few pairs it rejects too often.",
    )
    if null == "shift":
        return one_sample_test(d, 0.0, statistic, "shift", alternative, two_sided, level, draws, rng, result)
    seed = _rng.seed_of(rng)
    one = batched(statistic)
    observed = float(one(d[None])[0])
    n = len(d)
    drawn, carried = np.empty(draws), np.empty(draws)
    block = max(1, int(_VALUES // n))
    for start in range(0, draws, block):
        rows = min(block, draws - start)
        generator = _rng.stream(seed, "bootstrap pairs", start // block)
        index = generator.integers(0, n, (rows, n), dtype=np.int32)
        signs = 1 - 2 * generator.integers(0, 2, (rows, n), dtype=np.int8)
        drawn[start : start + rows] = one(d[index] * signs)
        carried[start : start + rows] = signs.mean(axis=1)
    close = 1e-12 * max(1.0, float(np.abs(d).max()))
    interval: Interval | None = None
    note = "no interval: with swapping only a mean can be inverted"
    if statistic == "mean":
        moves = DrawnMoves(observed, drawn, carried, close)
        functions = p_functions(moves, observed, alternative, two_sided, close)
        p, note = functions[0](0.0), ""
        interval = inverted(
            functions,
            observed,
            p,
            reach=4 * n * (float(np.ptp(d)) + abs(observed)) or 1.0,
            level=level,
            alternative=alternative,
            method=f"inverted paired bootstrap test, {result.convention.split(':')[0]}",
        )
    else:
        p = p_of_values(drawn, observed, alternative, two_sided, drawn=True, close=close)
    return replace(
        result,
        p_value=p,
        effect=Estimate(name, observed, n, interval, note=note),
        statistic=observed,
        details={
            "resamples": float(draws),
            "monte_carlo_error": monte_carlo_error(p, draws),
            "seed": float(seed),
        },
        warnings=too_few(draws),
    )
