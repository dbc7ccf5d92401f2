"""Random splits: a holdout, holdout repeated, and three parts to train, to choose and to test once."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from referee import _check, _rng
from referee.core.splits import Indices
from referee.core.types import Column
from referee.learners.recipe import Dealing, Parts, SplitCases, cut_after, forward, share_size


@dataclass(frozen=True)
class RandomSplits(Dealing):
    """Repeated holdout (random subsampling): independent random splits with the same share to test.

    Each class is in proportion to within one case. With groups whole groups are held out. With times each split
    trains on all cases before a random moment in the last part of the data and tests on the next `test` share;
    one split takes the latest cases. Reference: tan2006.

    >>> splits = RandomSplits(30, test=1 / 3).make([0, 1] * 15, rng=1)
    >>> len(splits), splits.kind, round(splits.test_train_ratio, 3)
    (30, 'random splits', 0.5)
    """

    repeats: int = 30
    test: float = 1 / 3
    stratified: bool = True

    def _parts(self, cases: SplitCases, seed: int) -> Parts:
        size, trains, tests = share_size(cases.n, self.test), [], []
        for i in range(self.repeats):
            stream = _rng.stream(seed, "splits", "random", i)
            if cases.times is not None:
                train, test = _split_forward(cases.times, size, i, stream)
                trains.append(train)
            else:
                test = cases.draw(size, stream, stratified=self.stratified)
            tests.append(test)
        told = asdict(self) | {"stratified": self.stratified and cases.groups is None}
        kind = cases.word + ("holdout" if self.repeats == 1 else "random splits")
        return kind, tests, trains or None, {"repeats": self.repeats, "parameters": told, "drawn": True}


def _split_forward(times: Column, size: int, i: int, rng: np.random.Generator) -> tuple[Indices, Indices]:
    """Cases before a moment, and the next `size` of them: the latest in the first split, else a random moment."""
    n = len(times)
    start = n - size if i == 0 else int(rng.integers(max(1, (n - size) // 2), n - size + 1))
    return forward(times, start, size, "leave cases before the test part to train on")


@dataclass(frozen=True)
class Holdout(Dealing):
    """One random split, by default two thirds to train and one third to test, each class in proportion.

    With groups whole groups are held out; with times the latest cases. It errs by wasting data: the model trains on
    a part, so its error is a little too high, and the test part is small. Reference: tan2006.

    >>> splits = Holdout().make([0, 1] * 15, rng=1)
    >>> len(splits), len(splits.tests[0])
    (1, 10)
    """

    test: float = 1 / 3
    stratified: bool = True

    def _parts(self, cases: SplitCases, seed: int) -> Parts:
        return RandomSplits(1, self.test, self.stratified)._parts(cases, seed)


@dataclass(frozen=True)
class TrainValidationTest(Dealing):
    """One split into three: fit on the first, choose on the second, and look at the third once, at the end.

    With groups whole groups fall into a part; with times the test part is the latest and the validation part before
    it. Reference: tan2006.

    >>> splits = TrainValidationTest().make([0, 1] * 15, rng=1)
    >>> len(splits.train(0)), len(splits.validations[0]), len(splits.tests[0])
    (18, 6, 6)
    """

    validation: float = 0.2
    test: float = 0.2
    stratified: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.validation + self.test >= 1:
            _check.fail("validation", "leave a share to train on beside `test`", self.validation + self.test)

    def _parts(self, cases: SplitCases, seed: int) -> Parts:
        stream = _rng.stream(seed, "splits", "three parts")
        if cases.n < 3:
            _check.fail("y", "have at least 3 cases for three parts", cases.n)
        if cases.groups is not None and cases.groups.max() < 2:
            _check.fail("groups", "be at least 3 groups for three parts", int(cases.groups.max()) + 1)
        n_test = min(cases.n - 2, share_size(cases.n, self.test))
        n_validation = min(cases.n - n_test - 1, share_size(cases.n, self.validation))
        left = np.arange(cases.n)
        parts = []
        for size in (n_test, n_validation):
            if cases.times is not None:
                before, _ = cut_after(cases.times[left], len(left) - size)
                taken = np.setdiff1d(np.arange(len(left)), before)
            else:
                taken = cases.draw(size, stream, stratified=self.stratified, rows=left)
            parts.append(left[taken])
            left = np.delete(left, taken)
            if not len(left):
                _check.fail("y", "leave cases to train on", "none after the test and validation parts")
        told = asdict(self) | {"stratified": self.stratified and cases.groups is None}
        kind = f"{cases.word}train, validation and test"
        return kind, parts[:1], None, {"validations": (parts[1],), "parameters": told}
