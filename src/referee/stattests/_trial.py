"""A test that rearranges or resamples values: its words, its p and interval, and the result that it fills."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from referee import _check, _rng
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.test_result import Alternative, TestResult
from referee.core.types import Floats
from referee.stattests.inversion import PAt, TwoSided, convention, inverted, p_functions, p_of_values
from referee.stattests.moves import Moves
from referee.stattests.resamples import (
    DEFAULT,
    as_float,
    asked_beyond,
    check_resamples,
    monte_carlo_error,
    too_few,
)


class Trial:
    """The direction and the words of a test; `noun` names it in the method of its interval."""

    def __init__(
        self,
        name: str,
        null: str,
        statistic: str,
        errs: str,
        alternative: Alternative,
        two_sided: TwoSided,
        level: float,
        noun: str = "",
    ) -> None:
        words = convention(alternative, two_sided)
        self.alternative, self.two_sided, self.level = alternative, two_sided, _check.fraction("level", level)
        self.method = f"inverted {noun or name}, {words.split(':')[0]}"
        self.blank = TestResult(
            name, null, math.nan, alternative, statistic_name=statistic, convention=words, errs=errs
        )

    def p_of(self, values: Floats, observed: float, *, drawn: bool, close: float = 0.0) -> float:
        """The share of null values at least as extreme as the observed one."""
        return p_of_values(values, observed, self.alternative, self.two_sided, drawn=drawn, close=close)

    def functions(self, moves: Moves, observed: float, close: float) -> tuple[PAt, PAt, PAt]:
        """The p of a supposed shift, and the functions whose crossings are the limits."""
        return p_functions(moves, observed, self.alternative, self.two_sided, close)

    def interval(
        self, functions: tuple[PAt, PAt, PAt], observed: float, p: float, reach: float, **how: Any
    ) -> Interval:
        """The shifts that the test does not reject."""
        names: dict[str, Any] = {"level": self.level, "alternative": self.alternative, "method": self.method}
        return inverted(functions, observed, p, reach=reach or 1.0, **names, **how)

    def undefined(self, name: str, n: int) -> TestResult:
        """The result where the statistic of the data is not a number."""
        reason = "the statistic of the data is not a finite number"
        effect = Estimate(name, math.nan, n, undefined=reason)
        return replace(self.blank, effect=effect, inapplicable=reason)

    def drawn(self, p: float, effect: Estimate, draws: int, seed: int, **more: float) -> TestResult:
        """The result from random draws; the statistic is the value of the effect."""
        details = {"resamples": float(draws), **more} | of_draws(p, draws, seed)
        return replace(
            self.blank, p_value=p, effect=effect, statistic=effect.value, details=details, warnings=too_few(draws)
        )


class Plan:
    """Which rearrangements to look at: all that there are, or so many drawn at random."""

    def __init__(self, distinct: int, resamples: int | None, rng: Any) -> None:
        self.distinct, self.rng = distinct, rng
        self.asked = None if resamples is None else check_resamples(resamples)
        self.draws = self.seed = 0

    @property
    def complete(self) -> bool:
        """Whether all are asked for; the test may still find that they are too many."""
        return self.asked is None or self.asked >= self.distinct

    def draw(self) -> tuple[int, int]:
        """Draw at random: how many, and the seed."""
        self.draws, self.seed = self.asked or DEFAULT, _rng.seed_of(self.rng)
        return self.draws, self.seed

    def result(self, trial: Trial, p: float, effect: Estimate, **more: float) -> TestResult:
        """The result with the number of rearrangements."""
        details = {"rearrangements": as_float(self.distinct), "exact": float(not self.draws), **more}
        notes = () if self.asked is None else asked_beyond(self.asked, self.distinct)
        if self.draws:
            details |= {"resamples": float(self.draws)} | of_draws(p, self.draws, self.seed)
            notes = too_few(self.draws)
        return replace(
            trial.blank, p_value=p, effect=effect, statistic=effect.value, details=details, warnings=notes
        )


def of_draws(p: float, draws: int, seed: int) -> dict[str, float]:
    """What the details say of random draws."""
    return {"monte_carlo_error": monte_carlo_error(p, draws), "seed": float(seed)}
