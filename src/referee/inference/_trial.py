"""A test that rearranges or resamples values: how many, its p, the shifts that it does not reject, and its result."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal, get_args

import numpy as np

from referee import _check, _format, _rng
from referee.core import Estimate, Interval, TestResult
from referee.core.types import Floats, Rng
from referee.inference._draws import check_resamples, of_draws, too_few
from referee.inference._rearrangements import DrawnMoves, Moves
from referee.inference._result import Terms, Wording

DEFAULT = 9999
"""Draws when the user names no number and exact enumeration is out of reach."""


class Scope:
    """Which rearrangements to look at: all that there are, or so many drawn at random."""

    def __init__(self, distinct: int, resamples: int | None, rng: Rng) -> None:
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


TwoSided = Literal["absolute", "doubled"]
PAt = Callable[[float], float]

CONVENTIONS: dict[str, str] = {
    "absolute": "two-sided by absolute value: at least as far from no difference as the observed, on either side",
    "doubled": "two-sided by doubling the smaller one-sided p",
    "greater": "one-sided: at least as large as the observed",
    "less": "one-sided: at most as large as the observed",
}
"""The ways to count what is extreme."""


class Trial:
    """The direction and the words of a test; `noun` names it in the method of its interval."""

    def __init__(self, words: Wording, terms: Terms, *, two_sided: TwoSided = "absolute", noun: str = "") -> None:
        _check.choice("two_sided", two_sided, get_args(TwoSided))
        self.terms, self.alternative, self.level = terms, terms.alternative, terms.level
        self.way = two_sided if terms.alternative == "two-sided" else terms.alternative
        self.method = f"inverted {noun or words.name}, {CONVENTIONS[self.way].split(':')[0]}"
        self.blank = words.result(math.nan, None, None, terms.alternative, convention=CONVENTIONS[self.way])

    def of_moves(
        self,
        moves: Moves,
        observed: float,
        data: Floats,
        close: float,
        far: Callable[[], float] | None = None,
        **how: float,
    ) -> tuple[float, Interval]:
        """The p of no shift, and the shifts that are not rejected; a p below 1e-3 is asked of `far`, if given."""
        times = 2 if self.way == "doubled" else 1

        def greater(shift: float) -> float:
            return times * moves.share(shift, 0.0, -1)

        def less(shift: float) -> float:
            return times * moves.share(shift, 0.0, 1)

        def absolute(shift: float) -> float:
            excess = observed - shift
            if abs(excess) <= close:
                return 1.0
            side = 1 if excess > 0 else -1
            return min(1.0, moves.share(shift, 0.0, -side) + moves.share(shift, 2 * excess, side))

        ends: tuple[PAt, PAt] = (absolute, absolute) if self.way == "absolute" else (greater, less)
        asked = {"greater": [greater], "less": [less], "absolute": [absolute], "doubled": [greater, less]}[
            self.way
        ]
        p = min(1.0, *(p_at(0.0) for p_at in asked))
        p = far() if far is not None and p < 1e-3 else p
        reach = 4 * len(data) * (float(np.ptp(data)) + abs(observed))
        return p, self.interval(ends, observed, p, reach, **how)

    def interval(
        self,
        ends: tuple[PAt, PAt],
        observed: float,
        p_value: float,
        reach: float,
        *,
        denominator: float = 0.0,
        per: float = 1.0,
        base: float = 0.0,
        relative: float = 1e-13,
    ) -> Interval:
        """The shifts with p >= 1 - level: where `ends` cross it, within `reach` of the observed difference.

        0 is inside exactly when `p_value` is at least 1 - level: the search for a limit starts at 0 when 0 lies on its
        way. With a `denominator`, limits are breakpoints base + fraction / per, and are snapped to them. Values on a
        grid can only be shifted by whole steps of it: a limit 5 steps or more away is the outermost whole step that is
        not rejected (on a coarser grid, where the mean itself lies between steps, it stays a fraction).
        """
        alpha, reach = 1 - self.level, reach or 1.0

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
            return _snap(found, p, alpha, denominator, per, base) if denominator else found

        low = limit(ends[0], -1) if self.alternative != "less" else -math.inf
        high = limit(ends[1], 1) if self.alternative != "greater" else math.inf
        if denominator and not base:
            low, high = _inward(low, observed, per), _inward(high, observed, per)
        low, high = _agreeing(min(low, high), max(low, high), observed, rejected=p_value < alpha)
        return self.terms.interval(low, high, self.method)

    def stop(
        self,
        name: str,
        n: float,
        reason: str = "the statistic of the data is not a finite number",
        value: float = math.nan,
    ) -> TestResult:
        """The result where there is no test; undefined where the statistic of the data is not a number."""
        why: Any = {"undefined": reason} if math.isnan(value) else {"note": reason}
        return replace(self.blank, effect=Estimate(name, value, n, **why), inapplicable=reason)

    def of_resamples(
        self, observed: float, drawn: Floats, carried: Floats | None, data: Floats, seed: int, note: str
    ) -> TestResult:
        """The result of resamples: of means the share of a shift that each carries is known and gives the interval."""
        close = 1e-12 * max(1.0, float(np.abs(data).max()))
        effect = Estimate(self.blank.statistic_name, observed, len(data), note=note)
        if carried is None:
            p = p_of_values(drawn, observed, self.way, drawn=True, close=close)
        else:
            moves = DrawnMoves(observed, drawn, carried, close)
            p, interval = self.of_moves(moves, observed, data, close)
            effect = replace(effect, interval=interval, note="")
        return replace(self.from_draws(p, effect, len(drawn), seed), null_values=drawn)

    def from_draws(self, p: float, effect: Estimate, draws: int, seed: int, **more: float) -> TestResult:
        """The result from random draws; the statistic is the value of the effect."""
        details = {"resamples": float(draws), **more} | of_draws(p, draws, seed)
        return replace(
            self.blank, p_value=p, effect=effect, statistic=effect.value, details=details, warnings=too_few(draws)
        )


def p_of_values(
    values: Any,
    observed: float,
    way: str,
    *,
    weights: Floats | None = None,
    drawn: bool = False,
    close: float = 0.0,
) -> float:
    """The share of null values at least as extreme as the observed one; (b + 1) / (m + 1) when they were drawn.

    `way` is a key of `CONVENTIONS`; `weights` are the probabilities of the values where they are not equally
    likely. A value that is not a number counts as extreme.

    >>> p_of_values(np.array([-2.0, -1.0, 1.0, 3.0]), 2.0, "absolute", drawn=True)
    0.6
    """

    def share(extreme: Any) -> float:
        if weights is not None:
            return float(weights[extreme].sum())
        return (int(extreme.sum()) + drawn) / (len(values) + drawn)

    if way == "absolute":
        p = share(~(np.abs(values) < abs(observed) - close))
    else:
        above, below = share(~(values < observed - close)), share(~(values > observed + close))
        p = {"greater": above, "less": below, "doubled": 2 * min(above, below)}[way]
    return 1.0 if p > 1 - 1e-12 else p


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


def _snap(found: float, p: PAt, alpha: float, denominator: float, per: float, base: float) -> float:
    """The breakpoint beside a limit that was found within rounding."""
    scaled = (found - base) * per
    near = Fraction(scaled).limit_denominator(int(denominator))
    exact = base + near.numerator / (near.denominator * per)
    return exact if abs(float(near) - scaled) < 1e-6 and not p(exact) < alpha else found
