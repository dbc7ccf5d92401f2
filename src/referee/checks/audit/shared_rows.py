"""Rows that are in both the training and the test set, and whether chance can have put them there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee import _rng
from referee.core.types import Bools, Codes
from referee.data.dataset import CaseSet
from referee.data.row_keys import find_in, row_keys, twins

SAMPLE = 20_000
SMALL_SPACE = 0.4
TIMES = 5
LEFT_OUT = 10
SURE = 0.001


@dataclass(frozen=True, eq=False)
class SharedRows:
    """For each test row an equal training row or -1; `natural` when a finite space of patterns explains the sharing."""

    match: Codes
    natural: bool

    @property
    def seen(self) -> Bools:
        """The test rows that training has seen."""
        return self.match >= 0

    @property
    def count(self) -> int:
        """How many test rows training has seen."""
        return int(self.seen.sum())


def shared_rows(train: CaseSet, test: CaseSet, seed: int) -> SharedRows:
    """Find equal rows by their keys, verify them, and ask whether chance explains them.

    Rows of a finite space of patterns repeat by chance. Chance is excluded where rows that differ hardly ever agree on
    all features but one; else the share of test rows that training has seen is compared with the share of
    training rows that have a twin in training, which are alike for cases that were split at random.
    """
    match = find_in(test.keys, train.keys)
    hit = np.flatnonzero(match >= 0)
    a, b = train.values[match[hit]], test.values[hit]
    same = ((a == b) | (np.isnan(a) & np.isnan(b))).all(axis=1)
    match[hit[~same]] = -1
    shared = int((match >= 0).sum())
    if not shared:
        return SharedRows(match, False)
    if _impossible(train, test, shared / test.n, seed):
        return SharedRows(match, False)
    alike = int(twins(train.keys).sum())
    from scipy.stats import fisher_exact

    table = np.array([[shared, test.n - shared], [alike, train.n - alike]])
    return SharedRows(match, bool(fisher_exact(table, alternative="greater").pvalue >= SURE))


def _impossible(train: CaseSet, test: CaseSet, share: float, seed: int) -> bool:
    """Whether distinct rows agree so rarely on all features but one that chance cannot have made whole rows agree."""
    d = train.values.shape[1]
    keys, first = np.unique(np.concatenate([train.keys, test.keys]), return_index=True)
    if d < 2 or len(keys) < SMALL_SPACE * (train.n + test.n):
        return False
    rng = _rng.stream(seed, "audit", "shared rows")
    pick = first if len(first) <= SAMPLE else rng.choice(first, SAMPLE, replace=False)
    inside = pick < train.n
    rows = np.concatenate([train.values[pick[inside]], test.values[pick[~inside] - train.n]])
    most = 0.0
    for j in rng.permutation(d)[:LEFT_OUT]:
        _, sizes = np.unique(row_keys(np.delete(rows, j, axis=1)), return_counts=True)
        most = max(most, float((sizes * (sizes - 1.0)).sum() / (len(rows) * (len(rows) - 1.0))))
    return share > TIMES * train.n * most
