"""The scores of one class: cases of every true class at each distinct score."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee import _check, _format
from referee.core.noun import ByValue
from referee.core.ranking import Ranking
from referee.core.types import Label


class ClassScores(ByValue, schema="class_scores/1"):
    """Counts of the cases of each true class (the columns of `counts`) at each score of the class `label`, descending.

    Of several classes with one column of scores each, these tables are what the areas of one class against the rest,
    and against each other one, are functions of. `tops` are the ends of bins, as in a `Ranking`.

    >>> column = ClassScores("a", [0.9, 0.4], [[1, 0, 0], [1, 1, 2]], ("a", "b", "c"))
    >>> column.ranking().auc, column.ranking(against="b").negatives.tolist()
    (0.75, [0, 1])
    """

    label: Label
    scores: NDArray[Any]
    counts: NDArray[Any]
    labels: tuple[Label, ...]
    tops: NDArray[Any] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.counts.shape != (len(self.scores), len(self.labels)):
            rule = f"have shape {(len(self.scores), len(self.labels))}, one row a score and one column a class"
            _check.fail("counts", rule, f"shape {self.counts.shape}")
        if self.label not in self.labels:
            _check.fail("label", "be one of the labels", self.label, f"Known: {_format.listing(self.labels)}.")

    def ranking(self, against: Label | None = None) -> Ranking:
        """The ranking of the class against the rest, or against one other class."""
        own = self.labels.index(self.label)
        others = np.ones(len(self.labels), dtype=bool)
        if against is not None:
            if against not in self.labels or against == self.label:
                _check.fail(
                    "against", "be another of the labels", against, f"Known: {_format.listing(self.labels)}."
                )
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
