"""How many random draws a test takes, and what it says of them."""

from __future__ import annotations

import math

from referee import _check, _format


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


def monte_carlo_error(p: float, resamples: int) -> float:
    """The standard error of a p from random draws: sqrt(p (1 - p) / m)."""
    return math.sqrt(max(0.0, p * (1 - p)) / resamples)


def of_draws(p: float, draws: int, seed: int) -> dict[str, float]:
    """What the details say of random draws."""
    return {"monte_carlo_error": monte_carlo_error(p, draws), "seed": float(seed)}
