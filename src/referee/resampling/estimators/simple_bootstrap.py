"""The simple bootstrap: each model scored on all cases."""

from __future__ import annotations

import math

import numpy as np

from referee import _check
from referee.core.estimate import Estimate
from referee.core.results import Results
from referee.core.types import Values
from referee.metrics.metric import Metric
from referee.resampling.estimators.on_results import OnResults
from referee.resampling.per_split import value_on


def simple_bootstrap(results: Results, metric: str | Metric = "error_rate") -> Estimate:
    """The metric of each bootstrap model on all cases, its mean over the samples; the note has their variance.

    Optimistic, because some 63% of the test cases were trained on. The variance over samples is no standard error of
    anything about new cases. Needs results that were kept `everywhere`. Reference: efron1993.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("bootstrap", 2, ([1], [0]), ([0, 0], [1, 1]), repeats=2)
    >>> e = simple_bootstrap(Results("rule", (0, 1), [0, 1], splits, ([0, 0], [0, 1]), everywhere=True))
    >>> e.value, "variance 0.125 over 2 samples" in e.note
    (0.25, True)
    """
    measure = OnResults(metric, results)
    values = whole_values(measure)
    how = "simple bootstrap (each sample's model on all cases)"
    if not len(values):
        return measure.estimate(math.nan, how)
    spread = float(np.var(values, ddof=1)) if len(values) > 1 and np.isfinite(values).all() else math.nan
    notes: tuple[str, ...] = ("optimistic: most cases were trained on",)
    if math.isfinite(spread):
        notes += (f"variance {spread:.6g} over {len(values)} samples",)
    return measure.estimate(float(np.mean(values)), how, notes=notes)


def whole_values(measure: OnResults, *, drawn: bool = False) -> Values:
    """The metric of each sample's model on all cases, or on its own sample (a case as often as it was drawn)."""
    results = measure.results
    if not results.everywhere:
        _check.fail("results", "have predictions of all cases", "test parts only", "Run with everywhere=True.")
    everyone = np.arange(results.n)
    rows = {i: results.splits.train(i) if drawn else everyone for i in results.finished}
    values = np.array([value_on(results, measure.metric, i, chosen) for i, chosen in rows.items()])
    return values[~np.isnan(values)]
