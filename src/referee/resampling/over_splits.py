"""What studies of a learner say of values over splits: bands, limits, Monte Carlo errors, failed fits."""

from __future__ import annotations

import numpy as np

from referee import _check, _format
from referee.core.band import Band
from referee.core.results import Results
from referee.core.types import Floats
from referee.metrics.metric import Metric
from referee.stattests.corrected_t import corrected_t


def band_over(
    values: Floats, x: Floats, ratios: Floats, measure: Metric, level: float, x_name: str, y_name: str
) -> Band:
    """The mean of each column over splits, with pointwise corrected t limits; NaN where there is no value.

    `values` has one row per split and one column per place of `x`; `ratios` are n_test / n_train at each place.
    """
    mean, low, high = (np.full(len(x), np.nan) for _ in range(3))
    for j, ratio in enumerate(ratios):
        column = values[np.isfinite(values[:, j]), j]
        if len(column):
            mean[j] = column.mean()
        if len(column) > 1:
            low[j], high[j] = limits_over(column, float(ratio), level)
    low, high = np.maximum(low, measure.range[0]), np.minimum(high, measure.range[1])
    method = "corrected t over splits, pointwise"
    return Band(x, mean, low, high, level, method, x_name=x_name, y_name=y_name)


def limits_over(values: Floats, ratio: float, level: float) -> tuple[float, float]:
    """The corrected t interval of a mean over splits; a single point when the values do not vary."""
    effect = corrected_t(values, test_train_ratio=ratio, level=level).effect
    if effect is None or effect.interval is None:
        return float(values.mean()), float(values.mean())
    return effect.interval.low, effect.interval.high


def monte_carlo_error_over(values: Floats) -> float:
    """The largest standard error of a column's mean that more repeats on the same cases would take away."""
    columns = [column[np.isfinite(column)] for column in values.T]
    errors = [float(column.std(ddof=1)) / len(column) ** 0.5 for column in columns if len(column) > 1]
    return max(errors, default=float("nan"))


def failed(results: Results) -> tuple[str, ...]:
    """What to say about fits that failed; refused when all did."""
    if not results.finished:
        why = results.failures[0][1] if results.failures else "interrupted"
        _check.fail("learner", "fit on some split", f"{results.learner}: {why}")
    lost = len(results.splits) - len(results.finished)
    if not lost:
        return ()
    why = f"; the first on split {results.failures[0][0]}: {results.failures[0][1]}" if results.failures else ""
    return (f"{_format.plural(lost, 'fit')} of {len(results.splits)} did not finish and are left out{why}.",)
