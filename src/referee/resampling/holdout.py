"""Holdout: one split into training and test cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.core.splits import Splits
from referee.resampling.random_splits import RandomSplits


@dataclass(frozen=True)
class Holdout:
    """One random split, by default two thirds to train and one third to test, each class in proportion.

    With groups whole groups are held out; with times the latest cases. It errs by wasting data: the model trains on
    a part, so its error is a little too high, and the test part is small. Reference: tan2006.

    >>> splits = Holdout().make([0, 1] * 15, rng=1)
    >>> len(splits), len(splits.tests[0])
    (1, 10)
    """

    test: float = 1 / 3
    stratified: bool = True

    def make(self, y: Any, *, groups: Any = None, times: Any = None, rng: Any = None) -> Splits:
        """The split of cases with these labels."""
        return RandomSplits(1, self.test, self.stratified).make(y, groups=groups, times=times, rng=rng)
