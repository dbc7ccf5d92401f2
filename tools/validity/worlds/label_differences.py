"""Differences of label metrics on the same cases, 2 to 6 classes: `compare(a, b, metric=...)` with a margin."""

from __future__ import annotations

from tools.validity.worlds.joint import Labels
from tools.validity.worlds.world import Family

FAMILY = Family("label_differences", "differences of label metrics, same cases", Labels.draw)
