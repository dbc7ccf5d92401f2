"""Leave-one-out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee import _check
from referee.core.splits import Splits
from referee.resampling.recipe import cases_of


@dataclass(frozen=True)
class LeaveOneOut:
    """Every case tested alone, by a model trained on all the others; with groups every group.

    With times each case but the first few is tested by a model of all earlier cases. Nearly unbiased, and with a
    large variance; it errs badly for learners that follow the class counts: the majority rule on balanced classes
    is always wrong. Reference: stone1974.

    >>> splits = LeaveOneOut().make([0, 1, 1])
    >>> [(train.tolist(), test.tolist()) for train, test in splits]
    [([1, 2], [0]), ([0, 2], [1]), ([0, 1], [2])]
    """

    def make(self, y: Any, *, groups: Any = None, times: Any = None, rng: Any = None) -> Splits:
        """The splits of cases with these labels; nothing is random."""
        cases = cases_of(y, groups, times)
        if cases.groups is not None:
            tests = tuple(np.flatnonzero(cases.groups == g) for g in range(int(cases.groups.max()) + 1))
            return Splits("leave one group out", cases.n, tests)
        if cases.times is None:
            return Splits("leave-one-out", cases.n, tuple(np.arange(cases.n)[:, None]))
        earlier = [(np.flatnonzero(cases.times < t), i) for i, t in enumerate(cases.times)]
        kept = [(train, i) for train, i in earlier if len(np.unique(cases.classes[train])) > 1]
        if not kept:
            _check.fail("times", "leave two classes before some case", "none")
        tests = tuple(np.array([i]) for _, i in kept)
        return Splits("time-ordered leave-one-out", cases.n, tests, tuple(train for train, _ in kept))
