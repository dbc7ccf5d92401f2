"""Leave-one-out, and leave-pair-out for the area under the ROC curve of small samples."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee import _check
from referee.resampling.recipe import Cases, Dealing, Parts


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

    def _parts(self, cases: Cases, seed: int) -> Parts:
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

    def _parts(self, cases: Cases, seed: int) -> Parts:
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
