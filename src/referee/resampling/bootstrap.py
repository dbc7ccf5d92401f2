"""Bootstrap samples, tested on the cases that were not drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee import _check, _rng
from referee.core.splits import Indices, Splits
from referee.resampling.recipe import Cases, cases_of

TRIES = 1000


@dataclass(frozen=True)
class Bootstrap:
    """Samples of n cases drawn with replacement; the cases not drawn (about .368 of them) are the test part.

    With groups whole groups are drawn. A sample that leaves no case out is drawn again. `stratified` draws within
    each class. Reference: efron1993.

    >>> splits = Bootstrap(200).make([0, 1] * 10, rng=1)
    >>> len(splits), len(splits.train(0)), round(np.mean([len(test) for test in splits.tests]) / 20, 1)
    (200, 20, np.float64(0.4))
    """

    samples: int = 200
    stratified: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "samples", _check.whole("samples", self.samples, least=1))

    def make(self, y: Any, *, groups: Any = None, times: Any = None, rng: Any = None) -> Splits:
        """The samples of cases with these labels."""
        if times is not None:
            hint = "Use CrossValidation or Holdout with times."
            _check.fail("times", "not be given to a bootstrap", "times", hint)
        cases, seed = cases_of(y, groups), _rng.seed_of(rng)
        trains, tests = [], []
        for b in range(self.samples):
            train = self._sample(cases, _rng.stream(seed, "splits", "bootstrap", b))
            trains.append(train)
            tests.append(np.flatnonzero(np.bincount(train, minlength=cases.n) == 0))
        facts = {"samples": self.samples, "stratified": self.stratified}
        parts = tuple(tests), tuple(trains)
        return Splits(cases.word + "bootstrap", cases.n, *parts, repeats=self.samples, parameters=facts, seed=seed)

    def _sample(self, cases: Cases, rng: np.random.Generator) -> Indices:
        for _ in range(TRIES):
            sample = self._draw(cases, rng)
            if np.bincount(sample, minlength=cases.n).min() == 0:
                return sample
        _check.fail("y", "leave some case out of a bootstrap sample", f"{cases.n} cases, one a class")

    def _draw(self, cases: Cases, rng: np.random.Generator) -> Indices:
        if cases.groups is not None:
            size = int(cases.groups.max()) + 1
            return np.concatenate([np.flatnonzero(cases.groups == g) for g in rng.integers(size, size=size)])
        if not self.stratified:
            return rng.integers(cases.n, size=cases.n)
        parts = [np.flatnonzero(cases.classes == c) for c in range(int(cases.classes.max()) + 1)]
        return np.concatenate([part[rng.integers(len(part), size=len(part))] for part in parts])
