"""What a referee says of a published claim, and the two-class tables that a set of printed numbers allows."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from referee.core.comparison import Comparison
from referee.core.confusion import ConfusionMatrix
from referee.core.estimate import Estimate
from referee.core.finding import Finding
from referee.core.noun import Noun
from referee.core.test_result import TestResult


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


Answer = Literal["yes", "no", "open"]
Judgement = Literal["impossible", "not supported", "supported", "reservations", "no objection"]


class Checklist(Noun, schema="checklist/1"):
    """Questions to a published result: each with "yes", "no" or "open", and why.

    >>> Checklist((("Is there a test set?", "open", "Ask."),)).open
    1
    """

    items: tuple[tuple[str, Answer, str], ...]

    @property
    def open(self) -> int:
        """How many questions the numbers cannot answer."""
        return sum(answer == "open" for _, answer, _ in self.items)


class Review(Noun, schema="review/1", eq=False):
    """A claim judged by its numbers alone.

    `judgement` is "impossible" (the numbers contradict each other), "not supported" or "supported" (what was claimed,
    tested); where nothing was claimed, "reservations" (a finding is more than a note) or "no objection". `sentences`
    say why, in order of weight; `consistent` are the tables of counts that can stand behind the numbers and `against`
    those of the rival; `estimates` are the reported measures with the intervals that were left out; `comparison` or
    `test` is what decides a claim of difference; `needed_n` is how many cases would show the claimed difference with a
    power of 80%.
    """

    claim: str
    judgement: Judgement
    sentences: tuple[str, ...]
    findings: tuple[Finding, ...] = ()
    estimates: tuple[Estimate, ...] = ()
    consistent: ConsistentMatrices | None = None
    against: ConsistentMatrices | None = None
    comparison: Comparison | None = None
    test: TestResult | None = None
    needed_n: int | None = None
    in_use: tuple[Estimate, ...] = ()
    checklist: Checklist | None = None
    level: float = 0.95
    version: str = ""

    def __repr__(self) -> str:
        return f"<Review: {self.judgement}>"

    @property
    def objection(self) -> bool:
        """Whether the claim cannot be true or is not supported."""
        return self.judgement in ("impossible", "not supported")

    @property
    def reservations(self) -> tuple[str, ...]:
        """The codes of the findings that are more than notes."""
        return tuple(finding.code for finding in self.findings if finding.severity != "note")
