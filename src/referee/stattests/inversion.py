"""The p of a supposed shift, and the interval of shifts that the test does not reject."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Literal, get_args

import numpy as np

from referee import _check
from referee.core.interval import Interval
from referee.core.test_result import Alternative
from referee.core.types import Floats
from referee.stattests.moves import Moves

TwoSided = Literal["absolute", "doubled"]
PAt = Callable[[float], float]

CONVENTIONS: dict[str, str] = {
    "absolute": "two-sided by absolute value: at least as far from no difference as the observed, on either side",
    "doubled": "two-sided by doubling the smaller one-sided p",
    "greater": "one-sided: at least as large as the observed",
    "less": "one-sided: at most as large as the observed",
}


def convention(alternative: Alternative, two_sided: TwoSided) -> str:
    """The convention in words, after checking both words."""
    _check.choice("alternative", alternative, get_args(Alternative))
    _check.choice("two_sided", two_sided, get_args(TwoSided))
    return CONVENTIONS[two_sided if alternative == "two-sided" else alternative]


def p_functions(
    moves: Moves, observed: float, alternative: Alternative, two_sided: TwoSided, close: float
) -> tuple[PAt, PAt, PAt]:
    """The p of a supposed shift; and the functions whose crossings are the lower and the upper limit."""

    def greater(shift: float) -> float:
        return moves.at_most(shift, 0.0)

    def less(shift: float) -> float:
        return moves.at_least(shift, 0.0)

    def absolute(shift: float) -> float:
        excess = observed - shift
        if abs(excess) <= close:
            return 1.0
        if excess > 0:
            return min(1.0, moves.at_most(shift, 0.0) + moves.at_least(shift, 2 * excess))
        return min(1.0, moves.at_least(shift, 0.0) + moves.at_most(shift, 2 * excess))

    if alternative == "greater":
        return greater, greater, less
    if alternative == "less":
        return less, greater, less
    if two_sided == "absolute":
        return absolute, absolute, absolute
    return (
        lambda shift: min(1.0, 2 * min(greater(shift), less(shift))),
        lambda shift: 2 * greater(shift),
        lambda shift: 2 * less(shift),
    )


def p_of_values(
    values: Floats,
    observed: float,
    alternative: Alternative,
    two_sided: TwoSided,
    *,
    drawn: bool,
    null: float = 0.0,
    close: float = 0.0,
) -> float:
    """The share of null values at least as extreme as the observed one; (b + 1) / (m + 1) when they were drawn.

    By absolute value the distance is from `null`. A value that is not a number counts as extreme.

    >>> p_of_values(np.array([-2.0, -1.0, 1.0, 3.0]), 2.0, "two-sided", "absolute", drawn=True)
    0.6
    """
    above = int((~(values < observed - close)).sum()) + drawn
    below = int((~(values > observed + close)).sum()) + drawn
    if alternative != "two-sided":
        count: float = above if alternative == "greater" else below
    elif two_sided == "doubled":
        count = 2 * min(above, below)
    else:
        count = int((~(np.abs(values - null) < abs(observed - null) - close)).sum()) + drawn
    return min(1.0, count / (len(values) + drawn))


def inverted(
    functions: tuple[PAt, PAt, PAt],
    observed: float,
    p_value: float,
    *,
    reach: float,
    level: float,
    alternative: Alternative,
    method: str,
    denominator: float = 0.0,
    per: float = 1.0,
    base: float = 0.0,
    relative: float = 1e-13,
) -> Interval:
    """The shifts with p >= 1 - level: limits by bracketing, within `reach` of the observed difference.

    0 is inside exactly when `p_value` is at least 1 - level: the search for a limit starts at 0 when 0 lies on its
    way. With a `denominator`, limits are breakpoints base + fraction / per, and are snapped to them. Values on a
    grid can only be shifted by whole steps of it: a limit 5 steps or more away is the outermost whole step that is
    not rejected (on a coarser grid, where the mean itself lies between steps, it stays a fraction).
    """
    alpha = 1 - level
    _, for_low, for_high = functions

    def limit(p: PAt, side: int) -> float:
        outer, inner = observed + side * reach, observed
        if side * observed < 0:
            if p_value < alpha:
                outer = 0.0
            elif not p(observed) < alpha:
                inner = 0.0
        if p(inner) < alpha:  # a skewed one-sided p may reject the estimate itself
            outer, inner = inner, observed - side * reach
        if outer != 0.0 and not p(outer) < alpha:
            return side * math.inf
        found = _crossing(p, outer, inner, alpha, relative * max(reach, abs(observed)))
        return _snapped(found, p, alpha, denominator, per, base) if denominator else found

    low = limit(for_low, -1) if alternative != "less" else -math.inf
    high = limit(for_high, 1) if alternative != "greater" else math.inf
    if denominator and not base:
        low, high = _inward(low, observed, per), _inward(high, observed, per)
    side: Literal["two", "lower", "upper"] = "two"
    if alternative != "two-sided":
        side = "lower" if alternative == "greater" else "upper"
    low, high = _agreeing(min(low, high), max(low, high), observed, rejected=p_value < alpha)
    return Interval(low, high, level, method, side)


def _agreeing(low: float, high: float, observed: float, *, rejected: bool) -> tuple[float, float]:
    """Limits that agree with p at 0 where p is no single hill over the shifts, as a median's may be."""
    if not rejected:
        return min(low, 0.0), max(high, 0.0)
    if low <= 0 <= high:
        tiny = math.nextafter(0, 1)
        return (tiny, max(high, tiny)) if observed >= 0 else (min(low, -tiny), -tiny)
    return low, high


def _crossing(p: PAt, outside: float, inside: float, alpha: float, width: float) -> float:
    """The accepted end of the crossing: two secant steps on log p, then a halving, until it is narrow."""
    f_out, f_in = _gap(p(outside), alpha), _gap(p(inside), alpha)
    for step in range(400):
        if abs(inside - outside) <= width:
            break
        share = 0.5
        if step % 3 and f_in > 0 > f_out:
            share = min(0.999, max(0.001, f_in / (f_in - f_out)))
        point = inside + share * (outside - inside)
        if point in (inside, outside):
            break
        f = _gap(p(point), alpha)
        if f < 0:
            outside, f_out = point, f
        else:
            inside, f_in = point, f
    return inside


def _gap(p: float, alpha: float) -> float:
    """How far p is above alpha, on the scale of logarithms; negative exactly when p < alpha."""
    if p < alpha:
        return math.log(max(p, 1e-300) / alpha) or -1e-16
    return max(0.0, math.log(p / alpha))


def _inward(limit: float, observed: float, per: float) -> float:
    """The first whole step at or inside a limit that is at least 5 steps away."""
    if math.isinf(limit) or abs(limit - observed) * per < 5:
        return limit
    side = 1 if limit < observed else -1
    return side * math.ceil(side * limit * per - 1e-9) / per


def _snapped(found: float, p: PAt, alpha: float, denominator: float, per: float, base: float) -> float:
    """The breakpoint beside a limit that was found within rounding."""
    scaled = (found - base) * per
    near = Fraction(scaled).limit_denominator(int(denominator))
    exact = base + near.numerator / (near.denominator * per)
    return exact if abs(float(near) - scaled) < 1e-6 and not p(exact) < alpha else found
