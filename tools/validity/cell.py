"""One measured promise."""

from __future__ import annotations

import math
from typing import TypedDict


class Cell(TypedDict):
    """A rate measured in one world, its Monte Carlo error and runs (0 when exact), and the band it must keep."""

    promise: str
    world: str
    rate: float
    error: float
    low: float
    high: float
    undefined: float
    runs: int


def cell(
    promise: str,
    world: str,
    hits: float,
    runs: int,
    low: float,
    high: float,
    *,
    exact: bool = False,
    undefined: int = 0,
) -> Cell:
    """A cell from the number of hits in the runs where the value was defined."""
    rate = hits / runs
    error = 0.0 if exact else math.sqrt(max(rate * (1 - rate), 1e-9) / runs)
    return Cell(
        promise=promise,
        world=world,
        rate=float(rate),
        error=error,
        low=low,
        high=high,
        undefined=undefined / (runs + undefined),
        runs=0 if exact else runs,
    )


def mean_cell(promise: str, world: str, value: float, error: float, runs: int, low: float, high: float) -> Cell:
    """A cell of a mean or another value with its Monte Carlo error."""
    return Cell(
        promise=promise, world=world, rate=value, error=error, low=low, high=high, undefined=0.0, runs=runs
    )


def in_band(c: Cell) -> bool:
    """Whether the rate is inside its band, two Monte Carlo errors allowed."""
    return c["low"] - 2 * c["error"] <= c["rate"] <= c["high"] + 2 * c["error"]


def verdict(c: Cell) -> str:
    """Whether the band is kept, in words.

    >>> [verdict(cell("size", "n=30", hits, 1000, 0, 0.05)) for hits in (50, 60, 80)]
    ['yes', 'within Monte Carlo error', 'no']
    """
    if c["low"] <= c["rate"] <= c["high"]:
        return "yes"
    return "within Monte Carlo error" if in_band(c) else "no"


def spare(c: Cell) -> float:
    """How far the rate is inside its band, below 0 outside; an end that no rate can pass does not count.

    >>> round(spare(cell("size", "n=30", 10, 1000, 0, 0.05)), 3)
    0.04
    """
    below = c["rate"] - c["low"] if c["low"] != 0 or c["rate"] < 0 else math.inf
    above = c["high"] - c["rate"] if c["high"] != 1 or c["rate"] > 1 else math.inf
    return min(below, above)


def worst(found: list[Cell]) -> Cell:
    """The cell that is nearest to the end of its band, or furthest outside; broken bands before all."""
    order = ("no", "within Monte Carlo error", "yes")
    return min(found, key=lambda c: (order.index(verdict(c)), spare(c)))
