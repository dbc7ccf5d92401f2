"""The interval of a mean over cases from held-out cases: that of fresh cases, widened."""

from __future__ import annotations

import math
from dataclasses import replace

from referee.core import Interval
from referee.inference.estimate import estimate
from referee.inference.proportion import proportion_interval
from referee.learners.estimators.on_results import OnResults

STEADY, ONE_DEAL, ENOUGH = 1.3, 1.4, 5
"""How much wider than that of fresh cases the interval is: leave-one-out or folds dealt so often, and folds dealt less.

Chosen on 44 random worlds; the family `estimates` of `tools/validity/worlds` measures it on new ones.
"""

LARGEST_PART = 0.3
"""Test cases per training case beyond which models are too far from that of all cases: 5 folds have .25."""


def held_out_interval(measure: OnResults, value: float, level: float) -> Interval | None:
    """The interval that as many fresh cases would have around a value of folds, its arms 1.3 or 1.4 times as long.

    For a mean over cases the errors on held-out cases are nearly independent, so that their spread over n is nearly
    the variance of the estimate (Bayle et al.); that models share training cases, and that the model of all cases is
    one more draw, is what the factor is for: 1.3 for leave-one-out and folds dealt five times, else 1.4. For errors
    the arms are mid-P's, which hold where errors are few and a t interval fails; the factor was measured for errors.
    None for other metrics than means, for fewer than 5 folds, and for cases that belong together. It errs where a
    learner changes much between n cases and those that a fold leaves. Reference: bayle2020.

    >>> from referee.core import Results, Splits
    >>> from referee.learners.estimators.on_results import OnResults
    >>> splits = Splits("5-fold", 20, tuple(range(4 * i, 4 * i + 4) for i in range(5)))
    >>> results = Results("rule", (0, 1), [0, 1] * 10, splits, ([0, 0, 0, 0],) * 5)
    >>> made = held_out_interval(OnResults("error_rate", results), 0.5, 0.95)
    >>> round(made.low, 2), round(made.high, 2)
    (0.2, 0.8)
    """
    results = measure.results
    plain = results.splits.keeps == "cases" and not results.splits.bootstrap
    if not (measure.is_mean and plain and results.finished) or results.splits.test_train_ratio > LARGEST_PART:
        return None
    fresh = estimate(measure.metric, results.first_run, level=level, seed=results.seed)
    if fresh.interval is None or not math.isfinite(fresh.value) or not math.isfinite(value):
        return None
    if measure.metric.shape in ("rate", "proportion"):  # of all runs: the first may have no error where others do
        share = proportion_interval(value * fresh.n, fresh.n, level, fractional=True)
        fresh = replace(fresh, value=value, interval=share)
    assert fresh.interval is not None
    splits = results.splits
    wider = STEADY if splits.repeats >= ENOUGH or splits.leaves_one_out else ONE_DEAL
    low = max(measure.range[0], value - wider * (fresh.value - fresh.interval.low))
    high = min(measure.range[1], value + wider * (fresh.interval.high - fresh.value))
    method = f"{fresh.interval.method} of held-out cases, {wider:g} times as wide"
    return replace(fresh.interval, low=min(low, value), high=max(high, value), method=method)
