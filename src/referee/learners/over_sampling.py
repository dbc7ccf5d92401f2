"""Over-sampling: rows of small classes repeated until the classes are equal."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _rng
from referee.core.types import Column, Table
from referee.learners.data import rows_of, table_of


class OverSampling:
    """Repeats random rows of each smaller class until it has as many as the largest.

    For training parts only, which is where `run_learner` uses it: repeated before splitting, copies of a case would
    stand on both sides. It errs by making a learner sure of few cases, and probabilities too high for the small class.

    >>> X, y = OverSampling(random_state=1).fit_resample(np.arange(4)[:, None], np.array([0, 0, 0, 1]))
    >>> y.tolist()
    [0, 0, 0, 1, 1, 1]
    """

    def __init__(self, random_state: int | None = None) -> None:
        self.random_state = random_state

    def fit_resample(self, X: Table, y: Column) -> tuple[Any, Any]:
        """The rows and labels to train on."""
        _, codes, sizes = np.unique(y, return_inverse=True, return_counts=True)
        rng = _rng.stream(_rng.seed_of(self.random_state), "over-sampling")
        parts = [np.arange(len(codes))]
        for code, size in enumerate(sizes):
            rows = np.flatnonzero(codes == code)
            parts.append(rows[rng.integers(size, size=sizes.max() - size)])
        kept = np.concatenate(parts)
        return rows_of(table_of(X, len(codes)), kept), np.asarray(y)[kept]
