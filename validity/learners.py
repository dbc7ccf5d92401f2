"""False alarms of comparisons of two learners on one dataset, in worlds where both have the same expected error.

Ten features in two blocks of five; each learner sees its own block, and the blocks are exchangeable, so that no
difference is to be found. The uncorrected tests are shown without a band: they have none to keep.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import stdtr
from sklearn.base import BaseEstimator, ClassifierMixin

from referee.resampling import CrossValidation, run_learner
from referee.verbs.compare_learners import compare_learners, compare_results
from validity.cell import Cell, cell

BLOCK = 5
DELTA = 1.5
MOST = 400
"""Datasets a world by default: 60 fits each, so that all ends in minutes."""


class BlockLearner(ClassifierMixin, BaseEstimator):
    """A plain two-class learner that sees one block of features: linear discriminant or nearest neighbour."""

    def __init__(self, kind: str = "lda", block: int = 0) -> None:
        self.kind = kind
        self.block = block

    def fit(self, X: Any, y: Any) -> BlockLearner:
        """Keep the cases, or the direction and the cut between the class means."""
        x = self._seen(X)
        self.classes_ = np.unique(y)
        if self.kind == "1nn":
            self.cases_, self.labels_ = x, np.asarray(y)
            return self
        low, high = (x[y == c] for c in self.classes_)
        within = np.vstack([low - low.mean(axis=0), high - high.mean(axis=0)])
        self.direction_ = np.linalg.solve(within.T @ within, high.mean(axis=0) - low.mean(axis=0)) * len(x)
        self.cut_ = self.direction_ @ (high.mean(axis=0) + low.mean(axis=0)) / 2 - np.log(len(high) / len(low))
        return self

    def predict(self, X: Any) -> Any:
        """The class of each case."""
        x = self._seen(X)
        if self.kind == "1nn":
            far = (x**2).sum(axis=1)[:, None] - 2 * x @ self.cases_.T + (self.cases_**2).sum(axis=1)
            return self.labels_[far.argmin(axis=1)]
        return self.classes_[(x @ self.direction_ > self.cut_).astype(int)]

    def _seen(self, X: Any) -> Any:
        return np.asarray(X)[:, BLOCK * self.block : BLOCK * (self.block + 1)]


def null_world(kind: str, n: int, rng: np.random.Generator) -> tuple[dict[str, Any], Any, Any]:
    """Two learners and a dataset on which they are equally good."""
    y = np.arange(n) % 2
    X = rng.normal(size=(n, 2 * BLOCK))
    X[:, [0, BLOCK]] += DELTA * y[:, None]
    return {"a": BlockLearner(kind, 0), "b": BlockLearner(kind, 1)}, X, y


def rejections(kind: str, n: int, runs: int, seed: int) -> dict[str, int]:
    """How many of the datasets each test calls different at 5%."""
    out = {"default": 0, "paired t, 10-fold": 0, "paired t, 30 splits": 0}
    for i in range(runs):
        learners, X, y = null_world(kind, n, np.random.default_rng([seed, n, i]))
        default = compare_learners(learners, X, y, rng=i)
        spread = default.test.details["sd"] * 30**-0.5
        naive = 2 * stdtr(29, -abs(default.difference.value) / spread) if spread else 1.0
        folds = CrossValidation(10).make(y, rng=i)
        a, b = (run_learner(learner, X, y, folds, rng=i) for learner in learners.values())
        out["default"] += default.test.p_value < 0.05
        out["paired t, 10-fold"] += compare_results(a, b, method="paired_t", rng=i).test.p_value < 0.05
        out["paired t, 30 splits"] += naive < 0.05
    return out


def cells(runs: int, seed: int) -> list[Cell]:
    """Type-I error at 5% in two null worlds."""
    runs, out = min(runs, MOST), []
    for kind, n in (("lda", 100), ("1nn", 100)):
        for name, hits in rejections(kind, n, runs, seed).items():
            high = 0.075 if name == "default" else 1.0
            out.append(cell(f"V7 learners, {name}", f"{kind} n={n}", hits, runs, 0.0, high))
    return out
