"""Three parts: to train, to choose, and to test once."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from referee import _check, _rng
from referee.core.splits import Splits
from referee.resampling.recipe import cases_of, cut_after, share_size


@dataclass(frozen=True)
class TrainValidationTest:
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
        for arg in ("validation", "test"):
            object.__setattr__(self, arg, _check.fraction(arg, getattr(self, arg)))
        if self.validation + self.test >= 1:
            _check.fail("validation", "leave a share to train on beside `test`", self.validation + self.test)

    def make(self, y: Any, *, groups: Any = None, times: Any = None, rng: Any = None) -> Splits:
        """The split of cases with these labels."""
        cases, seed = cases_of(y, groups, times), _rng.seed_of(rng)
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
                taken = cases.drawn(size, stream, stratified=self.stratified, rows=left)
            parts.append(left[taken])
            left = np.delete(left, taken)
            if not len(left):
                _check.fail("y", "leave cases to train on", "none after the test and validation parts")
        facts = asdict(self) | {"stratified": self.stratified and groups is None}
        kind = f"{cases.word}train, validation and test"
        return Splits(kind, cases.n, (parts[0],), validations=(parts[1],), parameters=facts, seed=seed)
