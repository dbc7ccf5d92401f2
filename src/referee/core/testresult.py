"""The outcome of a hypothesis test: effect, interval and p chosen together."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

from referee.core.estimate import Estimate
from referee.core.noun import Noun

Alternative = Literal["two-sided", "greater", "less"]
OTHER: dict[Alternative, Alternative] = {"two-sided": "two-sided", "greater": "less", "less": "greater"}
"""The same direction with the two sides exchanged."""


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


def turned(test: TestResult) -> TestResult:
    """The same test with the two sides exchanged: effect, interval, statistic and direction change sides."""
    statistic = None if test.statistic is None else -test.statistic + 0.0
    effect = None if test.effect is None else turned_estimate(test.effect)
    return replace(test, effect=effect, statistic=statistic, alternative=OTHER[test.alternative])


def turned_estimate(effect: Estimate) -> Estimate:
    """A difference with the two sides exchanged."""
    interval = effect.interval
    if interval is not None:
        sides: Any = {"two": "two", "lower": "upper", "upper": "lower"}
        interval = replace(interval, low=-interval.high, high=-interval.low, side=sides[interval.side])
    return replace(effect, value=-effect.value + 0.0, interval=interval)
