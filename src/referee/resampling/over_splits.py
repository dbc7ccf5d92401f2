"""What studies of a learner share: how they run it, and bands, limits, errors and failed fits over splits."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _check, _format, _rng
from referee.core import Band, Results, Splits
from referee.core.types import Floats
from referee.inference.t_paired import corrected_t
from referee.metrics.metric import Metric
from referee.metrics.registry import directed
from referee.resampling.recipe import Recipe
from referee.resampling.run_learner import run_to_the_end


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


class Running:
    """How a study of a learner runs it: what is measured, the seed, and the options that every run shares."""

    def __init__(self, metric: str | Metric, rng: Any, **options: Any) -> None:
        self.measure, self.seed = directed(metric), _rng.seed_of(rng)
        self._options = {"scores": self.measure.by_scores, "rng": self.seed, **options}

    def splits(self, recipe: Recipe | None, default: Recipe, y: Any, **columns: Any) -> Splits:
        """The splits of the recipe given, or of the default; anything else that makes no splits is refused."""
        if isinstance(recipe, type) or not (recipe is None or callable(getattr(recipe, "make", None))):
            _check.fail("recipe", "be a recipe of splits such as CrossValidation(10)", type(recipe).__name__)
        return (default if recipe is None else recipe).make(y, rng=self.seed, **columns)

    def __call__(self, learner: Any, X: Any, y: Any, splits: Splits, **options: Any) -> Results:
        """A run to the end; `options` go before its own."""
        return run_to_the_end(learner, X, y, splits, **{**self._options, **options})
