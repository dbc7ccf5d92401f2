"""The apparent (resubstitution) value."""

from __future__ import annotations

import math

from referee.core.estimate import Estimate
from referee.core.results import Results
from referee.metrics.metric import Metric
from referee.resampling.estimators.on_results import OnResults


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
