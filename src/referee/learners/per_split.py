"""A metric on each split, and what studies of a learner share: how they run it, bands, limits and failed fits."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _check, _format, _rng
from referee.core import Band, Results, Splits
from referee.core.splits import Indices
from referee.core.tables import one_vs_rest
from referee.core.types import Column, Counts, Floats, Learner, Rng, Table, Values
from referee.inference.t_paired import corrected_t
from referee.learners.data import LearnerCases
from referee.learners.recipe import Recipe, Splitting, splits_for
from referee.learners.run import Run
from referee.learners.run_learner import Keep, run_to_the_end
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import Metric
from referee.metrics.registry import directed_metric, get


def per_split(results: Results, metric: str | Metric) -> Values:
    """The value of any metric on the test part of each split.

    NaN where the split has no predictions or the metric is undefined there.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("2-fold", 4, ([0, 1], [2, 3]))
    >>> per_split(Results("rule", (0, 1), [0, 1, 0, 1], splits, ([0, 1], [1, 1])), "accuracy").tolist()
    [1.0, 0.5]
    """
    out = np.full(len(_check.instance("results", results, Results).splits), np.nan)
    done, found = list(results.finished), get(metric)
    if isinstance(found, LabelMetric):
        out[done] = found.formula(metric_counts(found, results.counts, results))
    else:
        out[done] = [found.value(results.answers(i)) for i in done]
    return out


def mean_over(results: Results, metric: str | Metric) -> float:
    """The mean over the splits where the metric has a value; NaN when it has none."""
    values = per_split(results, metric)
    known = values[np.isfinite(values)]
    return float(known.mean()) if len(known) else float("nan")


def value_on(results: Results, metric: Metric, i: int, rows: Indices) -> float:
    """The value of the model of split i on some rows, of results that were kept everywhere; NaN without a model."""
    if results.predicted[i] is None:
        return float("nan")
    answers = results.answers(i, rows)
    if not isinstance(metric, LabelMetric):
        return metric.value(answers)
    return float(metric.formula(metric_counts(metric, answers.confusion.counts, results)))


def training_values(results: Results, metric: Metric) -> Values:
    """The value of each model on its own training part."""
    splits = results.splits
    return np.array([value_on(results, metric, i, splits.train(i)) for i in range(len(splits))])


def metric_counts(metric: LabelMetric, counts: Counts, results: Results) -> Counts:
    """Counts as the metric's formula sees them: of a two-class metric with the positive class last."""
    if results.positive is None:
        if metric.binary:
            hint = f"Pass positive=..., or use {metric.name}_macro."
            _check.fail("positive", f"name the class that {metric.name} is about", "None", hint)
        return counts
    if metric.binary or len(results.labels) == 2:
        return one_vs_rest(counts)[..., results.labels.index(results.positive), :, :]
    return counts


def limits_over(values: Floats, ratio: float, level: float) -> tuple[float, float]:
    """The corrected t interval of a mean over splits; a single point when the values do not vary."""
    effect = corrected_t(values, test_train_ratio=ratio, level=level).effect
    if effect is None or effect.interval is None:
        return float(values.mean()), float(values.mean())
    return effect.interval.low, effect.interval.high


def failure_notes(results: Results) -> tuple[str, ...]:
    """What to say about fits that failed; refused when all did."""
    if not results.finished:
        why = results.failures[0][1] if results.failures else "interrupted"
        _check.fail("learner", "fit on some split", f"{results.learner}: {why}")
    lost = len(results.splits) - len(results.finished)
    if not lost:
        return ()
    why = f"; the first on split {results.failures[0][0]}: {results.failures[0][1]}" if results.failures else ""
    return (f"{_format.plural(lost, 'fit')} of {len(results.splits)} did not finish and are left out{why}.",)


class Running:
    """How a study of a learner runs it: its cases, what is measured, the seed, and how fits are run."""

    def __init__(self, X: Table | LearnerCases, y: Column, metric: str | Metric, rng: Rng, run: Run) -> None:
        self.measure, self.seed, self.run = directed_metric(metric), _rng.seed_of(rng), run
        self.data = X if isinstance(X, LearnerCases) else LearnerCases(X, y)

    def splits(self, given: Splitting | None, default: Recipe | None = None) -> Splits:
        """The splits of the cases, groups and times kept, by what was given or by the default."""
        data, recipe = self.data, default if given is None else given
        assert recipe is not None
        return splits_for(recipe, data.table, data.codes, groups=data.groups, times=data.times, rng=self.seed)

    def __call__(self, learner: Learner, splits: Splits, *keep: Keep, name: str = "") -> Results:
        """A run to the end, with scores where the metric needs them."""
        return self.on(self.data, learner, splits, self.seed, *keep, name=name)

    def on(
        self, data: LearnerCases, learner: Any, splits: Splits, rng: Rng, *keep: Keep, name: str = ""
    ) -> Results:
        """The same on other cases, or with another seed."""
        kept: tuple[Keep, ...] = (*keep, "scores") if self.measure.by_scores else keep
        return run_to_the_end(learner, data, None, splits, keep=kept, rng=rng, run=self.run, name=name)

    def band(self, values: Floats, x: Floats, ratios: Floats, level: float, x_name: str, y_name: str) -> Band:
        """The mean of each column over splits, with pointwise corrected t limits; NaN where there is no value.

        `values` has one row per split and one column per place of `x`; `ratios` are n_test / n_train at each place.
        """
        mean, low, high = (np.full(len(x), np.nan) for _ in range(3))
        for j, ratio in enumerate(ratios):
            column = values[np.isfinite(values[:, j]), j]
            if len(column):
                mean[j] = column.mean()
            if len(column) > 1:
                low[j], high[j] = limits_over(column, float(ratio), level)
        low, high = np.maximum(low, self.measure.range[0]), np.minimum(high, self.measure.range[1])
        method = "corrected t over splits, pointwise"
        return Band(x, mean, low, high, level, method, x_name=x_name, y_name=y_name)

    @staticmethod
    def monte_carlo_error(values: Floats) -> float:
        """The largest standard error of a column's mean that more repeats on the same cases would take away."""
        columns = [column[np.isfinite(column)] for column in values.T]
        errors = [float(column.std(ddof=1)) / len(column) ** 0.5 for column in columns if len(column) > 1]
        return max(errors, default=float("nan"))
