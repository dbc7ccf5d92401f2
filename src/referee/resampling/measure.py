"""A metric as the studies of a learner need it: name, direction, range, value on any rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from referee import _check, _format
from referee.core.band import Band
from referee.core.results import Results
from referee.core.splits import Indices
from referee.core.types import Floats, Values
from referee.metrics.metric import Metric
from referee.metrics.registry import get
from referee.resampling.per_split import auc_of, is_auc, per_split, seen
from referee.stattests.corrected_t import corrected_t


@dataclass(frozen=True)
class Measure:
    """A label metric, or the area under the ROC curve, with its direction."""

    metric: Metric | None
    name: str
    better: Literal["higher", "lower"]
    range: tuple[float, float]

    @property
    def asked(self) -> str | Metric:
        """The metric as `per_split` takes it."""
        return "roc_auc" if self.metric is None else self.metric

    @property
    def sign(self) -> float:
        """1 when higher is better, else -1."""
        return 1.0 if self.better == "higher" else -1.0

    @property
    def by_scores(self) -> bool:
        """Whether scores must be kept."""
        return self.metric is None

    def tested(self, results: Results) -> Values:
        """The value on the test part of each split, NaN where there is none."""
        return per_split(results, self.asked)

    def on_rows(self, results: Results, i: int, rows: Indices) -> float:
        """The value of the model of split i on some rows, of results that were kept everywhere."""
        predicted = results.predicted[i]
        if predicted is None:
            return float("nan")
        if self.metric is None:
            scores = results.scores[i]
            assert scores is not None
            return auc_of(results, rows, scores[rows])
        size = len(results.labels)
        cells = np.bincount(results.truth[rows] * size + predicted[rows], minlength=size * size)
        return float(self.metric.formula(seen(self.metric, cells.reshape(size, size), results)))

    def trained(self, results: Results) -> Values:
        """The value of each model on its own training part."""
        splits = results.splits
        return np.array([self.on_rows(results, i, splits.train(i)) for i in range(len(splits))])


def measure_of(metric: str | Metric) -> Measure:
    """The metric by name; it must have a better and a worse end.

    >>> measure_of("error_rate").sign, measure_of("auc").name
    (-1.0, 'roc_auc')
    """
    if is_auc(metric):
        return Measure(None, "roc_auc", "higher", (0.0, 1.0))
    found = get(metric)
    if found.better is None:
        _check.fail("metric", "have a better and a worse end", found.name)
    return Measure(found, found.name, found.better, found.range)


def band_over(
    values: Floats, x: Floats, ratios: Floats, measure: Measure, level: float, x_name: str, y_name: str
) -> Band:
    """The mean of each column over splits, with pointwise corrected t limits; NaN where there is no value.

    `values` has a row a split and a column a place of `x`; `ratios` are n_test / n_train at each place.
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
