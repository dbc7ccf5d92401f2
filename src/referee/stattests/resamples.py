"""How many rearrangements to draw, and what to say about that number."""

from __future__ import annotations

import math

from referee import _check, _format

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


def asked_beyond(resamples: int, distinct: int) -> tuple[str, ...]:
    """The note that more draws were asked than there are rearrangements, so that all were looked at."""
    if resamples < distinct:
        return ()
    return (
        f"There are only {_format.count(distinct)} distinct rearrangements: all were looked at, none drawn at "
        "random.",
    )


def monte_carlo_error(p: float, resamples: int) -> float:
    """The standard error of a p from random draws: sqrt(p (1 - p) / m)."""
    return math.sqrt(max(0.0, p * (1 - p)) / resamples)


def as_float(count: int) -> float:
    """A number of rearrangements, infinite where a float ends."""
    return float(count) if count < 10**300 else math.inf
