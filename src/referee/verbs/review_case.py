"""A claim while it is looked at."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.claims.reported import Reported
from referee.core import Comparison, ConsistentMatrices, Estimate, Finding, TestResult
from referee.core.finding import Severity
from referee.core.review import Answer


@dataclass
class Case:
    """What is known of a claim, and what was said of it: each part of a review looks at it and adds to it."""

    printed: dict[str, Reported]
    claim: str
    level: float
    margin: float | None
    consistent: ConsistentMatrices | None = None
    other: ConsistentMatrices | None = None
    against: Reported | None = None
    supported: bool | None = None
    sentences: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    estimates: list[Estimate] = field(default_factory=list)
    in_use: list[Estimate] = field(default_factory=list)
    answers: dict[str, tuple[Answer, str]] = field(default_factory=dict)
    comparison: Comparison | None = None
    test: TestResult | None = None
    needed_n: int | None = None
    rescued: bool = False

    def say(self, sentence: str) -> None:
        """Add a sentence."""
        self.sentences.append(sentence[:1].upper() + sentence[1:])

    def find(self, code: str, severity: Severity, title: str, evidence: str, advice: str) -> None:
        """Add a finding."""
        self.findings.append(Finding(code, severity, title, evidence, advice))
