"""Coverage of the interval for the error of a trained model from one dataset, and false alarms of permuted labels.

Nested cross-validation of 5 folds, 20 times, on two normal classes 1.5 apart; the truth is the exact error of the
linear discriminant that all cases give. Its width is compared with that of 10-fold cross-validation taken for
independent cases. Labels are permuted over cases that no feature tells apart: 99 times, 5-fold.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from scipy.special import ndtr

from referee.resampling import CrossValidation, against_chance, run_learner
from referee.resampling.estimators import NestedFolds, nested_cv, pooled
from validity.cell import Cell, cell
from validity.learners import BlockLearner

DELTA, MOST, MOST_CHANCE = 1.5, 200, 200
WORLDS = ((50, 5), (100, 5), (100, 20), (400, 5))
"""Cases and features."""


class Discriminant(BlockLearner):
    """A linear discriminant that sees all features."""

    def _seen(self, X: Any) -> Any:
        return np.asarray(X)


def one(n: int, features: int, seed: int, i: int) -> tuple[bool, float, float]:
    """Whether the interval holds the error of this model, its width, and the naive one."""
    rng = np.random.default_rng([seed, n, features, i])
    y = np.arange(n) % 2
    X = rng.normal(size=(n, features))
    X[:, 0] += DELTA * y
    model = Discriminant().fit(X, y)
    w, cut = model.direction_, model.cut_
    size = float(np.sqrt(w @ w))
    truth = float((ndtr(-cut / size) + ndtr((cut - DELTA * w[0]) / size)) / 2)
    made = nested_cv(run_learner(Discriminant(), X, y, NestedFolds().make(y, rng=i), rng=i)).interval
    error = pooled(run_learner(Discriminant(), X, y, CrossValidation(10).make(y, rng=i), rng=i)).value
    assert made is not None
    return truth in made, made.width, 2 * 1.96 * math.sqrt(error * (1 - error) / n)


def rejected(n: int, seed: int, i: int) -> bool:
    """Whether permuted labels call a learner better than chance that cannot be."""
    rng = np.random.default_rng([seed, n, i])
    X, y = rng.normal(size=(n, 5)), np.arange(n) % 2
    made = against_chance(Discriminant(), X, y, permutations=99, rng=i, progress=False)
    assert made.test.p_value > 0
    return bool(made.test.p_value <= 0.05)


def cells(runs: int, seed: int, n_jobs: int = -1) -> list[Cell]:
    """Four worlds of nested cross-validation, two of permuted labels."""
    out = []
    some = min(runs, MOST)
    for n, features in WORLDS:
        made = np.array(Parallel(n_jobs=n_jobs)(delayed(one)(n, features, seed, i) for i in range(some)))
        world = f"n={n}, {features} features"
        out.append(cell("V10 nested CV", world, float(made[:, 0].sum()), some, 0.94, 1.0))
        ratio = made[:, 1] / made[:, 2]
        wide = cell(
            "V10 width over the naive width", world, float(made[:, 1].mean() / made[:, 2].mean()), 1, 0, 1.3
        )
        wide["error"] = float(ratio.std(ddof=1) / math.sqrt(some))
        out.append(wide)
    some = min(runs, MOST_CHANCE)
    for n in (20, 40):
        hits = sum(Parallel(n_jobs=n_jobs)(delayed(rejected)(n, seed, i) for i in range(some)))
        out.append(cell("V12 permuted labels, false alarms", f"n={n}, 5-fold", hits, some, 0.0, 0.05))
    return out
