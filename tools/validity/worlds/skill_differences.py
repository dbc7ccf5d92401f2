"""Differences of Brier skill and log loss skill on the same cases: `compare(a, b, metric=...)` with a margin."""

from __future__ import annotations

from tools.validity.worlds.paired import Scores
from tools.validity.worlds.world import Family

METRICS = ("brier_skill", "log_loss_skill")
FAMILY = Family(
    "skill_differences",
    "differences of Brier skill and log loss skill, same cases",
    lambda rng: Scores.draw(rng, METRICS),
)
