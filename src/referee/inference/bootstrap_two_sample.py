"""Two-sample bootstrap test with randomization: pool, then draw both samples with replacement."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from referee import _check, _rng
from referee.core import TestResult
from referee.core.test_result import Alternative
from referee.inference._bootstrap import blocks
from referee.inference._result import Words
from referee.inference._trial import Trial, TwoSided
from referee.inference.resamples import check_resamples
from referee.inference.statistic import Statistic, batched, sample, title


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
    draws = check_resamples(resamples)
    one = batched(statistic)
    pooled = np.concatenate([a, b])
    name = f"difference of {title(statistic)}s"
    words = Words(
        "two-sample bootstrap test with randomization",
        "the two samples come from one distribution",
        name,
        "On small samples it rejects too often: the pooled bootstrap has too little spread.",
    )
    trial = Trial(words, alternative, two_sided, level, "two-sample bootstrap test")
    if m + n < 3:
        _check.fail("x", "hold, with `y`, at least 3 observations", f"{m} and {n}")
    observed = float(one(a[None])[0] - one(b[None])[0])
    if not math.isfinite(observed):
        return trial.stopped(name, m + n)
    seed = _rng.seed_of(rng)
    drawn, carried = np.empty(draws), np.empty(draws)
    for rows, part, generator in blocks(draws, m + n, seed, "bootstrap pool"):
        index = generator.integers(0, m + n, (rows, m + n), dtype=np.int32)
        drawn[part] = one(pooled[index[:, :m]]) - one(pooled[index[:, m:]])
        own = index < m
        carried[part] = own[:, :m].mean(axis=1) - own[:, m:].mean(axis=1)
    note = "no interval: the null says that the distributions are equal, and names no shift to invert"
    return trial.of_resamples(observed, drawn, carried if statistic == "mean" else None, pooled, seed, note)
