"""Pooled over the folds: k-fold, leave-one-out, repeated 2-fold."""

from __future__ import annotations

import math

import numpy as np

from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.results import Results
from referee.intervals.proportion import z_of
from referee.metrics.metric import Metric
from referee.resampling.estimators.on_results import OnResults


def pooled(
    results: Results, metric: str | Metric = "error_rate", *, level: float = 0.95, interval: Interval | None = None
) -> Estimate:
    """The metric of all test predictions of a repeat together, averaged over the repeats.

    The area under the ROC curve compares cases of the same test part only: scores of different models are on
    different scales, and pooled over leave-one-out they fall far below 0.5 on noise. For one run of k-fold
    its interval is LeDell's, from the influence of each case. Other metrics take the `interval` made by `nested_cv`.
    It errs on the high side, as models train on a part of the cases. References: stone1974, ledell2015.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("2-fold", 4, ([0, 1], [2, 3]))
    >>> pooled(Results("rule", (0, 1), [0, 1, 0, 1], splits, ([0, 1], [1, 1]))).value
    0.25
    """
    measure = OnResults(metric, results)
    runs = f", {results.splits.repeats} runs averaged" if results.splits.repeats > 1 else ""
    if measure.auc:
        value = measure.pooled(results.finished)
        how = f"{results.splits.kind}, pairs within a test part{runs}"
        why = "no test part has a case of each class" if math.isnan(value) else None
        if interval is None and results.splits.partition and results.splits.repeats == 1:
            interval = _influence_interval(measure, value, level)
        return measure.estimate(value, how, interval=interval, undefined=why)
    runs_of: dict[int, list[int]] = {}
    for i in results.finished:
        runs_of.setdefault(results.splits.repeat(i), []).append(i)
    values = np.array([measure.pooled(splits) for splits in runs_of.values()])
    kept = values[~np.isnan(values)]
    together = measure.metric.shape == "mean" or not measure.metric.by_scores
    how = f"{results.splits.kind}, {'pooled' if together else 'averaged'} over test parts{runs}"
    value = float(kept.mean()) if len(kept) else math.nan
    tested = np.zeros(results.n, dtype=bool)
    for i in results.finished:
        tested[results.splits.tests[i]] = True
    return measure.estimate(value, how, n=int(tested.sum()), interval=interval)


def _influence_interval(measure: OnResults, value: float, level: float) -> Interval | None:
    """The interval of a cross-validated AUC from the influence of each case on the AUC of its fold."""
    results, positive = measure.results, measure.is_positive
    share = positive.mean()
    squares = []
    for i in results.finished:
        rows = results.splits.tests[i]
        is_positive, scores = positive[rows], measure.test_scores(i)
        if is_positive.sum() < 2 or (~is_positive).sum() < 2:
            return None
        above, below = scores[is_positive], scores[~is_positive]
        u = (above[:, None] > below).mean(axis=1) + (above[:, None] == below).mean(axis=1) / 2
        v = (above[:, None] > below).mean(axis=0) + (above[:, None] == below).mean(axis=0) / 2
        influence = np.concatenate([(u - u.mean()) / share, (v - v.mean()) / (1 - share)])
        squares.append(np.mean(influence**2))
    if not squares or max(squares) == 0:
        return None
    half = measure.metric.width * z_of((1 - level) / 2) * math.sqrt(float(np.mean(squares)) / results.n)
    return measure.inside(value, half, level, "influence curve (LeDell)")
