"""The value on one test part, and the apparent one on the training cases."""

from __future__ import annotations

import math

from referee import _check
from referee.core.confusion import ConfusionMatrix
from referee.core.estimate import Estimate
from referee.core.results import Results
from referee.metrics.metric import Metric
from referee.resampling.estimators.on_results import OnResults


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
    measure = OnResults(metric, results)
    if not results.complete:
        return measure.estimate(math.nan, "holdout", n=0)
    if measure.metric.by_scores:
        return measure.of_fresh(results.answers(0), level, "holdout")
    matrix = ConfusionMatrix(results.counts[0], results.labels, results.positive)
    return measure.of_fresh(matrix, level, "holdout")


def apparent(results: Results, metric: str | Metric = "error_rate") -> Estimate:
    """The metric of the model trained on all cases, on the same cases.

    Optimistic, without limit for learners that memorise: 1-NN has apparent error 0 on noise. No interval of it says
    anything about new cases. Reference: efron1993.

    >>> from referee.core.splits import Splits
    >>> results = Results("rule", (0, 1), [0, 1], Splits("x", 2, ([0],)), ([0],), whole=[0, 0])
    >>> apparent(results).value
    0.5
    """
    measure = OnResults(metric, results)
    how = "apparent (tested on the training cases)"
    if results.whole is None:
        why = dict(results.failures).get(-1, "the model of all cases was not fitted")
        return measure.estimate(math.nan, how, undefined=why)
    if measure.metric.by_scores:
        value = measure.metric.value(results.whole_answers)
    else:
        value = float(measure.of_counts(results.apparent_counts))
    return measure.estimate(value, how, notes=("optimistic: no estimate of the error on new cases",))
