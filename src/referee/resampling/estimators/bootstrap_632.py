"""The .632 bootstrap in its three published definitions."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from referee import _check
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.results import Results
from referee.metrics.metric import Metric
from referee.resampling.estimators.apparent import apparent
from referee.resampling.estimators.loo_bootstrap import case_averages, spread_interval
from referee.resampling.estimators.on_results import OnResults
from referee.resampling.estimators.out_of_bag import out_of_bag
from referee.resampling.estimators.simple_bootstrap import whole_values

Definition = Literal["efron", "tan", "aggarwal"]


def combine_632(apparent: float, outside: float) -> float:
    """.368 apparent + .632 outside, with these weights as printed.

    >>> round(combine_632(0.1, 0.3), 4)
    0.2264
    """
    return 0.368 * apparent + 0.632 * outside


def bootstrap_632(
    results: Results, metric: str | Metric = "error_rate", *, definition: Definition = "efron", level: float = 0.95
) -> Estimate:
    """The .632 estimate: .368 of an optimistic value plus .632 of a pessimistic one.

    "efron" (the default): the apparent value of the model of all cases, and the leave-one-out bootstrap. "tan": the
    same apparent value, and the mean over samples of the out-of-bag value. "aggarwal": the mean over samples of each
    model's value on its own sample, and the leave-one-out bootstrap; it needs results kept `everywhere`. All are
    optimistic for learners that memorise: use .632+ there. References: efron1983, tan2006, aggarwal2015.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("bootstrap", 3, ([1, 2], [0]), ([0, 0, 0], [1, 2, 2]), repeats=2)
    >>> results = Results("rule", (0, 1), [0, 1, 1], splits, ([0, 1], [0]), whole=[0, 1, 1])
    >>> round(bootstrap_632(results).value, 4), round(bootstrap_632(results, definition="tan").value, 4)
    (0.2107, 0.158)
    """
    _check.choice("definition", definition, ("efron", "tan", "aggarwal"))
    measure = OnResults(metric, results)
    if definition == "aggarwal":
        inside = whole_values(measure, drawn=True)
        low = float(np.mean(inside)) if len(inside) else math.nan
    else:
        low = apparent(results, metric).value
    high = out_of_bag(results, metric).value if definition == "tan" else case_averages(measure)[0]
    value = combine_632(low, high)
    how = f".632 bootstrap ({definition.title()}), {len(results.finished)} samples"
    undefined = "its apparent part is undefined" if math.isnan(low) and not math.isnan(high) else None
    interval = scaled_interval(measure, value, high, level)
    return measure.estimate(value, how, interval=interval, undefined=undefined)


def scaled_interval(measure: OnResults, value: float, outside: float, level: float) -> Interval | None:
    """The interval of the leave-one-out bootstrap, its standard error scaled as the error is: by value / outside.

    Of a metric of which more is better, the error is what it lacks to its best value, so that accuracy gets the
    interval of error, mirrored.
    """
    best = measure.range[0] if measure.is_error else measure.range[1]
    ends = value - best, outside - best
    if not np.isfinite(ends).all() or ends[1] == 0:
        return None
    return spread_interval(measure, value, level, scale=ends[0] / ends[1])
