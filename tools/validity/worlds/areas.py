"""The area under the ROC curve, and the Gini index, of one model: `evaluate(y, y_score=...)`."""

from __future__ import annotations

from tools.validity.worlds.scored import Scored
from tools.validity.worlds.world import Family

METRICS = ("roc_auc", "gini")
FAMILY = Family("areas", "area under the ROC curve", lambda rng: Scored.draw(rng, METRICS))
