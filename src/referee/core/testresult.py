"""The outcome of a hypothesis test: effect, interval and p chosen together."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from referee.core.estimate import Estimate
from referee.core.noun import Noun

Alternative = Literal["two-sided", "greater", "less"]


@dataclass(frozen=True)
class TestResult(Noun):
    """What a test says.

    `null` is the hypothesis in words; `effect` the estimated effect with the interval that belongs to this p;
    `statistic` and `details` (degrees of freedom, standard error, number of resamples, ...) are what a textbook
    prints. A test that cannot be run is a value too: p is NaN and `inapplicable` says why.
    `errs` is one sentence on when the test is wrong.
    """

    __test__ = False
    schema: ClassVar[str] = "test/1"

    name: str
    null: str
    p_value: float
    alternative: Alternative = "two-sided"
    effect: Estimate | None = None
    statistic: float | None = None
    statistic_name: str = ""
    details: dict[str, float] = field(default_factory=dict)
    inapplicable: str | None = None
    warnings: tuple[str, ...] = ()
    convention: str = ""
    errs: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "p_value", math.nan if self.p_value is None else float(self.p_value))
        object.__setattr__(self, "warnings", tuple(self.warnings))
        numbers = {key: math.nan if value is None else value for key, value in self.details.items()}
        object.__setattr__(self, "details", numbers)

    def significant(self, level: float = 0.95) -> bool:
        """Whether p is below 1 - level; False when the test could not be run."""
        return self.p_value < 1 - level
