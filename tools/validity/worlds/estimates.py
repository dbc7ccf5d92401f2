"""`estimate_error` as it comes, of many kinds of learners: does its interval hold the error, and is it narrow enough.

The truth is measured on fresh cases: of the model that all cases of the dataset give, and beside it the mean of that
over datasets of the same size.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from referee import estimate_error
from referee.inference.proportion import midp
from referee.learners.run import QUIET
from tools.validity.worlds.labels import round_facts
from tools.validity.worlds.world import ERROR, FINE, Family, Outcomes, coverage, log_uniform, seed_for

FRESH, DATASETS, FRESH_OF_EACH = 12_000, 60, 4_000
WIDEST = 1.4
"""How much wider than mid-P on the held-out errors, taken for fresh cases, the interval may be."""

MODEL, MEAN, WIDTH = "cover:error of the trained model", "cover:expected error", "wide:interval"
SLOW = ("forest", "boosting")


@dataclass(frozen=True)
class Estimates:
    """A learner and a kind of dataset: two normal classes, some with other spreads, wrong labels or an interaction."""

    kind: str
    n: int
    features: int
    share: float
    apart: float
    spread: float
    noise: float
    sparse: bool
    crossed: bool

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Estimates:
        """A world at random, with ten cases of the rarer class at least."""
        kind = str(rng.choice(list(LEARNERS)))
        while True:
            n = round(log_uniform(rng, 50, 150 if kind in SLOW else 700))
            share = float(rng.uniform(0.08, 0.5))
            if n * share >= 10:
                break
        features = round(log_uniform(rng, 1.5, 8 if kind in SLOW else 40))
        apart, spread = float(rng.uniform(0, 4.5)), log_uniform(rng, 1 / 2.7, 2.7)
        noise = float(rng.choice([0, 0, 0.05, 0.2]))
        return cls(
            kind, n, features, share, apart, spread, noise, bool(rng.random() < 0.5), bool(rng.random() < 0.25)
        )

    @property
    def facts(self) -> dict[str, Any]:
        """The parameters."""
        return round_facts({name: value for name, value in vars(self).items() if name != "expected"})

    @property
    def measures(self) -> tuple[str, ...]:
        """Coverage of the error of the trained model and of its mean, and the width."""
        return (MODEL, MEAN, WIDTH)

    def dataset(self, rng: np.random.Generator, n: int) -> tuple[Any, Any]:
        """Cases, of which at least five are of either class where they are few."""
        while True:
            y = (rng.random(n) < self.share).astype(int)
            if 5 <= y.sum() <= n - 5:
                break
        X = rng.normal(size=(n, self.features)) * np.where(y == 1, self.spread, 1.0)[:, None]
        X[:, 0 if self.sparse else slice(None)] += (
            self.apart * y if self.sparse else (self.apart / np.sqrt(self.features) * y)[:, None]
        )
        if self.crossed:
            side = rng.choice([-1.5, 1.5], size=n)
            X[:, 0] += side
            X[:, -1] += side * np.where(y == 1, 1, -1)
        return X, np.where(rng.random(n) < self.noise, 1 - y, y)

    def true_error(self, X: Any, y: Any, rng: np.random.Generator, size: int = FRESH) -> float:
        """The error on fresh cases of the model that these cases give."""
        fresh, truth = self.dataset(rng, size)
        return float(np.mean(learner_of(self.kind, seed_for(rng)).fit(X, y).predict(fresh) != truth))

    @cached_property
    def expected(self) -> float:
        """The mean error of models of this many cases."""
        rng = np.random.default_rng(1)
        made = [self.dataset(rng, self.n) for _ in range(DATASETS)]
        return float(np.mean([self.true_error(X, y, rng, FRESH_OF_EACH) for X, y in made]))

    def run(self, rng: np.random.Generator, wanted: frozenset[str]) -> Outcomes:
        """One dataset."""
        X, y = self.dataset(rng, self.n)
        made = estimate_error(learner_of(self.kind, None), X, y, rng=seed_for(rng), run=QUIET).estimate
        out = {}
        if MODEL in wanted:
            out[MODEL] = coverage(made, self.true_error(X, y, rng))
        if MEAN in wanted:
            out[MEAN] = coverage(made, self.expected)
        if WIDTH in wanted and made.interval is not None:
            naive = midp(made.value * self.n, self.n, fractional=True)
            out[WIDTH] = ERROR if made.interval.width > WIDEST * naive.width else FINE
        return out


def learner_of(kind: str, seed: int | None) -> Any:
    """A learner, its random states open or seeded."""
    import sklearn.discriminant_analysis
    import sklearn.ensemble
    import sklearn.linear_model
    import sklearn.naive_bayes
    import sklearn.neighbors
    import sklearn.tree

    module, name, options, random = LEARNERS[kind]
    state = {"random_state": seed} if random else {}
    return getattr(getattr(sklearn, module), name)(**options, **state)


LEARNERS: dict[str, tuple[str, str, dict[str, Any], bool]] = {
    "lda": ("discriminant_analysis", "LinearDiscriminantAnalysis", {}, False),
    "ridge": ("linear_model", "RidgeClassifier", {}, False),
    "logistic": ("linear_model", "LogisticRegression", {}, False),
    "bayes": ("naive_bayes", "GaussianNB", {}, False),
    "1nn": ("neighbors", "KNeighborsClassifier", {"n_neighbors": 1}, False),
    "5nn": ("neighbors", "KNeighborsClassifier", {"n_neighbors": 5}, False),
    "tree": ("tree", "DecisionTreeClassifier", {}, True),
    "stump": ("tree", "DecisionTreeClassifier", {"max_depth": 2}, True),
    "forest": ("ensemble", "RandomForestClassifier", {"n_estimators": 10}, True),
    "boosting": ("ensemble", "GradientBoostingClassifier", {"n_estimators": 15, "max_depth": 2}, True),
}
"""Where each kind of learner is, how it is made, and whether it draws at random."""

FAMILY = Family("estimates", "the error of a learner as it comes", Estimates.draw)
