"""The joint confusion of two models on the same cases: counts of (truth, answer of a, answer of b)."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _check, _format
from referee.core.confusion import ConfusionMatrix
from referee.core.layers_above import count_columns
from referee.core.noun import ByValue
from referee.core.types import Column, Counts, Label


class JointConfusion(ByValue, schema="joint_confusion/1"):
    """Counts of cases by true class, class predicted by model a, and class predicted by model b.

    Every comparison of two models by their labels is a function of this table. Its margins `a` and `b` are the
    confusion matrices of the models. The counts are of unweighted cases.

    >>> joint = JointConfusion.from_labels([1, 1, 0, 0], [1, 1, 0, 1], [1, 0, 0, 0])
    >>> joint.n, joint.a.counts.tolist(), joint.b.counts.tolist()
    (4, [[1, 1], [0, 2]], [[2, 0], [1, 1]])
    >>> joint.only_a_right, joint.only_b_right
    (1, 1)
    """

    counts: Counts
    labels: tuple[Label, ...]
    positive: Label | None = None

    def __post_init__(self) -> None:
        labels = tuple(self.labels)
        table = np.array(self.counts)
        size = len(labels)
        if table.shape != (size, size, size):
            rule = f"have shape {(size, size, size)} for {size} labels"
            _check.fail("counts", rule, f"shape {table.shape}")
        if table.dtype.kind not in "iuf" or (table < 0).any() or (table != np.floor(table)).any():
            _check.fail("counts", "hold whole numbers of cases, at least 0", "others")
        if table.sum() == 0:
            _check.fail("counts", "hold at least one case", "none")
        if self.positive is not None and self.positive not in labels:
            _check.fail("positive", "be one of the labels", self.positive, f"Known: {_format.listing(labels)}.")
        object.__setattr__(self, "counts", table.astype(np.int64))
        super().__post_init__()

    @classmethod
    def from_labels(cls, y_true: Column, a: Any, b: Any, **options: Any) -> JointConfusion:
        """Count the truth and the answers of two models, row by row; options as for `referee.read`."""
        from referee.core.pair import Pair  # a pair holds a joint table

        one, two = (count_columns("read", y_true, answers, **options) for answers in (a, b))
        return Pair(one, two).joint

    @property
    def n(self) -> int:
        """Number of cases."""
        return int(self.counts.sum())

    @property
    def a(self) -> ConfusionMatrix:
        """The confusion matrix of the first model."""
        return ConfusionMatrix(self.counts.sum(axis=2), self.labels, self.positive)

    @property
    def b(self) -> ConfusionMatrix:
        """The confusion matrix of the second model."""
        return ConfusionMatrix(self.counts.sum(axis=1), self.labels, self.positive)

    @property
    def only_a_right(self) -> int:
        """Cases that the first model gets right and the second wrong."""
        return _alone_right(self.counts)

    @property
    def only_b_right(self) -> int:
        """Cases that the second model gets right and the first wrong."""
        return _alone_right(self.counts.transpose(0, 2, 1))

    @property
    def right_and_wrong(self) -> tuple[int, int, int, int]:
        """How many cases both models have right, the first alone, the second alone, and neither."""
        both = int(self.a.counts.diagonal().sum()) - self.only_a_right
        return both, self.only_a_right, self.only_b_right, self.n - both - self.only_a_right - self.only_b_right

    @property
    def different(self) -> int:
        """Cases to which the models give different answers."""
        return self.n - int(np.trace(self.counts, axis1=1, axis2=2).sum())

    def swap(self) -> JointConfusion:
        """The same table with the models exchanged."""
        return JointConfusion(self.counts.transpose(0, 2, 1), self.labels, self.positive)

    def binary(self, positive: Label | None = None) -> JointConfusion:
        """The 2 x 2 x 2 table of one class against the rest, that class last.

        >>> JointConfusion.from_labels(list("abc"), list("abb"), list("acc")).binary("c").counts.tolist()
        [[[1, 1], [0, 0]], [[0, 1], [0, 0]]]
        """
        chosen = self.positive if positive is None else positive
        if chosen not in self.labels or chosen is None:
            _check.fail("positive", "be one of the labels", chosen, f"Known: {_format.listing(self.labels)}.")
        k = self.labels.index(chosen)
        fold = np.zeros((len(self.labels), 2), dtype=np.int64)
        fold[:, 0] = 1
        fold[k] = 0, 1
        table = np.einsum("tab,tx,ay,bz->xyz", self.counts, fold, fold, fold)
        rest: Label = self.labels[1 - k] if len(self.labels) == 2 else "rest"
        return JointConfusion(table, (rest if rest != chosen else "(rest)", chosen), chosen)

    def __add__(self, other: JointConfusion) -> JointConfusion:
        """Merge with the counts of other cases with the same labels."""
        if not isinstance(other, JointConfusion):
            return NotImplemented
        if other.labels != self.labels or other.positive != self.positive:
            _check.fail("labels", "be the same in both tables", _format.listing(other.labels))
        return JointConfusion(self.counts + other.counts, self.labels, self.positive)


def _alone_right(counts: Counts) -> int:
    """Cases that the model of the second axis gets right and that of the third wrong."""
    k = np.arange(len(counts))
    return int(counts[k, k, :].sum() - counts[k, k, k].sum())
