"""Tibshirani and Tibshirani's correction of the least error found by cross-validation."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from referee import _check


@dataclass(frozen=True)
class BiasCorrection:
    """The winner's apparent value, its estimated optimism, and the value with the optimism taken off."""

    winner: int
    apparent: float
    optimism: float
    corrected: float


def tibshirani_correction(scores: Any, *, better: Literal["higher", "lower"] = "higher") -> BiasCorrection:
    """Take off the optimism of the best of several candidates.

    `scores` has a row a candidate and a column a fold. The winner is best on average; its optimism is the mean over
    folds of how much the best candidate of that fold beats the winner there. The first of equals wins. A fold where
    a candidate has no score is left out. It errs when folds are small, where it overcorrects. Reference:
    tibshirani2009.

    >>> found = tibshirani_correction([[0.75, 0.5, 1.0], [0.5, 0.75, 0.75]])
    >>> found.winner, found.apparent, round(found.optimism, 3), round(found.corrected, 3)
    (0, 0.75, 0.083, 0.667)
    """
    table = _check.floats("scores", scores)
    if table.ndim != 2 or not table.size:
        _check.fail("scores", "have a row a candidate and a column a fold", f"shape {table.shape}")
    _check.choice("better", better, ("higher", "lower"))
    table = table[:, np.isfinite(table).all(axis=0)]
    if not table.shape[1]:
        return BiasCorrection(-1, math.nan, math.nan, math.nan)
    sign = 1.0 if better == "higher" else -1.0
    gains = sign * table
    winner = int(gains.mean(axis=1).argmax())
    optimism = float((gains.max(axis=0) - gains[winner]).mean())
    apparent = float(table[winner].mean())
    return BiasCorrection(winner, apparent, optimism, apparent - sign * optimism)
