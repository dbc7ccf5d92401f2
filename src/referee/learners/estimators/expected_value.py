"""The mean error of models of other training sets of the same size, with an interval for that mean."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from referee.core import Estimate, Results
from referee.inference.proportion import z_of
from referee.learners.estimators.held_out_interval import held_out_interval
from referee.learners.estimators.on_results import OnResults
from referee.learners.estimators.pooled_value import pooled_value
from referee.metrics.metric import Metric


def expected_value(
    folds: Results, samples: Results, metric: str | Metric = "error_rate", *, level: float = 0.95
) -> Estimate:
    """The value of folds, with an interval for the mean over training sets of the same size.

    `held_out_interval` is for the model of these cases. Models of other cases are better or worse, by a variance V
    that `training_variance` reads from bootstrap `samples`; each arm a becomes sqrt(a^2 + z^2 V). Undefined where the
    folds have no such interval, or where no two cases are left out of one sample. It errs on the wide side where
    samples, which have some 63% of the cases, make models that differ more than those of all cases do. Ours, measured
    in validity/worlds. Reference: efron1997.

    >>> from referee.core import Results, Splits
    >>> truth, left_out = [0, 1] * 10, range(8)
    >>> folds = Splits("5-fold", 20, tuple(range(4 * i, 4 * i + 4) for i in range(5)))
    >>> drawn = Splits("bootstrap", 20, (left_out, left_out), (range(8, 20), range(12, 20)), repeats=2)
    >>> on_folds = Results("rule", (0, 1), truth, folds, ([0, 0, 0, 0],) * 5)
    >>> on_samples = Results("rule", (0, 1), truth, drawn, ([0] * 8, [0, 1, 0, 1, 0, 0, 0, 0]))
    >>> made = expected_value(on_folds, on_samples)
    >>> made.value, round(made.interval.low, 2), round(made.interval.high, 2)
    (0.5, 0.1, 0.9)
    """
    measure = OnResults(metric, folds)
    made = pooled_value(folds, metric, level=level)
    of_model = held_out_interval(measure, made.value, level) if made.defined else None
    variance = training_variance(OnResults(metric, samples))
    if of_model is None or math.isnan(variance):
        return made
    spread = z_of((1 - level) / 2) * math.sqrt(max(0.0, variance))
    low = max(measure.range[0], made.value - math.hypot(made.value - of_model.low, spread))
    high = min(measure.range[1], made.value + math.hypot(of_model.high - made.value, spread))
    method = f"{of_model.method}, and training sets (bootstrap)"
    interval = replace(of_model, low=min(low, made.value), high=max(high, made.value), method=method)
    return pooled_value(folds, metric, level=level, interval=interval)


def training_variance(measure: OnResults) -> float:
    """The variance of the true value between models of different training sets, from samples with cases left out.

    With r the loss of a case less its mean over the models that did not see it, products of the r of two cases that
    one sample leaves out are positive on average where models as a whole are good or bad; what one case has by itself
    does not enter. The mean of these products over samples, which may fall below 0. NaN for metrics that are no means
    over cases, for infinite losses, and where no case is left out of two samples.

    >>> from referee.core import Results, Splits
    >>> from referee.learners.estimators.on_results import OnResults
    >>> splits = Splits("bootstrap", 4, ([0, 1], [0, 1], [2, 3]), ([2, 3], [2, 2], [0, 1]), repeats=3)
    >>> results = Results("rule", (0, 1), [0, 1, 0, 1], splits, ([0, 1], [1, 0], [0, 1]))
    >>> round(training_variance(OnResults("error_rate", results)), 6)  # both right, then both wrong
    0.5
    """
    losses, results = measure.part_losses, measure.results
    if not losses:
        return math.nan
    tests = [results.splits.tests[i] for i in results.finished]
    rows, loss = np.concatenate(tests), np.concatenate(losses)
    if not np.isfinite(loss).all():
        return math.nan
    times = np.bincount(rows, minlength=results.n)
    means = np.bincount(rows, loss, results.n) / np.maximum(times, 1)
    sample = np.repeat(np.arange(len(tests)), [len(test) for test in tests])
    compared = times[rows] > 1  # a case that one model alone did not see is its own mean
    rows, sample, loss = rows[compared], sample[compared], loss[compared]
    away = (loss - means[rows]) * np.sqrt(times[rows] / (times[rows] - 1))
    sums, squares = np.bincount(sample, away), np.bincount(sample, away**2)
    sizes = np.bincount(sample)
    paired = sizes > 1
    if not paired.any():
        return math.nan
    sums, squares, sizes = sums[paired], squares[paired], sizes[paired]
    return float(np.mean((sums**2 - squares) / (sizes * (sizes - 1))))
