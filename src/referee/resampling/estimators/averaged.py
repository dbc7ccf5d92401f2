"""The mean over splits: random subsampling, and folds averaged."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import stdtrit

from referee import _check
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.results import Results
from referee.metrics.metric import Metric
from referee.resampling.estimators.on_results import OnResults
from referee.resampling.per_split import per_split


def averaged(results: Results, metric: str | Metric = "error_rate", *, level: float = 0.95) -> Estimate:
    """The mean of the metric over the test parts, with the Nadeau-Bengio interval where it is known to hold.

    value ± t sqrt((1/k + n_test / n_train) s^2), k - 1 degrees of freedom, s the spread over k splits; for metrics
    that are means over cases, on random splits and on one run of k-fold (measured coverage .98 to 1 there). Other
    metrics and repeated folds get none. Splits where the metric is undefined are left out and counted. It errs on the
    high side: models train on a part of the cases. Reference: nadeau2003.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("random splits", 6, ([0, 1], [2, 3], [1, 4]), repeats=3)
    >>> e = averaged(Results("rule", (0, 1), [0, 1, 0, 1, 0, 1], splits, ([0, 1], [0, 0], [0, 1])))
    >>> round(e.value, 3), e.interval.method
    (0.5, 'corrected t (Nadeau-Bengio)')
    """
    level = _check.fraction("level", level)
    measure = OnResults(metric, results)
    values = per_split(results, metric)
    values = values[list(results.finished)]
    kept = values[~np.isnan(values)]
    how = f"{results.splits.kind}, mean over {len(kept)} splits"
    if not len(kept):
        return measure.estimate(math.nan, how)
    left = len(values) - len(kept)
    notes = (f"undefined in {left} of {len(values)} test parts, which are left out",) if left else ()
    value = float(kept.mean())
    interval = None
    splits = results.splits
    single = splits.repeats in (1, len(splits)) and "bootstrap" not in splits.kind and "time" not in splits.kind
    if measure.is_mean and single and len(kept) > 2 and not left:
        interval = corrected_interval(measure, kept.tolist(), splits.test_train_ratio, level)
    return measure.estimate(value, how, interval=interval, notes=notes)


def corrected_interval(measure: OnResults, values: list[float], ratio: float, level: float) -> Interval | None:
    """The Nadeau-Bengio interval of a mean over k splits whose training parts overlap."""
    k = len(values)
    if not np.isfinite(values).all():
        return None
    half = float(stdtrit(k - 1, (1 + level) / 2)) * math.sqrt((1 / k + ratio) * float(np.var(values, ddof=1)))
    if half == 0:
        return None
    return measure.inside(float(np.mean(values)), half, level, "corrected t (Nadeau-Bengio)")
