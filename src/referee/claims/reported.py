"""A printed number as the interval of values that it can stand for."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from referee import _check, _format

Rounding = Literal["half", "truncate", "any"]
ROUNDINGS = ("half", "truncate", "any")
MOST_DIGITS = 9
"""Decimals that are told apart; more are taken as so many, give or take one in the last."""

WHOLE = 2
"""Decimals of a 0 or 1 that is printed without any, of a measure that has no more than 1 to reach."""

_TEXT = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?")


@dataclass(frozen=True)
class Reported:
    """A number as it was printed and the values that give this print: from `low` to `high`.

    An end that is `open` is not one of them.
    """

    name: str
    text: str
    value: float
    low: Fraction
    high: Fraction
    open_low: bool = False
    open_high: bool = False

    def __str__(self) -> str:
        return f"{_format.words(self.name)} {self.text}"


def parse_reported(
    name: str,
    value: float | str,
    *,
    ends: tuple[float, float] = (0.0, 1.0),
    digits: int | None = None,
    rounding: Rounding = "half",
    tolerance: float | None = None,
) -> Reported:
    """The values that a printed number can stand for.

    Text such as "0.850" or "85%" says its own decimals; a float has those of its shortest print, unless `digits` are
    given; a bare 0 or 1 is taken to two. `rounding` "half" is to the nearest, a half either way; "truncate" cuts
    decimals off; "any" is either of them or upward. `tolerance` gives the distance itself instead. It errs when the
    print was rounded twice.

    >>> r = parse_reported("accuracy", "0.85")
    >>> float(r.low), float(r.high)
    (0.845, 0.855)
    >>> float(parse_reported("accuracy", "85%", rounding="truncate").high)
    0.86
    """
    _check.choice("rounding", rounding, ROUNDINGS)
    if not _check.instance("name", name, str):
        _check.fail("name", "be the name of a measure", "an empty one")
    low, high = _ends(ends)
    number, places = _parse_number(name, value)
    text = str(value).strip()
    if not places and high - low <= 2:
        places = WHOLE
    if digits is not None:
        places = _check.whole("digits", digits)
    if not low <= number <= high:
        hint = f"Did you mean {float(number) / 100:g}?" if 1 < number <= 100 and high == 1 else ""
        _check.fail(name, f"lie between {low:g} and {high:g}", text, hint)
    if tolerance is not None and _check.number("tolerance", tolerance) < 0:
        _check.fail("tolerance", "be at least 0", tolerance)
    span = _span(Fraction(number), places, rounding, tolerance, signed=low < 0)
    return Reported(name, text, float(number), *span)


def contradicting(
    numbers: Sequence[Reported], possible: Callable[[Sequence[Reported]], bool]
) -> Sequence[Reported]:
    """The fewest of numbers that are not possible together."""
    for size in range(1, len(numbers)):
        for chosen in itertools.combinations(numbers, size):
            if not possible(chosen):
                return chosen
    return numbers


def _span(
    exact: Fraction, places: int, rounding: Rounding, tolerance: float | None, *, signed: bool
) -> tuple[Fraction, Fraction, bool, bool]:
    """The values that give a print: from, to, and whether either end is not one of them."""
    if tolerance is not None:
        step, fine = Fraction(Decimal(repr(float(tolerance)))), 2 * 10**MOST_DIGITS
        ends = exact - step, exact + step
        if max(end.denominator for end in ends) > fine:
            ends = Fraction(math.floor(ends[0] * fine), fine), Fraction(math.ceil(ends[1] * fine), fine)
        return *ends, False, False
    unit = Fraction(1, 10 ** min(places, MOST_DIGITS))
    if places > MOST_DIGITS:
        nearest = round(exact / unit) * unit
        return nearest - unit, nearest + unit, False, False
    if rounding == "half":
        return exact - unit / 2, exact + unit / 2, False, False
    if rounding == "truncate" and (exact > 0 or (exact == 0 and not signed)):
        return exact, exact + unit, False, True
    if rounding == "truncate" and exact < 0:
        return exact - unit, exact, True, False
    return exact - unit, exact + unit, True, True


def _parse_number(name: str, value: float | str) -> tuple[Decimal, int]:
    """A number and its decimals, those of its fraction where it is a percentage."""
    percent = False
    if isinstance(value, str):
        text = value.strip()
        percent = text.endswith("%")
        text = text.removesuffix("%").strip()
        if not _TEXT.fullmatch(text.lower()):
            _check.fail(name, "be a number such as 0.85 or 85%", _check.show_value(value))
    else:
        text = repr(_check.number(name, value)).removesuffix(".0")
    number = Decimal(text)
    if abs(number.adjusted()) > 300 or not math.isfinite(number):
        _check.fail(name, "be a number such as 0.85 or 85%", _check.show_value(value))
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)
    if percent:
        number, exponent = number.scaleb(-2), exponent - 2
    return number, max(0, -exponent)


def _ends(ends: tuple[float, float]) -> tuple[float, float]:
    given = _check.items("ends", ends, "two numbers")
    if len(given) != 2 or any(
        isinstance(end, bool) or not isinstance(end, int | float) or end != end for end in given
    ):
        _check.fail("ends", "be two numbers (least, greatest)", _check.show_value(ends))
    return given[0], given[1]
