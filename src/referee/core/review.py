"""What a referee says of a published claim."""

from __future__ import annotations

from typing import Literal

from referee.core.comparison import Comparison
from referee.core.consistency import ConsistentMatrices
from referee.core.estimate import Estimate
from referee.core.finding import Finding
from referee.core.noun import Noun
from referee.core.test_result import TestResult

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
