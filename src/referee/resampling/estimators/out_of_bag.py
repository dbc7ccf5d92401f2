"""e0: bootstrap models on the cases that were not drawn."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from referee import _check
from referee.core.estimate import Estimate
from referee.core.results import Results
from referee.metrics.metric import Metric
from referee.resampling.estimators.loo_bootstrap import spread_interval
from referee.resampling.estimators.on_results import OnResults
from referee.resampling.per_split import per_split


def out_of_bag(
    results: Results,
    metric: str | Metric = "error_rate",
    *,
    average: Literal["samples", "pooled"] = "samples",
    level: float = 0.95,
) -> Estimate:
    """The metric of each bootstrap model on its out-of-bag cases: the mean over samples, or all of them pooled.

    Pessimistic, as a sample has some 63% of the cases. Samples where the metric is undefined are left out and
    counted. For means over cases the interval is Efron and Tibshirani's of the leave-one-out bootstrap, which differs
    from this only in how it averages. References: efron1993, efron1997.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("bootstrap", 3, ([1, 2], [0]), ([0, 0, 0], [1, 2, 2]), repeats=2)
    >>> results = Results("rule", (0, 1), [0, 1, 1], splits, ([0, 1], [0]))
    >>> out_of_bag(results).value, round(out_of_bag(results, average="pooled").value, 3)
    (0.25, 0.333)
    """
    _check.choice("average", average, ("samples", "pooled"))
    measure = OnResults(metric, results)
    notes: tuple[str, ...] = ()
    if average == "samples":
        values = per_split(results, metric)[list(results.finished)]
        kept = values[~np.isnan(values)]
        value = float(kept.mean()) if len(kept) else math.nan
        if len(kept) < len(values):
            notes = (f"undefined in {len(values) - len(kept)} of {len(values)} samples, which are left out",)
    else:
        value = measure.pooled(results.finished)
    how = f"e0 (out-of-bag, {'mean over' if average == 'samples' else 'pooled over'} {len(results.finished)} samples)"
    return measure.estimate(value, how, interval=spread_interval(measure, value, level), notes=notes)
