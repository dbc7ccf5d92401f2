"""Two scores of the same cases, counted together on a grid."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee import _check
from referee.core.noun import Noun
from referee.core.ranking import Ranking


class ScoreGrid(Noun, schema="score_grid/1", eq=False):
    """Positive and negative cases in each cell of a grid over two scores, and the ranking by each score alone.

    Rows are bins of the first score and columns bins of the second, both ascending. `whole_a` and `whole_b` say which
    bins hold one score only, so that the order of their cases is known: they are ties.

    >>> grid = ScoreGrid.of_bins([[0, 1], [1, 1]], [[2, 0], [0, 1]])
    >>> grid.n, round(grid.a.auc, 4)
    (6, 0.6667)
    """

    positives: NDArray[Any]
    negatives: NDArray[Any]
    whole_a: NDArray[np.bool_]
    whole_b: NDArray[np.bool_]
    a: Ranking
    b: Ranking

    def __post_init__(self) -> None:
        super().__post_init__()
        shape = (len(self.whole_a), len(self.whole_b))
        if self.positives.shape != shape or self.negatives.shape != shape:
            got = f"shapes {self.positives.shape} and {self.negatives.shape}"
            _check.fail("positives", f"have shape {shape}, as `negatives`", got)

    @classmethod
    def of_bins(cls, positives: Any, negatives: Any) -> ScoreGrid:
        """The grid of two scores whose bins are their values."""
        for arg, value in (("positives", positives), ("negatives", negatives)):
            _check.floats(arg, value)
        p, n = np.asarray(positives), np.asarray(negatives)
        if p.ndim != 2 or p.shape != n.shape:
            _check.fail("negatives", f"be a table of bins as `positives` ({p.shape})", f"shape {n.shape}")
        rankings = []
        for axis in (1, 0):
            counts = p.sum(axis=axis)[::-1], n.sum(axis=axis)[::-1]
            rankings.append(Ranking(np.arange(len(counts[0]), dtype=float)[::-1], *counts))
        return cls(p, n, np.ones(p.shape[0], dtype=bool), np.ones(p.shape[1], dtype=bool), *rankings)

    def turned(self) -> ScoreGrid:
        """The grid with the two scores exchanged."""
        return ScoreGrid(self.positives.T, self.negatives.T, self.whole_b, self.whole_a, self.b, self.a)

    @property
    def n(self) -> int:
        """Number of cases."""
        return int(self.positives.sum() + self.negatives.sum())
