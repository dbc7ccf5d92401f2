"""mlxtend: tests that reject without cause, one tail as a p, and a .632 that is not Efron's."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from mlxtend.evaluate import (
    bootstrap_point632_score,
    mcnemar,
    paired_ttest_kfold_cv,
    paired_ttest_resampled,
    proportion_difference,
)
from sklearn.compose import ColumnTransformer
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline, make_pipeline

import referee
from referee.learners.run import QUIET
from tools.peers.row import Row, number, rate, span

PACKAGE = "mlxtend"
DATASETS = 200
"""Datasets on which two equally good learners are compared."""


def rows() -> list[Row]:
    """Five questions."""
    return [_no_difference(), _one_tail(), *_false_alarms(), _bootstrap_632(), _below_zero()]


def _no_difference() -> Row:
    table = np.array([[5, 0], [0, 5]])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        chi2, p = mcnemar(table)
    ours = referee.inference.mcnemar(table).p_value
    return Row(
        "McNemar of two models that agree on every case", f"chi2 = {chi2}, p = {p}", f"p = {ours:g}", p < 0.05
    )


def _one_tail() -> Row:
    said = [proportion_difference(0.75, 0.85, 5000, 30)[1], proportion_difference(0.85, 0.75, 30, 5000)[1]]
    ours = [
        referee.inference.wald_difference_rates(*rates).p_value
        for rates in ((0.25, 5000, 0.15, 30), (0.15, 30, 0.25, 5000))
    ]
    words = [" and ".join(f"p = {p:.3f}" for p in pair) for pair in (said, ours)]
    return Row("75% of 5,000 against 85% of 30, and the other way round", *words, abs(said[0] - said[1]) > 0.01)


def block(columns: list[int]) -> Pipeline:
    """A nearest neighbour that sees some columns."""
    return make_pipeline(ColumnTransformer([("seen", "passthrough", columns)]), KNeighborsClassifier(1))


def _false_alarms() -> list[Row]:
    """Two nearest neighbours on blocks of features that are exchangeable, so that neither is better."""
    one, two = block([0, 1, 2, 3, 4]), block([5, 6, 7, 8, 9])
    said = dict.fromkeys(("kfold", "resampled", "ours"), 0)
    for i in range(DATASETS):
        rng = np.random.default_rng([7, i])
        y = np.arange(100) % 2
        X = rng.normal(size=(100, 10))
        X[:, [0, 5]] += 1.5 * y[:, None]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            said["kfold"] += paired_ttest_kfold_cv(one, two, X, y, cv=10, shuffle=True, random_seed=i)[1] < 0.05
            said["resampled"] += paired_ttest_resampled(one, two, X, y, random_seed=i)[1] < 0.05
        (ours,) = referee.compare_learners({"one": one, "two": two}, X, y, rng=i, run=QUIET)
        said["ours"] += ours.test.p_value < 0.05
    here = f"{rate(said['ours'], DATASETS)} by the default, the corrected resampled t"
    asked = f"false alarms at 5% on {DATASETS} datasets of 100 cases, 1-NN, "
    return [
        Row(
            asked + "paired t over 10 folds",
            rate(said["kfold"], DATASETS),
            here,
            said["kfold"] > 0.075 * DATASETS,
        ),
        Row(
            asked + "paired t over 30 splits",
            rate(said["resampled"], DATASETS),
            here,
            said["resampled"] > 0.075 * DATASETS,
        ),
    ]


def noise(n: int, seed: int) -> tuple[Any, Any]:
    """Features that say nothing of the class."""
    return np.random.default_rng(seed).normal(size=(n, 5)), np.arange(n) % 2


def _bootstrap_632() -> Row:
    X, y = noise(60, 1)
    said = 1 - float(np.mean(bootstrap_point632_score(KNeighborsClassifier(1), X, y, random_seed=1)))
    ours = referee.estimate_error(KNeighborsClassifier(1), X, y, method="632", run=QUIET, rng=1)
    e0 = referee.estimate_error(KNeighborsClassifier(1), X, y, method="e0", run=QUIET, rng=1)
    return Row(
        f"the .632 error of 1-NN on noise, 60 cases: 0.368 x 0 + 0.632 x {e0.estimate.value:.3f} by Efron's definition",
        number(said),
        number(ours.estimate.value),
        abs(said - 0.632 * e0.estimate.value) > 0.03,
    )


def _below_zero() -> Row:
    X, y = noise(20, 2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        said = bootstrap_point632_score(KNeighborsClassifier(1), X, y, method=".632+", random_seed=2)
    ours = referee.estimate_error(KNeighborsClassifier(1), X, y, method="632+", run=QUIET, rng=2)
    return Row(
        "the range of the .632+ accuracies of 1-NN on noise, 20 cases",
        span(float(said.min()), float(said.max())),
        f"one estimate of error, {ours.estimate.value:.3f}, always in [0, 1]",
        bool(said.min() < 0 or said.max() > 1),
    )
