"""Differences of average precision and lift on the same cases: `compare(a, b, metric=...)` with a margin."""

from __future__ import annotations

from tools.validity.worlds.paired import Scores
from tools.validity.worlds.world import Family

METRICS = ("average_precision", "lift")
FAMILY = Family(
    "ranking_differences",
    "differences of average precision and lift, same cases",
    lambda rng: Scores.draw(rng, METRICS),
)
