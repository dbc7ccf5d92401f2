"""The apparent value with its optimism, measured on bootstrap samples, taken off."""

from __future__ import annotations

import math

import numpy as np

from referee.core import Estimate, Results
from referee.learners.estimators.holdout_value import apparent
from referee.learners.estimators.loo_bootstrap import whole_values
from referee.learners.estimators.on_results import OnResults
from referee.metrics.metric import Metric


def optimism_bootstrap(results: Results, metric: str | Metric = "error_rate") -> Estimate:
    """The apparent value plus the mean over samples of (value on all cases - value on the sample itself).

    The second term is how much better a model looks on the cases that it was trained on. It needs results kept
    `everywhere`. It errs on the low side, without limit for learners that memorise: the models see most of the cases
    that they are tested on. Reference: efron1993.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("bootstrap", 2, ([1], [0]), ([0, 0], [1, 1]), repeats=2)
    >>> results = Results("rule", (0, 1), [0, 1], splits, ([0, 0], [0, 1]), whole=[0, 0], everywhere=True)
    >>> optimism_bootstrap(results).value
    0.75
    """
    measure = OnResults(metric, results)
    how = f"optimism bootstrap, {len(results.finished)} samples"
    on_all, on_own = whole_values(measure), whole_values(measure, drawn=True)
    base = apparent(results, metric).value
    if math.isnan(base) or not len(on_all) or not len(on_own):
        why = "its apparent part is undefined" if math.isnan(base) else None
        return measure.estimate(math.nan, how, undefined=why)
    value = base + float(np.mean(on_all)) - float(np.mean(on_own))
    low, high = measure.range
    return measure.estimate(min(high, max(low, value)), how, notes=("optimistic for learners that memorise",))
