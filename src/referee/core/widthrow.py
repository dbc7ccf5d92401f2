"""The interval of a proportion at one number of cases."""

from __future__ import annotations

from typing import NamedTuple


class WidthRow(NamedTuple):
    """The interval of a proportion at one n."""

    n: int
    successes: float
    low: float
    high: float
    width: float
