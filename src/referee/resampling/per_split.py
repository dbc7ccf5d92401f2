"""A metric on each split."""

from __future__ import annotations

import numpy as np

from referee import _check
from referee.core.confusion import one_vs_rest
from referee.core.ranking import Ranking
from referee.core.results import Results
from referee.core.splits import Indices
from referee.core.types import Counts, Floats, Values
from referee.data.scores import rank
from referee.metrics.metric import Metric
from referee.metrics.registry import get

AUC = ("roc_auc", "auc")


def per_split(results: Results, metric: str | Metric) -> Values:
    """The value of a metric on the test part of each split: a label metric, or "roc_auc" of two classes.

    NaN where the split has no predictions or the metric is undefined there.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("2-fold", 4, ([0, 1], [2, 3]))
    >>> per_split(Results("rule", (0, 1), [0, 1, 0, 1], splits, ([0, 1], [1, 1])), "accuracy").tolist()
    [1.0, 0.5]
    """
    out = np.full(len(_check.made("results", results, Results).splits), np.nan)
    done = list(results.finished)
    if is_auc(metric):
        for i in done:
            out[i] = auc_of(results, results.splits.tests[i], results.test_scores(i))
        return out
    found = get(metric)
    out[done] = found.formula(seen(found, results.counts, results))
    return out


def is_auc(metric: str | Metric) -> bool:
    """Whether the area under the ROC curve is meant."""
    return isinstance(metric, str) and metric.strip().lower() in AUC


def seen(metric: Metric, counts: Counts, results: Results) -> Counts:
    """Counts as the metric's formula sees them: of a two-class metric with the positive class last."""
    if results.positive is None:
        if metric.binary:
            hint = f"Pass positive=..., or use {metric.name}_macro."
            _check.fail("positive", f"name the class that {metric.name} is about", "None", hint)
        return counts
    if metric.binary or len(results.labels) == 2:
        return one_vs_rest(counts)[..., results.labels.index(results.positive), :, :]
    return counts


def auc_of(results: Results, rows: Indices, scores: Floats) -> float:
    """The area under the ROC curve of some rows; NaN when a class is absent."""
    if len(results.labels) != 2:
        _check.fail("metric", "be a label metric for more than two classes", "'roc_auc'")
    code = len(results.labels) - 1 if results.positive is None else results.labels.index(results.positive)
    values, positives, negatives = rank(scores, results.truth[rows] == code)
    return Ranking(values, positives, negatives, positive=results.labels[code]).auc
