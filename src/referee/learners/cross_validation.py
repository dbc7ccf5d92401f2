"""k-fold cross-validation (stratified, grouped, time-ordered, repeated), leave-one-out, and leave-pair-out."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from referee import _check, _rng
from referee.core.splits import Indices
from referee.learners.recipe import Dealing, Parts, SplitCases, dealt, forward


@dataclass(frozen=True)
class CrossValidation(Dealing):
    """k-fold cross-validation: every case is tested once, by a model trained on the other folds.

    Folds differ by at most one case, in all and (stratified) in each class. `repeats` deals anew: 10 folds 10
    times, or 2 folds 200 times. With groups whole groups fall into a fold; with times fold i is tested by a model
    trained on all earlier cases, so that the first part is never tested. It errs on the high side, as models train
    on (k - 1)/k of the cases. Reference: stone1974.

    >>> splits = CrossValidation(5).make([0, 1] * 10, rng=1)
    >>> len(splits), [len(test) for test in splits.tests], splits.partition
    (5, [4, 4, 4, 4, 4], True)
    >>> CrossValidation(2, repeats=200).make([0, 1] * 10, rng=1).kind
    '2-fold, 200 times'
    """

    folds: int = 10
    repeats: int = 1
    stratified: bool = True

    def _parts(self, cases: SplitCases, seed: int) -> Parts:
        most = cases.n if cases.groups is None else int(cases.groups.max()) + 1
        if self.folds > most:
            what = "cases" if cases.groups is None else "groups"
            _check.fail("folds", f"be at most {most}, the number of {what}", self.folds)
        once = cases.word + f"{self.folds}-fold"
        if cases.times is not None:
            return self._split_forward(cases, once)
        kind = once + (f", {self.repeats} times" if self.repeats > 1 else "")
        tests: list[Indices] = []
        strata, grouped = cases.strata(self.stratified), cases.groups is not None
        for r in range(self.repeats):
            stream = _rng.stream(seed, "splits", "folds", r)
            fold = self._split_groups(cases, strata, stream) if grouped else dealt(strata, self.folds, stream)
            tests += [np.flatnonzero(fold == f) for f in range(self.folds)]
        return kind, tests, None, {"repeats": self.repeats, "once": once}

    def _split_groups(self, cases: SplitCases, strata: Indices, rng: np.random.Generator) -> Indices:
        """Whole groups, the largest first, each to the fold where the class counts even out best."""
        assert cases.groups is not None
        size = int(strata.max()) + 1
        counts = np.bincount(cases.groups * size + strata, minlength=(cases.groups.max() + 1) * size)
        table = counts.reshape(-1, size) / np.maximum(np.bincount(strata), 1)
        held = np.zeros((self.folds, size))
        where = np.empty(len(table), dtype=np.int64)
        order = rng.permutation(len(table))
        ranked = order[np.argsort(-table[order].sum(axis=1), kind="stable")]
        for step, group in enumerate(ranked):
            filled = ((held + table[group]) ** 2).sum(axis=1) - (held**2).sum(axis=1)
            empty = held.sum(axis=1) == 0
            if empty.sum() >= len(ranked) - step:
                filled[~empty] = np.inf
            best = np.flatnonzero(filled <= filled.min() + 1e-12)
            where[group] = best[rng.integers(len(best))]
            held[where[group]] += table[group]
        return where[cases.groups]

    def _split_forward(self, cases: SplitCases, kind: str) -> Parts:
        """Forward chaining: equal blocks in time, each tested by a model of all cases before it."""
        assert cases.times is not None
        if self.repeats > 1:
            _check.fail("repeats", "be 1 for splits in the order of time", self.repeats)
        size = cases.n // (self.folds + 1)
        if size < 1:
            _check.fail("folds", f"be at most {cases.n - 1} for {cases.n} cases in time", self.folds)
        trains, tests = [], []
        for f in range(self.folds):
            start = cases.n - (self.folds - f) * size
            train, test = forward(cases.times, start, size, "leave cases before each test part")
            trains.append(train)
            tests.append(test)
        return kind, tests, trains, {"parameters": asdict(self) | {"stratified": False}, "seed": None}


@dataclass(frozen=True)
class LeaveOneOut(Dealing):
    """Every case tested alone, by a model trained on all the others; with groups every group.

    With times each case but the first few is tested by a model of all earlier cases. Nearly unbiased, and with a
    large variance; it errs badly for learners that follow the class counts: the majority rule on balanced classes
    is always wrong. Reference: stone1974.

    >>> splits = LeaveOneOut().make([0, 1, 1])
    >>> [(train.tolist(), test.tolist()) for train, test in splits]
    [([1, 2], [0]), ([0, 2], [1]), ([0, 1], [2])]
    """

    def _parts(self, cases: SplitCases, seed: int) -> Parts:
        alike = {"seed": None}  # nothing is random
        if cases.groups is not None:
            tests = [np.flatnonzero(cases.groups == g) for g in range(int(cases.groups.max()) + 1)]
            return "leave one group out", tests, None, alike
        if cases.times is None:
            return "leave-one-out", list(np.arange(cases.n)[:, None]), None, alike
        earlier = [(np.flatnonzero(cases.times < t), i) for i, t in enumerate(cases.times)]
        kept = [(train, i) for train, i in earlier if len(np.unique(cases.classes[train])) > 1]
        if not kept:
            _check.fail("times", "leave two classes before some case", "none")
        tests, trains = [np.array([i]) for _, i in kept], [train for train, _ in kept]
        return "time-ordered leave-one-out", tests, trains, alike


@dataclass(frozen=True)
class LeavePairOut(Dealing):
    """Every pair of a case of each of two classes is tested together, by a model trained on all the others.

    The share of pairs that are ranked right is a nearly unbiased AUC, where leave-one-out compares scores of
    different models. One fit a pair: for small samples only. Reference: airola2011.

    >>> [test.tolist() for test in LeavePairOut().make([0, 0, 1, 1]).tests]
    [[0, 2], [0, 3], [1, 2], [1, 3]]
    """

    def _parts(self, cases: SplitCases, seed: int) -> Parts:
        if cases.keeps != "cases":
            _check.fail("groups", "not be given to leave-pair-out", "groups or times")
        found = np.unique(cases.classes)
        if len(found) != 2:
            _check.fail("y", "have two classes for leave-pair-out", f"{len(found)}")
        first, second = (np.flatnonzero(cases.classes == c) for c in found)
        pairs = np.stack([np.repeat(first, len(second)), np.tile(second, len(first))], axis=1)
        if cases.n < 3:
            _check.fail("y", "leave cases to train on", f"{cases.n} cases")
        return "leave-pair-out", list(np.sort(pairs, axis=1)), None, {"seed": None}
