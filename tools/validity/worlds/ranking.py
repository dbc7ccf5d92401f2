"""Average precision and lift of one model: `evaluate(y, y_score=...)`."""

from __future__ import annotations

from tools.validity.worlds.scored import Scored
from tools.validity.worlds.world import Family

METRICS = ("average_precision", "lift")
FAMILY = Family("ranking", "average precision and lift", lambda rng: Scored.draw(rng, METRICS))
