"""A metric on each split."""

from __future__ import annotations

import numpy as np

from referee import _check
from referee.core import Results
from referee.core.confusion import one_vs_rest
from referee.core.splits import Indices
from referee.core.types import Counts, Values
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import Metric
from referee.metrics.registry import get


def per_split(results: Results, metric: str | Metric) -> Values:
    """The value of any metric on the test part of each split.

    NaN where the split has no predictions or the metric is undefined there.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("2-fold", 4, ([0, 1], [2, 3]))
    >>> per_split(Results("rule", (0, 1), [0, 1, 0, 1], splits, ([0, 1], [1, 1])), "accuracy").tolist()
    [1.0, 0.5]
    """
    out = np.full(len(_check.made("results", results, Results).splits), np.nan)
    done, found = list(results.finished), get(metric)
    if isinstance(found, LabelMetric):
        out[done] = found.formula(seen(found, results.counts, results))
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
    return float(metric.formula(seen(metric, answers.confusion.counts, results)))


def trained_values(results: Results, metric: Metric) -> Values:
    """The value of each model on its own training part."""
    splits = results.splits
    return np.array([value_on(results, metric, i, splits.train(i)) for i in range(len(splits))])


def seen(metric: LabelMetric, counts: Counts, results: Results) -> Counts:
    """Counts as the metric's formula sees them: of a two-class metric with the positive class last."""
    if results.positive is None:
        if metric.binary:
            hint = f"Pass positive=..., or use {metric.name}_macro."
            _check.fail("positive", f"name the class that {metric.name} is about", "None", hint)
        return counts
    if metric.binary or len(results.labels) == 2:
        return one_vs_rest(counts)[..., results.labels.index(results.positive), :, :]
    return counts
