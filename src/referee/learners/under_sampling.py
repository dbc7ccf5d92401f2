"""Under-sampling: rows of large classes left out until the classes are equal."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _rng
from referee.core.types import Column, Table
from referee.learners.data import rows_of, table_of


class UnderSampling:
    """Keeps a random part of each larger class, as many rows as the smallest has.

    For training parts only, which is where `run_learner` uses it: the test part keeps the classes as they come. It
    errs by throwing data away.

    >>> X, y = UnderSampling(random_state=1).fit_resample(np.arange(4)[:, None], np.array([0, 0, 0, 1]))
    >>> y.tolist()
    [0, 1]
    """

    def __init__(self, random_state: int | None = None) -> None:
        self.random_state = random_state

    def fit_resample(self, X: Table, y: Column) -> tuple[Any, Any]:
        """The rows and labels to train on."""
        _, codes, sizes = np.unique(y, return_inverse=True, return_counts=True)
        rng = _rng.stream(_rng.seed_of(self.random_state), "under-sampling")
        parts = [rng.permutation(np.flatnonzero(codes == code))[: sizes.min()] for code in range(len(sizes))]
        kept = np.sort(np.concatenate(parts))
        return rows_of(table_of(X, len(codes)), kept), np.asarray(y)[kept]
