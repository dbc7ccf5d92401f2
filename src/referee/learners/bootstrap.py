"""Bootstrap samples tested on the cases that were not drawn, and leave-one-out over bootstrap samples."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import ClassVar

import numpy as np

from referee import _check, _rng
from referee.core import Results
from referee.core.splits import Indices
from referee.core.types import Counts
from referee.learners.recipe import Dealing, Parts, SplitCases

TRIES = 1000


@dataclass(frozen=True)
class Bootstrap(Dealing):
    """Samples of n cases drawn with replacement; the cases not drawn (about .368 of them) are the test part.

    With groups whole groups are drawn. A sample that leaves no case out is drawn again. `stratified` draws within
    each class. Reference: efron1993.

    >>> splits = Bootstrap(200).make([0, 1] * 10, rng=1)
    >>> len(splits), len(splits.train(0)), round(np.mean([len(test) for test in splits.tests]) / 20, 1)
    (200, 20, np.float64(0.4))
    """

    resamples: int = 200
    stratified: bool = False

    def _parts(self, cases: SplitCases, seed: int) -> Parts:
        if cases.times is not None:
            hint = "Use CrossValidation or Holdout with times."
            _check.fail("times", "not be given to a bootstrap", "times", hint)
        trains, tests = [], []
        for b in range(self.resamples):
            train = self._sample(cases, _rng.stream(seed, "splits", "bootstrap", b))
            trains.append(train)
            tests.append(np.flatnonzero(np.bincount(train, minlength=cases.n) == 0))
        return cases.word + "bootstrap", tests, trains, {"repeats": self.resamples}

    def _sample(self, cases: SplitCases, rng: np.random.Generator) -> Indices:
        for _ in range(TRIES):
            sample = self._draw(cases, rng)
            if np.bincount(sample, minlength=cases.n).min() == 0:
                return sample
        _check.fail("y", "leave some case out of a bootstrap sample", f"{cases.n} cases, one per class")

    def _draw(self, cases: SplitCases, rng: np.random.Generator) -> Indices:
        if cases.groups is not None:
            size = int(cases.groups.max()) + 1
            return np.concatenate([np.flatnonzero(cases.groups == g) for g in rng.integers(size, size=size)])
        if not self.stratified:
            return rng.integers(cases.n, size=cases.n)
        parts = [np.flatnonzero(cases.classes == c) for c in range(int(cases.classes.max()) + 1)]
        return np.concatenate([part[rng.integers(len(part), size=len(part))] for part in parts])


@dataclass(frozen=True)
class BootstrapLeaveOneOut(Dealing):
    """Each distinct case of each bootstrap sample is tested by a model of the sample without any copy of it.

    With copies left in, a nearest neighbour finds the case itself: on noise its error seems .18 instead of .50. A
    sample takes about .632 n fits. It errs on the high side, as each model sees about .632 n distinct cases.
    Reference: efron1993.

    >>> splits = BootstrapLeaveOneOut(20).make([0, 1] * 5, rng=1)
    >>> all(test not in train for train, test in splits), splits.parameters["resamples"]
    (True, 20)
    """

    least: ClassVar[dict[str, int]] = {"resamples": 2}
    resamples: int = 50

    def _parts(self, cases: SplitCases, seed: int) -> Parts:
        if cases.keeps != "cases":
            _check.fail(cases.keeps, "not be given to leave-one-out over bootstrap samples", cases.keeps)
        n, trains, tests, copies = cases.n, [], [], []
        for b in range(self.resamples):
            sample = np.sort(_rng.stream(seed, "splits", "bootstrap leave-one-out", b).integers(n, size=n))
            rows, times_drawn = np.unique(sample, return_counts=True)
            if len(rows) < 2:
                continue
            for row, drawn in zip(rows.tolist(), times_drawn.tolist(), strict=True):
                trains.append(sample[sample != row])
                tests.append(np.array([row]))
                copies.append((b, drawn))
        told = {**asdict(self), "copies": copies}
        return "leave-one-out over bootstrap samples", tests, trains, {"parameters": told}


def counts_by_sample(results: Results) -> Counts:
    """The confusion counts of each bootstrap sample, a case as often as it was drawn: shape `(samples, K, K)`."""
    copies = results.splits.parameters.get("copies")
    if copies is None:
        _check.fail("splits", "be leave-one-out over bootstrap samples", results.splits.kind)
    names, sample = np.unique([b for b, _ in copies], return_inverse=True)
    drawn = np.array([times for _, times in copies])
    k = len(results.labels)
    out = np.zeros((len(names), k, k), dtype=np.int64)
    np.add.at(out, sample, results.counts * drawn[:, None, None])
    return out
