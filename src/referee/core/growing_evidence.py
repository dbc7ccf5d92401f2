"""Evidence that grows batch by batch and may be read at every look."""

from __future__ import annotations

from abc import abstractmethod

from referee.core.test_result import TestResult


class GrowingEvidence:
    """What is known of two models after some looks: who alone was right on how many of n cases, and the test there."""

    only_a: int
    only_b: int
    n: int
    looks: int
    largest_e: float
    note: str

    @property
    @abstractmethod
    def e_value(self) -> float:
        """The e-value of all cases so far."""

    @property
    @abstractmethod
    def p_value(self) -> float:
        """A p-value that is valid at every look."""

    @abstractmethod
    def result(self) -> TestResult:
        """The state as a test result."""
