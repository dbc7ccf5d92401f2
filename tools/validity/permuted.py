"""False alarms of permuted labels.

Labels are permuted over cases that no feature tells apart: 99 times, with 5-fold cross-validation of a linear
discriminant. A p at most 0.05 calls it better than chance.
"""

from __future__ import annotations

import numpy as np

from referee.learners import against_chance
from referee.learners.run import QUIET
from tools.validity.cell import Cell, cell
from tools.validity.trained import Discriminant

PAGE = "trained"


def rejects(n: int, seed: int, i: int) -> bool:
    """Whether permuted labels call a learner better than chance that cannot be."""
    rng = np.random.default_rng([seed, n, i])
    X, y = rng.normal(size=(n, 5)), np.arange(n) % 2
    made = against_chance(Discriminant(), X, y, resamples=99, rng=i, run=QUIET)
    assert made.test.p_value > 0
    return bool(made.test.p_value <= 0.05)


def cells(runs: int, seed: int) -> list[Cell]:
    """Two sizes."""
    return [
        cell("V12 false alarms", f"n={n}, 5-fold", sum(rejects(n, seed, i) for i in range(runs)), runs, 0.0, 0.05)
        for n in (20, 40)
    ]
