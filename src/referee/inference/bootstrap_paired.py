"""Paired bootstrap test of values: pairs resampled, the null by swapping within pairs or by shifting."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np

from referee import _check, _rng
from referee.core import TestResult
from referee.core.test_result import Alternative
from referee.inference._bootstrap import blocks
from referee.inference._result import Words
from referee.inference._trial import Trial, TwoSided
from referee.inference.bootstrap_one_sample import one_sample_test
from referee.inference.paired_randomization import pairs
from referee.inference.resamples import check_resamples
from referee.inference.statistic import Statistic, batched, title

Null = Literal["swap", "shift"]


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
    swap = _check.choice("null", null, get_args(Null)) == "swap"
    draws = check_resamples(resamples)
    name = f"{title(statistic)} difference"
    alike = f"the {title(statistic)} of the paired differences is 0"
    words = Words(
        f"paired bootstrap test, null by {'swapping' if swap else 'shifting'}",
        "the two values of each pair are exchangeable" if swap else alike,
        name,
        "On few pairs it rejects too often.",
    )
    trial = Trial(words, alternative, two_sided, level, "paired bootstrap test" if swap else "bootstrap test")
    if not swap:
        return one_sample_test(trial, d, 0.0, statistic, "shift", draws, rng)
    seed = _rng.seed_of(rng)
    one = batched(statistic)
    observed = float(one(d[None])[0])
    n = len(d)
    drawn, carried = np.empty(draws), np.empty(draws)
    for rows, part, generator in blocks(draws, n, seed, "bootstrap pairs"):
        index = generator.integers(0, n, (rows, n), dtype=np.int32)
        signs = 1 - 2 * generator.integers(0, 2, (rows, n), dtype=np.int8)
        drawn[part] = one(d[index] * signs)
        carried[part] = signs.mean(axis=1)
    note = "no interval: with swapping only a mean can be inverted"
    return trial.of_resamples(observed, drawn, carried if statistic == "mean" else None, d, seed, note)
