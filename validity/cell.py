"""One measured promise."""

from __future__ import annotations

import math
from typing import TypedDict


class Cell(TypedDict):
    """A rate measured in one world, its Monte Carlo error (0 when exact), and the band it must keep."""

    promise: str
    world: str
    rate: float
    error: float
    low: float
    high: float
    undefined: float


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
        rate=rate,
        error=error,
        low=low,
        high=high,
        undefined=undefined / (runs + undefined),
    )


def kept(c: Cell) -> bool:
    """Whether the rate is inside its band, two Monte Carlo errors allowed."""
    return c["low"] - 2 * c["error"] <= c["rate"] <= c["high"] + 2 * c["error"]
