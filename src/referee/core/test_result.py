"""The outcome of a hypothesis test: effect, interval and p chosen together."""

from __future__ import annotations

import math
import pickle
from abc import abstractmethod
from dataclasses import field, replace
from typing import Any

import numpy as np

from referee import _check
from referee.core.estimate import Estimate, Interval
from referee.core.evidence import Evidence, Turned
from referee.core.noun import Noun
from referee.core.types import Alternative, Floats

OTHER: dict[Alternative, Alternative] = {"two-sided": "two-sided", "greater": "less", "less": "greater"}
"""The same direction with the two sides exchanged."""


class TestResult(Noun, schema="test/1"):
    """What a test says.

    `null` is the hypothesis in words; `effect` the estimated effect with the interval that belongs to this p;
    `statistic` and `details` (degrees of freedom, standard error, number of resamples, ...) are what a textbook
    prints. A test that cannot be run is a value too: p is NaN and `inapplicable` says why.
    `errs` is one sentence on when the test is wrong, `bounds` are where the effect can lie. `null_values` are the
    statistics under the null that a test by rearranging or drawing looked at, where there are not too many to keep.
    `compared` are the two estimates that a test of a difference was made from, with one standard error to each side.
    """

    __test__ = False
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
    bounds: tuple[float, float] = (-math.inf, math.inf)
    _evidence: Evidence | None = field(default=None, repr=False, compare=False)
    compared: tuple[Estimate, ...] = ()
    null_values: Floats | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "p_value", math.nan if self.p_value is None else float(self.p_value))
        object.__setattr__(self, "warnings", tuple(self.warnings))
        numbers = {key: math.nan if value is None else value for key, value in self.details.items()}
        object.__setattr__(self, "details", numbers)
        if self.null_values is not None:
            object.__setattr__(self, "null_values", np.asarray(self.null_values, dtype=float))

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: without evidence that holds a function of its own, as a saved result is without any."""
        try:
            pickle.dumps(self._evidence)
        except (pickle.PicklingError, AttributeError, TypeError):
            return {**self.__dict__, "_evidence": None}
        return self.__dict__

    def __deepcopy__(self, memo: dict[int, Any]) -> TestResult:
        return self  # nothing in it can be changed

    def interval(self, level: float | None = None) -> Interval | None:
        """The interval that belongs to this p, at any level, without running the test again.

        A result that was read back from a file knows the level that it was made at, and no other.
        """
        shown = None if self.effect is None else self.effect.interval
        if shown is None or level is None or level == shown.level:
            return shown
        if self._evidence is None:
            _check.fail("level", f"be {shown.level:g}, the one that this result was made at", level)
        level = _check.fraction("level", level)
        low, high = self._evidence.limits((1 - level) / 2 if shown.side == "two" else 1 - level)
        first, last = self.bounds
        low = -math.inf if shown.side == "upper" else max(first, low)
        high = math.inf if shown.side == "lower" else min(last, high)
        return replace(shown, low=min(low, high), high=max(low, high), level=level)

    def narrow(self, level: float) -> Interval | None:
        """The two-sided interval at 1 - 2 alpha, from which equivalence is read."""
        shown = None if self.effect is None else self.effect.interval
        if self.effect is None or shown is None or shown.side == "two":
            return self.interval(2 * level - 1)
        effect = replace(self.effect, interval=replace(shown, side="two"))
        return replace(self, effect=effect).interval(2 * level - 1)

    def significant(self, level: float = 0.95) -> bool:
        """Whether p is below 1 - level; False when the test could not be run."""
        return self.p_value < 1 - level


def swap_sides(test: TestResult) -> TestResult:
    """The same test with the two sides exchanged: effect, interval, statistic and direction change sides."""
    statistic = None if test.statistic is None else -test.statistic + 0.0
    effect = None if test.effect is None else swap_estimate(test.effect)
    evidence = None if test._evidence is None else Turned(test._evidence)
    bounds = -test.bounds[1], -test.bounds[0]
    other = OTHER[test.alternative]
    null = None if test.null_values is None else -test.null_values
    made = replace(test, effect=effect, statistic=statistic, alternative=other, bounds=bounds, _evidence=evidence)
    return replace(made, null_values=null, compared=test.compared[::-1])


def swap_estimate(effect: Estimate) -> Estimate:
    """A difference with the two sides exchanged."""
    interval = effect.interval
    if interval is not None:
        sides: Any = {"two": "two", "lower": "upper", "upper": "lower"}
        interval = replace(interval, low=-interval.high, high=-interval.low, side=sides[interval.side])
    return replace(effect, value=-effect.value + 0.0, interval=interval)


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
