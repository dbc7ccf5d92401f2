"""One question put to a tool and to referee."""

from __future__ import annotations

import math
from typing import NamedTuple


class Row(NamedTuple):
    """What was asked, what the tool answered, what referee answers, and whether the tool's answer is a defect still."""

    asked: str
    gave: str
    here: str
    defect: bool


def number(value: float) -> str:
    """A number as the table shows it."""
    return f"{value:.3g}"


def span(low: float, high: float) -> str:
    """An interval as the table shows it."""
    return f"[{low:.3f}, {high:.3f}]"


def rate(hits: int, runs: int) -> str:
    """A rate with its Monte Carlo error, in percent."""
    share = hits / runs
    return f"{share:.1%} ± {100 * math.sqrt(share * (1 - share) / runs):.1f}"
