"""Scores counted in tables: those of one class by the true classes, and two scores of the same cases on a grid."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _check, _format
from referee.core.noun import ByValue, Noun
from referee.core.ranking import Ranking
from referee.core.types import Array, Bools, Label


class ClassScores(ByValue, schema="class_scores/1"):
    """Counts of the cases of each true class (the columns of `counts`) at each score of the class `label`, descending.

    Of several classes with one column of scores each, these tables are what the areas of one class against the rest,
    and against each other one, are functions of. `tops` are the ends of bins, as in a `Ranking`.

    >>> column = ClassScores("a", [0.9, 0.4], [[1, 0, 0], [1, 1, 2]], ("a", "b", "c"))
    >>> column.ranking().auc, column.ranking(against="b").negatives.tolist()
    (0.75, [0, 1])
    """

    label: Label
    scores: Array
    counts: Array
    labels: tuple[Label, ...]
    tops: Array | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.counts.shape != (len(self.scores), len(self.labels)):
            rule = f"have shape {(len(self.scores), len(self.labels))}, one row per score and one column per class"
            _check.fail("counts", rule, f"shape {self.counts.shape}")
        if self.label not in self.labels:
            _check.fail("label", "be one of the labels", self.label, f"Known: {_format.listing(self.labels)}.")

    def ranking(self, against: Label | None = None) -> Ranking:
        """The ranking of the class against the rest, or against one other class."""
        own = self.labels.index(self.label)
        others = np.ones(len(self.labels), dtype=bool)
        if against is not None:
            if against not in self.labels or against == self.label:
                hint = f"Known: {_format.listing(self.labels)}."
                _check.fail("against", "be another of the labels", against, hint)
            others[:] = False
            others[self.labels.index(against)] = True
        others[own] = False
        positives, negatives = self.counts[:, own], self.counts[:, others].sum(axis=1)
        used = (positives + negatives) > 0
        tops = None if self.tops is None else self.tops[used]
        return Ranking(self.scores[used], positives[used], negatives[used], self.label, tops=tops)

    def __add__(self, other: ClassScores) -> ClassScores:
        """Merge with the scores of other cases, class by class."""
        if not isinstance(other, ClassScores):
            return NotImplemented
        if (other.label, other.labels) != (self.label, self.labels):
            _check.fail("labels", "be the same in both tables", _format.listing(other.labels))
        columns, merged = [], None
        for k in range(len(self.labels)):
            parts = [Ranking(c.scores, c.counts[:, k], c.counts.sum(axis=1), tops=c.tops) for c in (self, other)]
            merged = parts[0] + parts[1]
            columns.append(merged.positives)
        assert merged is not None
        return ClassScores(self.label, merged.scores, np.stack(columns, axis=1), self.labels, merged.tops)


class ScoreGrid(Noun, schema="score_grid/1", eq=False):
    """Positive and negative cases in each cell of a grid over two scores, and the ranking by each score alone.

    Rows are bins of the first score and columns bins of the second, both ascending. `whole_a` and `whole_b` say which
    bins hold one score only, so that the order of their cases is known: they are ties.

    >>> grid = ScoreGrid.of_bins([[0, 1], [1, 1]], [[2, 0], [0, 1]])
    >>> grid.n, round(grid.a.auc, 4)
    (6, 0.6667)
    """

    positives: Array
    negatives: Array
    whole_a: Bools
    whole_b: Bools
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

    def swap(self) -> ScoreGrid:
        """The grid with the two scores exchanged."""
        return ScoreGrid(self.positives.T, self.negatives.T, self.whole_b, self.whole_a, self.b, self.a)

    @property
    def n(self) -> int:
        """Number of cases."""
        return int(self.positives.sum() + self.negatives.sum())
