"""Differences of the area under the ROC curve on the same cases: `compare(a, b, metric=...)` with a margin."""

from __future__ import annotations

from tools.validity.worlds.paired import Scores
from tools.validity.worlds.world import Family

METRICS = ("roc_auc",)
FAMILY = Family(
    "area_differences",
    "differences of the area under the ROC curve, same cases",
    lambda rng: Scores.draw(rng, METRICS),
)
