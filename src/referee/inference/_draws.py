"""Random draws of a test: how many, in blocks with a stream each, and what is said of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from referee import _check, _format, _rng
from referee.core.types import Floats

VALUES = 4e6
"""Numbers that are drawn at a time."""


def blocks(
    draws: int, width: int, seed: int, words: str, values: float = VALUES
) -> Iterator[tuple[int, np.random.Generator]]:
    """Draws of `width` numbers in blocks: how many, and the random stream of the block.

    >>> [rows for rows, _ in blocks(5, 10, 1, "example", values=20)]
    [2, 2, 1]
    """
    size = max(1, int(values // width))
    for block, start in enumerate(range(0, draws, size)):
        yield min(size, draws - start), _rng.stream(seed, words, block)


def draw(
    draws: int, width: int, seed: int, words: str, block: Callable[[int, np.random.Generator], Floats]
) -> Floats:
    """The values of draws of `width` numbers, as `block(rows, generator)` gives them along its last axis.

    >>> draw(5, 10, 1, "example", lambda rows, generator: np.zeros((2, rows))).shape
    (2, 5)
    """
    return np.concatenate([block(*one) for one in blocks(draws, width, seed, words)], axis=-1)


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
