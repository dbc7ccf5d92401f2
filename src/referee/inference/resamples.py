"""How many rearrangements to look at or to draw, and what to say about that number."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from referee import _check, _format, _rng
from referee.core import Estimate, TestResult

DEFAULT = 9999
"""Draws when the user names no number and exact enumeration is out of reach."""


def check_resamples(resamples: object) -> int:
    """A number of resamples: at least 1.

    >>> check_resamples(999)
    999
    """
    return _check.whole("resamples", resamples, least=1)


def too_few(resamples: int) -> tuple[str, ...]:
    """The warning that belongs to a small number of draws.

    >>> too_few(10)
    ('With 10 resamples p cannot be below 1/11.',)
    """
    if resamples >= 999:
        return ()
    return (f"With {_format.plural(resamples, 'resample')} p cannot be below 1/{_format.count(resamples + 1)}.",)


def monte_carlo_error(p: float, resamples: int) -> float:
    """The standard error of a p from random draws: sqrt(p (1 - p) / m)."""
    return math.sqrt(max(0.0, p * (1 - p)) / resamples)


def of_draws(p: float, draws: int, seed: int) -> dict[str, float]:
    """What the details say of random draws."""
    return {"monte_carlo_error": monte_carlo_error(p, draws), "seed": float(seed)}


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

    def result(
        self, blank: TestResult, p: float, effect: Estimate, *, counted: str = "rearrangements", **more: float
    ) -> TestResult:
        """The blank filled, with the number of rearrangements; the statistic is the value of the effect."""
        count = float(self.distinct) if self.distinct < 10**300 else math.inf
        notes: tuple[str, ...] = ()
        details = {counted: count, "exact": float(not self.draws), **more}
        if self.draws:
            details |= {"resamples": float(self.draws)} | of_draws(p, self.draws, self.seed)
            notes = too_few(self.draws)
        elif self.asked is not None and self.asked >= self.distinct:
            shown = _format.count(self.distinct)
            notes = (f"There are only {shown} distinct rearrangements: all were looked at, none drawn at random.",)
        return replace(blank, p_value=p, effect=effect, statistic=effect.value, details=details, warnings=notes)
