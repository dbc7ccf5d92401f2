"""The two-class tables that a set of printed numbers allows."""

from __future__ import annotations

from dataclasses import field

from referee.core.confusion import ConfusionMatrix
from referee.core.noun import Noun


class ConsistentMatrices(Noun, schema="consistent_matrices/1"):
    """All tables of n cases that give the reported numbers, or which of the numbers contradict each other.

    `count` is how many tables there are, None where they were too many to count; `matrices` holds them as
    (TP, FN, FP, TN), in part when they are many. `ranges` has the least and the greatest value of each measure over
    them. Without a table `contradiction` names the fewest numbers that cannot be true together, and `because` says
    why. `note` says what was taken for granted.
    """

    n: int
    positives: int | None
    reported: dict[str, str]
    count: int | None
    matrices: tuple[tuple[int, int, int, int], ...] = ()
    ranges: dict[str, tuple[float, float]] = field(default_factory=dict)
    contradiction: tuple[str, ...] = ()
    because: str = ""
    rounding: str = "half"
    note: str = ""

    def __bool__(self) -> bool:
        return self.possible

    def __len__(self) -> int:
        return len(self.matrices)

    @property
    def possible(self) -> bool:
        """Whether some table gives the reported numbers."""
        return self.count != 0

    @property
    def complete(self) -> bool:
        """Whether `matrices` holds all of them."""
        return self.count == len(self.matrices)

    @property
    def only(self) -> ConfusionMatrix | None:
        """The table, when there is just one."""
        if self.count != 1:
            return None
        tp, fn, fp, tn = self.matrices[0]
        return ConfusionMatrix.from_counts(tp=tp, fn=fn, fp=fp, tn=tn)


class ConsistentFolds(Noun, schema="consistent_folds/1"):
    """Whether right answers in the folds can give reported means over folds.

    `folds` are (positives, negatives); `example` has (TP, FN, FP, TN) of each fold, none when there is none. `ranges`
    has the least and greatest mean of each measure that the numbers allow. `contradiction` names the fewest numbers
    that cannot be true together.
    """

    folds: tuple[tuple[int, int], ...]
    reported: dict[str, str]
    example: tuple[tuple[int, int, int, int], ...] = ()
    ranges: dict[str, tuple[float, float]] = field(default_factory=dict)
    contradiction: tuple[str, ...] = ()
    because: str = ""

    def __bool__(self) -> bool:
        return self.possible

    @property
    def possible(self) -> bool:
        """Whether some counts give the reported means."""
        return bool(self.example)
