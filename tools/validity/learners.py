"""Comparisons of two learners on one dataset: false alarms and power of the tests.

Ten features in two blocks of five; each learner sees its own block. In the null worlds the blocks are exchangeable, so
that no difference is to be found and every rejection at 5% is a false alarm; in the others the classes lie further
apart in the second block. The naive tests take splits that share training cases for independent ones: the paired t
over 10 folds rejects too often where learners are unstable, over 30 random splits everywhere. referee's default, the
corrected t on 30 random 2/3-1/3 splits, must reject at most 7.5% in each null world and 6% on average, and have 90%
of the power of the best test that does.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import stdtr
from sklearn.base import BaseEstimator, ClassifierMixin

from referee.core.results import Results
from referee.core.splits import Splits
from referee.inference.mcnemar import mcnemar
from referee.learners import CrossValidation, RandomSplits, run_learner
from referee.verbs.compare_learners import compare_results
from tools.validity.cell import Cell, cell, mean_cell
from tools.validity.docs import table
from tools.validity.fit_together import fit_together, fit_together_checked

PAGE = "estimators"
BLOCK = 5
DELTA = 1.5
CHECKED = 3
"""Datasets a world on which the fits at once are compared with fits one by one."""


class BlockLearner(ClassifierMixin, BaseEstimator):
    """A plain two-class learner that sees one block of features: linear discriminant, nearest neighbour or tree."""

    def __init__(self, kind: str = "lda", block: int = 0) -> None:
        self.kind = kind
        self.block = block

    def fit(self, X: Any, y: Any) -> BlockLearner:
        """Keep the cases, or the direction and the cut between the class means."""
        x = self._select_columns(X)
        self.classes_ = np.unique(y)
        if self.kind == "1nn":
            self.cases_, self.labels_ = x, np.asarray(y)
            return self
        if self.kind == "tree":
            from sklearn.tree import DecisionTreeClassifier

            self.tree_ = DecisionTreeClassifier(random_state=0).fit(_single(x), y, check_input=False)
            return self
        if len(self.classes_) < 2:
            raise ValueError("cases of one class only")
        above = y == self.classes_[-1]
        size = int(above.sum())
        high = x[above].sum(axis=0)
        low, high = (x.sum(axis=0) - high) / (len(x) - size), high / size
        within = x - np.where(above[:, None], high, low)
        self.direction_ = np.linalg.solve(within.T @ within, high - low) * len(x)
        self.cut_ = self.direction_ @ (high + low) / 2 - math.log(size / (len(x) - size))
        return self

    def predict(self, X: Any) -> Any:
        """The class of each case."""
        x = self._select_columns(X)
        if self.kind == "tree":
            return self.tree_.predict(_single(x), check_input=False)
        if self.kind == "1nn":
            far = (x**2).sum(axis=1)[:, None] - 2 * x @ self.cases_.T + (self.cases_**2).sum(axis=1)
            return self.labels_[far.argmin(axis=1)]
        return self.classes_[(x @ self.direction_ > self.cut_).astype(int)]

    def _select_columns(self, X: Any) -> Any:
        return np.asarray(X)[:, BLOCK * self.block : BLOCK * (self.block + 1)]


def _single(x: Any) -> Any:
    """Numbers as trees want them, so that they need no check."""
    return np.ascontiguousarray(x, dtype=np.float32)


@dataclass(frozen=True)
class World:
    """A learner, a number of cases, the share of the second class, and how far the classes are apart in each block."""

    kind: str
    n: int
    share: float = 0.5
    deltas: tuple[float, float] = (DELTA, DELTA)

    @property
    def null(self) -> bool:
        """Whether the two learners are equally good."""
        return self.deltas[0] == self.deltas[1]

    @property
    def name(self) -> str:
        """The world in words."""
        rare = "" if self.share == 0.5 else f" share {self.share:g}"
        apart = "" if self.null else f" {self.deltas[0]:g} against {self.deltas[1]:g}"
        return f"{self.kind} n={self.n}{rare}{apart}"

    def draw(self, rng: np.random.Generator) -> tuple[Any, Any]:
        """A dataset; the classes have their exact shares."""
        y = np.arange(self.n) % 2 if self.share == 0.5 else (np.arange(self.n) < self.share * self.n).astype(int)
        X = rng.normal(size=(self.n, 2 * BLOCK))
        X[:, [0, BLOCK]] += np.array(self.deltas) * y[:, None]
        return X, y


NULL = (
    World("lda", 100),
    World("lda", 40),
    World("1nn", 100),
    World("lda", 300),
    World("tree", 200),
    World("lda", 200, share=0.1),
)
OTHER = (
    World("lda", 100, deltas=(1.5, 2.0)),
    World("lda", 300, deltas=(1.5, 2.0)),
    World("1nn", 100, deltas=(1.5, 2.5)),
)
DEFAULT = "corrected t, 30 splits (default)"
TESTS = (
    DEFAULT,
    "corrected t, 10-fold",
    "McNemar mid-p, one holdout",
    "paired t, 10-fold (naive)",
    "paired t, 30 splits (naive)",
)
NAIVE = TESTS[3:]


def fit_splits(learner: BlockLearner, X: Any, y: Any, splits: Splits, i: int, **options: Any) -> Results:
    """What the learner says on the splits; all fits at once where that gives the same."""
    if learner.kind == "tree":
        return run_learner(learner, X, y, splits, rng=i, **options)
    return (fit_together_checked if i < CHECKED else fit_together)(learner, X, y, splits, **options)


def one(world: World, seed: int, i: int) -> list[bool]:
    """Which tests call the learners different at 5% on one dataset."""
    X, y = world.draw(np.random.default_rng([seed, world.n, i]))
    runs = {}
    for name, recipe in (("splits", RandomSplits(30, test=1 / 3)), ("folds", CrossValidation(10))):
        made = recipe.make(y, rng=i)
        runs[name] = [fit_splits(BlockLearner(world.kind, b), X, y, made, i) for b in (0, 1)]
    default = compare_results(*runs["splits"], rng=i)
    spread = default.test.details.get("sd", 0.0) * 30**-0.5
    naive = 2 * stdtr(29, -abs(default.difference.value) / spread) if spread else 1.0
    rows, said = runs["splits"][0].test(0)
    right = np.stack([said == y[rows], runs["splits"][1].test(0)[1] == y[rows]]).astype(int)
    cells = np.bincount(2 * (1 - right[0]) + (1 - right[1]), minlength=4).reshape(2, 2)
    p = (
        default.test.p_value,
        compare_results(*runs["folds"], rng=i).test.p_value,
        mcnemar(cells, method="midp").p_value,
        compare_results(*runs["folds"], method="paired_t", rng=i).test.p_value,
        naive,
    )
    return [bool(value < 0.05) for value in p]


def rejections(world: World, runs: int, seed: int) -> dict[str, int]:
    """How many of the datasets each test calls different."""
    made = [one(world, seed, i) for i in range(runs)]
    return dict(zip(TESTS, np.sum(made, axis=0).tolist(), strict=True))


def cells(runs: int, seed: int) -> list[Cell]:
    """False alarms at 5% in six null worlds, power in three others."""
    out = []
    sizes: dict[str, list[float]] = {name: [] for name in TESTS}
    for world in NULL:
        for name, hits in rejections(world, runs, seed).items():
            sizes[name].append(hits / runs)
            high = 1.0 if name in NAIVE or name.startswith("McNemar") else 0.075
            out.append(cell(f"V7 {name}", world.name, hits, runs, 0.0, high))
    mean = float(np.mean(sizes[DEFAULT]))
    out.append(cell(f"V7 {DEFAULT}", "mean of null worlds", mean * 6 * runs, 6 * runs, 0.0, 0.06))
    worst = max(sizes["paired t, 10-fold (naive)"])
    out.append(cell("V7 paired t, 10-fold (naive)", "worst null world", worst * runs, runs, 0.075, 1.0))
    valid = [name for name in TESTS if max(sizes[name]) <= 0.075]
    for world in OTHER:
        power = {name: hits / runs for name, hits in rejections(world, runs, seed).items()}
        for name, rate in power.items():
            out.append(cell(f"V8 power, {name}", world.name, rate * runs, runs, 0.0, 1.0))
        out.append(_share_of_best(world, power, valid, runs))
    return out


def _share_of_best(world: World, power: dict[str, float], valid: list[str], runs: int) -> Cell:
    """The power of the default over that of the best test that keeps its level."""
    best = max((power[name] for name in valid), default=1.0)
    share = power[DEFAULT] / best
    error = share * math.sqrt(sum((1 - p) / (p * runs) for p in (power[DEFAULT], best)))
    return mean_cell("V8 power over that of the best valid test", world.name, share, error, runs, 0.9, 1.0)


def tables(found: list[Cell], runs: int) -> str:
    """False alarms and power, one row per test."""
    by = {(c["promise"], c["world"]): c for c in found}
    parts = []
    for what, title, worlds in (("V7", "False alarms", NULL), ("V8 power,", "Power", OTHER)):
        rows = [
            [
                name,
                *(f"{c['rate']:.3f} ± {c['error']:.3f}" for c in (by[f"{what} {name}", w.name] for w in worlds)),
            ]
            for name in TESTS
        ]
        parts.append(f"**{title}**: share of datasets with p < 0.05, with its Monte Carlo error\n")
        parts.append(table(["test", *(w.name for w in worlds)], rows))
    parts.append(f"{runs:,} simulated datasets a world.\n")
    return "\n".join(parts)
