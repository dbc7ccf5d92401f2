"""Every learner against every other, after a test of them all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from referee.core.noun import Noun


@dataclass(frozen=True)
class Pairwise(Noun):
    """A matrix of p-values between learners, with their average ranks (1 is best).

    `adjusted` says whether the p-values already allow for the number of pairs. Where the method has one,
    `critical_difference` is the distance of average ranks that is significant at `level`.

    >>> pair = Pairwise("nemenyi", "equal ranks", ("a", "b"), (1.2, 1.8), ((1.0, 0.03), (0.03, 1.0)), 10, True)
    >>> pair.p("b", "a")
    0.03
    """

    schema: ClassVar[str] = "pairwise/1"

    name: str
    null: str
    learners: tuple[str, ...]
    average_ranks: tuple[float, ...]
    p_values: tuple[tuple[float, ...], ...]
    n: int
    adjusted: bool
    level: float = 0.95
    critical_difference: float | None = None
    errs: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "learners", tuple(self.learners))
        object.__setattr__(self, "average_ranks", _floats(self.average_ranks))
        object.__setattr__(self, "p_values", tuple(_floats(row) for row in self.p_values))

    def p(self, first: str, second: str) -> float:
        """The p-value of one pair."""
        return self.p_values[self.learners.index(first)][self.learners.index(second)]


def _floats(values: Iterable[float | None]) -> tuple[float, ...]:
    """Floats, NaN for what is written as null."""
    return tuple(float("nan") if value is None else float(value) for value in values)
