"""Over the folds: pooled, averaged over splits, and (by name only) an AUC of scores of different models."""

from __future__ import annotations

import math

import numpy as np

from referee import _check
from referee.core import Estimate, Interval, Results
from referee.inference.proportion import z_of
from referee.learners.estimators.on_results import OnResults, pairs_won
from referee.learners.per_split import limits_over
from referee.metrics.metric import Metric

WARNING = "scores of different models are compared: on noise this falls far below 0.5 (0 for the prior rule)"


def pooled_value(
    results: Results,
    metric: str | Metric = "error_rate",
    *,
    level: float = 0.95,
    interval: Interval | str | None = None,
) -> Estimate:
    """The metric of all test predictions of a repeat together, averaged over the repeats.

    The area under the ROC curve compares cases of the same test part only: scores of different models are on
    different scales, and pooled over leave-one-out they fall far below 0.5 on noise. For one run of k-fold
    its interval is LeDell's, from the influence of each case. Other metrics take the `interval` made by `nested_cv`.
    It errs on the high side, as models train on a part of the cases. References: stone1974, ledell2015.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("2-fold", 4, ([0, 1], [2, 3]))
    >>> pooled_value(Results("rule", (0, 1), [0, 1, 0, 1], splits, ([0, 1], [1, 1]))).value
    0.25
    """
    measure = OnResults(metric, results)
    runs = f", {results.splits.repeats} runs averaged" if results.splits.repeats > 1 else ""
    if measure.auc:
        value = measure.pool(results.finished)
        how = f"{results.splits.kind}, pairs within a test part{runs}"
        why = "no test part has a case of each class" if math.isnan(value) else None
        if interval is None and results.splits.partition and results.splits.repeats == 1:
            interval = _influence_interval(measure, value, level)
        return measure.estimate(value, how, interval=interval, undefined=why)
    runs_of: dict[int, list[int]] = {}
    for i in results.finished:
        runs_of.setdefault(results.splits.repeat(i), []).append(i)
    values = np.array([measure.pool(splits) for splits in runs_of.values()])
    kept = values[~np.isnan(values)]
    together = measure.metric.shape == "mean" or not measure.metric.by_scores
    how = f"{results.splits.kind}, {'pooled' if together else 'averaged'} over test parts{runs}"
    value = float(kept.mean()) if len(kept) else math.nan
    tested = np.zeros(results.n, dtype=bool)
    for i in results.finished:
        tested[results.splits.tests[i]] = True
    return measure.estimate(value, how, n=int(tested.sum()), interval=interval)


def _influence_interval(measure: OnResults, value: float, level: float) -> Interval | str | None:
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
    if not squares:
        return None
    half = measure.metric.width * z_of((1 - level) / 2) * math.sqrt(float(np.mean(squares)) / results.n)
    return measure.inside(value, half, level, "influence curve (LeDell)")


def pooled_auc(results: Results, metric: str | Metric = "roc_auc") -> Estimate:
    """One AUC of the scores that all models gave, each case scored by the model that did not see it.

    Undefined when a case has no score. It errs low, most under leave-one-out: a case left out makes its own class
    rarer, so that its model scores it lower; on pure noise .33 was measured where .5 is true, and 0 for a rule that
    scores by the class share. `pooled_value` compares cases of one model only. References: parker2007, ledell2015.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("leave-one-out", 4, ([0], [1], [2], [3]))
    >>> share = [[0.67], [0.67], [0.33], [0.33]]
    >>> said = Results("prior", (0, 1), [0, 0, 1, 1], splits, ([1], [1], [0], [0]), scores=tuple(share))
    >>> pooled_auc(said).value
    0.0
    """
    measure = OnResults(metric, results)
    if not results.splits.partition or results.splits.repeats > 1:
        _check.fail("results", "be of splits that test every case once", results.splits.kind)
    scores = np.full(results.n, math.nan)
    for i in results.finished:
        scores[results.splits.tests[i]] = measure.test_scores(i)
    how = f"{results.splits.kind}, scores pooled over models"
    if np.isnan(scores).any():
        return measure.estimate(math.nan, how, undefined="some case has no score")
    won, pairs = pairs_won(scores, measure.is_positive)
    value = measure.range[0] + measure.metric.width * won / pairs if pairs else math.nan
    return measure.estimate(value, how, notes=(WARNING,))


def average_value(results: Results, metric: str | Metric = "error_rate", *, level: float = 0.95) -> Estimate:
    """The mean of the metric over the test parts, with the Nadeau-Bengio interval where it is known to hold.

    value ± t sqrt((1/k + n_test / n_train) s^2), k - 1 degrees of freedom, s the spread over k splits; for metrics
    that are means over cases, on random splits and on one run of k-fold (measured coverage .98 to 1 there). Other
    metrics and repeated folds get none. Splits where the metric is undefined are left out and counted. It errs on the
    high side: models train on a part of the cases. Reference: nadeau2003.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("random splits", 6, ([0, 1], [2, 3], [1, 4]), repeats=3)
    >>> e = average_value(Results("rule", (0, 1), [0, 1, 0, 1, 0, 1], splits, ([0, 1], [0, 0], [0, 1])))
    >>> round(e.value, 3), e.interval.method
    (0.5, 'corrected t (Nadeau-Bengio)')
    """
    level = _check.fraction("level", level)
    measure, splits = OnResults(metric, results), results.splits
    kept, notes = measure.of_parts("test parts")
    how = f"{splits.kind}, mean over {len(kept)} splits"
    if not len(kept):
        return measure.estimate(math.nan, how)
    interval: Interval | str | None = None
    single = splits.repeats in (1, len(splits)) and not splits.bootstrap and splits.keeps != "times"
    if measure.is_mean and single and len(kept) > 2 and not notes and np.isfinite(kept).all():
        low, high = limits_over(kept, splits.test_train_ratio, level)
        interval = measure.inside(float(kept.mean()), (high - low) / 2, level, "corrected t (Nadeau-Bengio)")
    return measure.estimate(float(kept.mean()), how, interval=interval, notes=notes)
