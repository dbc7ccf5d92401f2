"""The simplest candidate near the best, and how optimistic the score of the best is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from referee import _check

Rule = Literal["one_se", "one_sd", "best"]
RULES: dict[str, str] = {
    "one_se": "simplest within one standard error of the best",
    "one_sd": "simplest within one standard deviation of the best",
    "best": "best",
}


@dataclass(frozen=True)
class Choice:
    """Positions of the chosen and of the best candidate, and the limit that the chosen one had to reach."""

    chosen: int
    best: int
    limit: float
    allowance: float


def simplest_within(
    scores: Any, *, rule: Rule = "one_se", better: Literal["higher", "lower"] = "higher", ratio: float = 0.0
) -> Choice:
    """Choose among candidates that are ordered from simple to complex.

    `scores` has a row a candidate and a column a split. With s the standard deviation of the best candidate's k
    scores, "one_se" allows s sqrt(1/k + ratio), `ratio` being n_test / n_train when the splits overlap in their test
    cases (0 for one k-fold); "one_sd" allows s; "best" allows nothing. The chosen is the first candidate whose mean
    is no further from the best mean than that. It errs towards the simple side on purpose. Reference: breiman1984.

    >>> scores = [[0.70, 0.74, 0.72], [0.80, 0.78, 0.82], [0.85, 0.76, 0.82]]
    >>> simplest_within(scores).chosen, simplest_within(scores, rule="best").chosen
    (1, 2)
    """
    table = _check.floats("scores", scores)
    if table.ndim != 2 or table.shape[1] < 2 or not len(table):
        _check.fail("scores", "have a row a candidate and a column for each of 2 or more splits", f"{table.shape}")
    if not np.isfinite(table).all():
        row, column = np.argwhere(~np.isfinite(table))[0].tolist()
        _check.fail("scores", "be finite", f"{table[row, column]} for candidate {row} on split {column}")
    _check.choice("rule", rule, RULES)
    _check.choice("better", better, ("higher", "lower"))
    if _check.number("ratio", ratio) < 0:
        _check.fail("ratio", "be at least 0", ratio)
    sign = 1.0 if better == "higher" else -1.0
    means = sign * table.mean(axis=1)
    best, k = int(means.argmax()), table.shape[1]
    spread = float(table[best].std(ddof=1))
    allowance = {"one_se": spread * float(np.sqrt(1 / k + ratio)), "one_sd": spread, "best": 0.0}[rule]
    limit = float(means[best]) - allowance
    slack = 16 * float(np.finfo(float).eps) * max(1.0, float(np.abs(means).max()))
    chosen = int(np.flatnonzero(means >= limit - slack)[0])
    return Choice(chosen, best, sign * limit, allowance)


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
