"""What a world is: facts, the measures it tries, and one run."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from referee import Verdict
from referee.core import Comparison, Estimate, Interval

Outcomes = dict[str, str]
"""What one run showed, by measure: one of the words below."""

HIT, OVER, UNDER, UNDEFINED, SILENT = "hit", "over", "under", "undefined", "silent"
"""The interval holds the truth, lies over it, lies under it; there is none and the reason is said, or is not."""

ERROR, FINE = "error", "fine"
AT_NULL, WRONG_SIDE, NOT_EQUIVALENT = "better or worse at a null", "wrong side", "false equivalent"
ERRORS = (ERROR, AT_NULL, WRONG_SIDE, NOT_EQUIVALENT)
SLACK = 1e-9


class World(Protocol):
    """A world drawn at random: what it is, what can be measured in it, and one run of it."""

    @property
    def facts(self) -> dict[str, Any]:
        """The parameters, for the reader."""

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of what a run can show."""

    def run(self, rng: np.random.Generator, wanted: frozenset[str]) -> Outcomes:
        """One fresh sample, asked for the wanted measures."""


@dataclass(frozen=True)
class Family:
    """Worlds of one kind: how one is drawn, and what is said of them."""

    name: str
    title: str
    draw: Callable[[np.random.Generator], World]
    same_worlds_as: str = ""
    """The family whose worlds these are, asked another way; its own where it is empty."""


_seen: list[list[float]] = []


@contextmanager
def collect_answers() -> Iterator[list[float]]:
    """The limits and p-values that runs judge meanwhile, so that later code can be held against them."""
    _seen.append([])
    try:
        yield _seen[-1]
    finally:
        _seen.pop()


def note_answers(*numbers: float) -> None:
    """Add numbers to those that are being collected, if they are."""
    if _seen:
        _seen[-1].extend(numbers)


def coverage(made: Estimate, truth: float) -> str:
    """Whether the interval of an estimate holds the truth.

    >>> coverage(Estimate("accuracy", 0.8, 100, Interval(0.71, 0.87, 0.95, "mid-P")), 0.9)
    'under'
    >>> coverage(Estimate("auc", math.nan, 100, undefined="there is no positive case"), 0.9)
    'undefined'
    """
    interval = made.interval
    if interval is None:
        return UNDEFINED if made.undefined or made.note else SILENT
    return holds(interval, truth)


def holds(interval: Interval, truth: float) -> str:
    """Whether an interval holds the truth: silent for limits that are not numbers, undefined for such a truth."""
    note_answers(interval.low, interval.high)
    if math.isnan(interval.low) or math.isnan(interval.high):
        return SILENT
    if math.isnan(truth):
        return UNDEFINED
    slack = SLACK * max(1.0, abs(truth)) if math.isfinite(truth) else 0.0
    if truth < interval.low - slack:
        return OVER
    return UNDER if truth > interval.high + slack else HIT


def judge(duel: Comparison, truth: float, margin: float | None) -> dict[str, str]:
    """What a comparison shows where the true difference is known: coverage, a false verdict, p against interval.

    The difference favours the first model when it is positive. A verdict is false when it is BETTER at a difference of
    0 or below, WORSE at 0 or above, or EQUIVALENT at the margin or beyond.
    """
    note_answers(duel.test.p_value)
    word, sign = FINE, {Verdict.BETTER: 1, Verdict.WORSE: -1}.get(duel.verdict, 0)
    if sign and abs(truth) <= SLACK:
        word = AT_NULL
    elif sign * truth < 0:
        word = WRONG_SIDE
    elif duel.verdict is Verdict.EQUIVALENT and margin is not None and abs(truth) >= margin - SLACK:
        word = NOT_EQUIVALENT
    shown = coverage(duel.difference, truth)
    if shown == SILENT and (duel.test.inapplicable or duel.decision.reason):
        shown = UNDEFINED
    return {"cover": shown, "false": word, "dual": dual(duel)}


def dual(duel: Comparison) -> str:
    """ERROR where p and the interval of the difference contradict each other at the level."""
    interval, p = duel.difference.interval, duel.test.p_value
    alpha = 1 - duel.level
    if interval is None:
        return ERROR if p < alpha else FINE  # models that agree on every case have p = 1 and no interval
    if math.isnan(p):
        return ERROR
    if abs(p - alpha) < 1e-6 or min(abs(interval.low), abs(interval.high)) < SLACK:
        return FINE
    excluded = interval.low > 0 or interval.high < 0
    return ERROR if excluded != (p < alpha) else FINE


def measure_names(kind: str, names: Iterable[str]) -> tuple[str, ...]:
    """Measures of a kind, one per metric.

    >>> measure_names("cover", ["f1", "mcc"])
    ('cover:f1', 'cover:mcc')
    """
    return tuple(f"{kind}:{name}" for name in names)


def log_uniform(rng: np.random.Generator, low: float, high: float) -> float:
    """A number whose logarithm is uniform."""
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def size_of(rng: np.random.Generator, low: float = 20, high: float = 5000) -> int:
    """A number of cases, log-uniform."""
    return round(log_uniform(rng, low, high))


def size_and_prevalence(rng: np.random.Generator, low: float = 20, high: float = 5000) -> tuple[int, float]:
    """Cases, log-uniform, and prevalence, log-uniform from .01 to .5; at least LEAST cases of a class expected."""
    while True:
        n, prevalence = size_of(rng, low, high), log_uniform(rng, 0.01, 0.5)
        if n * prevalence >= LEAST:
            return n, prevalence


LEAST = 2.0
"""Expected cases of the rarer class below which no world is drawn: a value is then mostly undefined."""


def seed_for(rng: np.random.Generator) -> int:
    """A seed for the `rng` of a verb."""
    return int(rng.integers(2**31))
