"""What the intervals of a difference of two proportions share: checked counts, quantiles and results."""

from __future__ import annotations

from typing import Any

from referee import _check
from referee.core import Interval
from referee.inference.proportion import Side as Side
from referee.inference.proportion import tail_of, z_of


def two_counts(x1: object, n1: object, x2: object, n2: object) -> tuple[int, int, int, int]:
    """Successes and cases of two independent samples, checked."""
    out: list[int] = []
    for i, (x, n) in enumerate(((x1, n1), (x2, n2)), start=1):
        cases = _check.whole(f"n{i}", n, least=1)
        successes = _check.whole(f"x{i}", x)
        if successes > cases:
            _check.fail(f"x{i}", f"be at most n{i} = {cases}", x)
        out += [successes, cases]
    return out[0], out[1], out[2], out[3]


def paired_counts(table: Any) -> tuple[int, int, int, int]:
    """Cells of a paired 2 x 2 table: both right, only A right, only B right, both wrong.

    >>> paired_counts([[40, 12], [5, 43]])
    (40, 12, 5, 43)
    """
    cells = _check.floats("table", table)
    if cells.shape != (2, 2):
        rule = "be a 2 x 2 table [[both right, only A right], [only B right, both wrong]]"
        _check.fail("table", rule, f"shape {cells.shape}")
    a, b, c, d = (_check.whole("table", cell) for cell in cells.ravel().tolist())
    if a + b + c + d == 0:
        _check.fail("table", "hold at least one case", "an empty table")
    return a, b, c, d


def quantile(level: float, side: Side) -> float:
    """The normal quantile of an interval: two-sided, or one-sided for a bound.

    >>> round(quantile(0.95, "two"), 4), round(quantile(0.95, "lower"), 4)
    (1.96, 1.6449)
    """
    return z_of(tail_of(level, side))


def difference(low: Any, high: Any, level: float, method: str, side: Side, *, clip: bool = True) -> Interval:
    """An interval of a difference of proportions; a bound has its other end at the end of the range."""
    low, high = float(low), float(high)
    if clip:
        low, high = max(-1.0, min(1.0, low)), max(-1.0, min(1.0, high))
    return Interval(-1.0 if side == "upper" else low, 1.0 if side == "lower" else high, level, method, side)
