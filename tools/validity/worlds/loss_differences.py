"""Differences of Brier score and log loss on the same cases: `compare(a, b, metric=...)` with a margin."""

from __future__ import annotations

from tools.validity.worlds.paired import Scores
from tools.validity.worlds.world import Family

METRICS = ("brier_score", "log_loss")
FAMILY = Family(
    "loss_differences",
    "differences of Brier score and log loss, same cases",
    lambda rng: Scores.draw(rng, METRICS),
)
