"""Differences on different test sets: `compare(a, b, metric=..., independent=True)` with a margin.

Half of the worlds are of predicted classes, half of scores; the sizes of the two test sets are drawn apart.
"""

from __future__ import annotations

import numpy as np

from tools.validity.worlds.joint import Labels
from tools.validity.worlds.paired import Scores
from tools.validity.worlds.world import Family, World

METRICS = ("brier_score", "log_loss", "average_precision", "lift", "roc_auc")


def draw(rng: np.random.Generator) -> World:
    """A world of either kind."""
    if rng.random() < 0.5:
        return Labels.draw(rng, apart=True)
    return Scores.draw(rng, METRICS, apart=True)


FAMILY = Family("apart", "differences on different test sets", draw)
