"""The value on one test part."""

from __future__ import annotations

import math
from dataclasses import replace

from referee import _check
from referee.core.confusion import ConfusionMatrix
from referee.core.estimate import Estimate
from referee.core.ranking import Ranking
from referee.core.results import Results
from referee.data.scores import rank
from referee.intervals.auc_default import auc_default
from referee.intervals.of_metric import estimate
from referee.intervals.sampler import Sampler
from referee.metrics.metric import Metric
from referee.resampling.estimators.measure import Measure


def holdout_value(results: Results, metric: str | Metric = "error_rate", *, level: float = 0.95) -> Estimate:
    """The metric on the test part of a single split, with the interval of a fixed model on fresh cases.

    For error the binomial one (mid-P). It is about the model of the training part, which has fewer cases than the
    model that will be used, so it errs on the high side. Reference: tan2006.

    >>> from referee.core.splits import Splits
    >>> results = Results("rule", (0, 1), [0, 1] * 10, Splits("holdout", 20, (range(10),)), ([0, 1] * 4 + [0, 0],))
    >>> e = holdout_value(results)
    >>> e.value, e.interval.method
    (0.1, 'mid-P')
    """
    if len(results.splits) != 1:
        _check.fail("results", "be of a single split", f"{len(results.splits)} splits")
    measure = Measure(metric, results)
    if not results.complete:
        return measure.estimate(math.nan, "holdout", n=0)
    rows, _ = results.test(0)
    if measure.metric is None:
        labels, positive = results.labels, results.positive
        values, positives, negatives = rank(results.test_scores(0), measure.is_positive[rows])
        ranking = Ranking(values, positives, negatives, positive=labels[-1] if positive is None else positive)
        made = measure.estimate(ranking.auc, "holdout", n=len(rows))
        if math.isnan(ranking.auc):
            return made
        return Estimate(made.name, made.value, made.n, auc_default(ranking, level=level), title=made.title)
    matrix = ConfusionMatrix(results.counts[0], results.labels, results.positive)
    return of_matrix(measure, matrix, level, "holdout")


def of_matrix(measure: Measure, matrix: ConfusionMatrix, level: float, how: str) -> Estimate:
    """A label metric of a table of independent test cases, with its default interval."""
    assert measure.metric is not None
    two = matrix.positive is not None and (measure.metric.binary or len(matrix.labels) == 2)
    table = matrix.binary() if two else matrix
    made = estimate(measure.metric, table, level=level, sampler=Sampler(table, measure.results.seed))
    return replace(made, title=f"{measure.title}, {how}")
