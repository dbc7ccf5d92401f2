"""Two-sample bootstrap test with randomization: pool, then draw both samples with replacement."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from referee import _check, _rng
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.testresult import Alternative, TestResult
from referee.intervals.statistic import Statistic, batched, sample, title
from referee.stattests.inversion import TwoSided, convention, inverted, p_functions, p_of_values
from referee.stattests.moves import DrawnMoves
from referee.stattests.resamples import check_resamples, monte_carlo_error, too_few

_VALUES = 4e6


def bootstrap_two_sample(
    x: Any,
    y: Any,
    *,
    statistic: Statistic = "mean",
    alternative: Alternative = "two-sided",
    two_sided: TwoSided = "absolute",
    level: float = 0.95,
    resamples: int = 9999,
    rng: Any = None,
) -> TestResult:
    """Bootstrap test of two independent samples by the difference of a statistic.

    Both samples are poured together, and samples of their sizes are drawn from the pool with replacement, so that
    the null holds in every resample; p = (b + 1) / (m + 1). For means the interval holds the shifts that the same
    test does not reject. Undefined when the statistic of the data is. It errs on small samples, where it rejects
    too often; `randomization` draws without replacement and is exact. Reference: efron1993.

    >>> squirrels, chipmunks = [54, 66, 64, 61], [23, 28, 27, 31, 51, 32]
    >>> bootstrap_two_sample(squirrels, chipmunks, rng=1).p_value < 0.01
    True
    """
    a, b = sample("x", x), sample("y", y)
    m, n = len(a), len(b)
    level = _check.fraction("level", level)
    draws = check_resamples(resamples)
    words = convention(alternative, two_sided)
    one = batched(statistic)
    pooled = np.concatenate([a, b])
    name = f"difference of {title(statistic)}s"
    head: dict[str, Any] = {
        "name": "two-sample bootstrap test with randomization",
        "null": "the two samples come from one distribution",
        "alternative": alternative,
        "statistic_name": name,
        "convention": words,
        "errs": "On small samples it rejects too often: the pooled bootstrap has too little spread.",
    }
    if m + n < 3:
        _check.fail("x", "hold, with `y`, at least 3 observations", f"{m} and {n}")
    observed = float(one(a[None])[0] - one(b[None])[0])
    if not math.isfinite(observed):
        reason = "the statistic of the data is not a finite number"
        effect = Estimate(name, math.nan, m + n, undefined=reason)
        return TestResult(p_value=math.nan, effect=effect, inapplicable=reason, **head)
    seed = _rng.seed_of(rng)
    drawn, carried = np.empty(draws), np.empty(draws)
    block = max(1, int(_VALUES // (m + n)))
    for start in range(0, draws, block):
        rows = min(block, draws - start)
        generator = _rng.stream(seed, "bootstrap pool", start // block)
        index = generator.integers(0, m + n, (rows, m + n), dtype=np.int32)
        drawn[start : start + rows] = one(pooled[index[:, :m]]) - one(pooled[index[:, m:]])
        own = index < m
        carried[start : start + rows] = own[:, :m].mean(axis=1) - own[:, m:].mean(axis=1)
    close = 1e-12 * max(1.0, float(np.abs(pooled).max()))
    interval: Interval | None = None
    note = "no interval: the null says that the distributions are equal, and names no shift to invert"
    if statistic == "mean":
        functions = p_functions(
            DrawnMoves(observed, drawn, carried, close), observed, alternative, two_sided, close
        )
        p, note = functions[0](0.0), ""
        interval = inverted(
            functions,
            observed,
            p,
            reach=4 * (m + n) * (float(np.ptp(pooled)) + abs(observed)) or 1.0,
            level=level,
            alternative=alternative,
            method=f"inverted two-sample bootstrap test, {words.split(':')[0]}",
        )
    else:
        p = p_of_values(drawn, observed, alternative, two_sided, drawn=True, close=close)
    return TestResult(
        p_value=p,
        effect=Estimate(name, observed, m + n, interval, note=note),
        statistic=observed,
        details={
            "resamples": float(draws),
            "monte_carlo_error": monte_carlo_error(p, draws),
            "seed": float(seed),
        },
        warnings=too_few(draws),
        **head,
    )
