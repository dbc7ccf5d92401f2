"""Over the folds: pooled, averaged over splits, the intervals of either, and (by name only) an AUC of pooled scores."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from referee import _check
from referee.core import Estimate, Interval, Results
from referee.inference.estimate import estimate
from referee.inference.proportion import proportion_interval, z_of
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
