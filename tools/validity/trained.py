"""Coverage of the interval for the error of a trained model from one dataset.

Two normal classes 1.5 apart; the truth is the exact error of the linear discriminant that all cases give. The default
of `estimate` is the pooled error of leave-one-out (below 60 cases) or of 10 folds dealt 5 times, with the mid-P limits
of the held-out cases, widened; nested cross-validation by name (5 folds, from 100 cases on 10, 20 times) measures its
width and corrects the centre. The width is compared with that of the same error taken for independent cases:
2 x 1.96 sqrt(e (1 - e) / n), the mean of each over the same datasets.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import ndtr

from referee.learners import CrossValidation, LeaveOneOut
from referee.learners.estimators import NestedFolds, held_out_interval, nested_cv, pooled_value
from referee.learners.estimators.on_results import OnResults
from referee.verbs.estimate import MOST_FITS
from referee.verbs.estimate_methods import NESTED_REPEATS, nested_folds
from tools.validity.cell import Cell, cell, mean_cell
from tools.validity.learners import BlockLearner, fit_splits

DELTA = 1.5
WORLDS = ((50, 5), (100, 5), (100, 20), (400, 5))
"""Cases and features."""


class Discriminant(BlockLearner):
    """A linear discriminant that sees all features."""

    def _select_columns(self, X: Any) -> Any:
        return np.asarray(X)


def draw_dataset(n: int, features: int, seed: int, i: int) -> tuple[Any, Any, float]:
    """A dataset, and the error of the model that all its cases give."""
    rng = np.random.default_rng([seed, n, features, i])
    y = np.arange(n) % 2
    X = rng.normal(size=(n, features))
    X[:, 0] += DELTA * y
    model = Discriminant().fit(X, y)
    w, cut = model.direction_, model.cut_
    size = float(np.sqrt(w @ w))
    return X, y, float((ndtr(-cut / size) + ndtr((cut - DELTA * w[0]) / size)) / 2)


def one(n: int, features: int, seed: int, i: int) -> list[float]:
    """Whether each interval holds the error of this model, and their widths, the naive one last."""
    X, y, truth = draw_dataset(n, features, seed, i)
    nested = fit_splits(Discriminant(), X, y, NestedFolds(nested_folds(n), NESTED_REPEATS).make(y, rng=i), i)
    recipe = LeaveOneOut() if n < MOST_FITS else CrossValidation(10, repeats=5)
    measure = OnResults("error_rate", fit_splits(Discriminant(), X, y, recipe.make(y, rng=i), i))
    error = pooled_value(measure.results).value
    made = [held_out_interval(measure, error, 0.95), nested_cv(nested).interval]
    naive = 1.96 * math.sqrt(error * (1 - error) / n)
    covered = [interval is not None and truth in interval for interval in made]
    widths = [0.0 if interval is None else interval.width for interval in made]
    return [*covered, abs(error - truth) <= naive, *widths, 2 * naive]


def cells(runs: int, seed: int) -> list[Cell]:
    """Coverage and width in four worlds."""
    out = []
    for n, features in WORLDS:
        made = np.array([one(n, features, seed, i) for i in range(runs)])
        world = f"n={n}, {features} features"
        for j, name in enumerate(("default of estimate", "nested CV", "naive")):
            low = 0.0 if name == "naive" else 0.94
            out.append(cell(f"V10 coverage, {name}", world, float(made[:, j].sum()), runs, low, 1.0))
        naive = made[:, 5]
        for j, name in ((3, "default of estimate"), (4, "nested CV")):
            ratio = float(made[:, j].mean() / naive.mean())
            error = float((made[:, j] - ratio * naive).std(ddof=1) / naive.mean() / math.sqrt(runs))
            out.append(mean_cell(f"V10 width, {name} over naive", world, ratio, error, runs, 0.0, 1.3))
    return out
