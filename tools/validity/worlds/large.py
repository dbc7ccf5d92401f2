"""Ten thousand to a hundred thousand cases: labels, scores, and differences on the same cases and on different ones.

Differences of the area under the ROC curve are left to their own family: the curves that are drawn beside them take
most of the time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tools.validity.worlds.joint import Labels
from tools.validity.worlds.labels import Table
from tools.validity.worlds.paired import Scores
from tools.validity.worlds.scored import Scored
from tools.validity.worlds.world import Family, World

SMALLEST, LARGEST = 1e4, 1e5
VALUES = ("brier_score", "log_loss", "average_precision", "lift", "roc_auc")
GAPS = ("brier_score", "log_loss", "average_precision", "lift")


def draw(rng: np.random.Generator) -> World:
    """A world of one of the kinds."""
    kind = int(rng.integers(5))
    sizes: Any = {"low": SMALLEST, "high": LARGEST}
    if kind == 0:
        return Table.draw(rng, **sizes)
    if kind == 1:
        return Scored.draw(rng, VALUES, **sizes)
    if kind == 2:
        return Labels.draw(rng, **sizes)
    return Scores.draw(rng, GAPS, apart=kind == 4, **sizes)


FAMILY = Family("large", "ten thousand to a hundred thousand cases", draw)
