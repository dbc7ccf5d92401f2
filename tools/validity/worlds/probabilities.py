"""Brier score and log loss of one model: `evaluate(y, y_score=...)`, two classes.

Asked for by `metrics=[...]`, which gives the same intervals as the whole evaluation.
"""

from __future__ import annotations

from tools.validity.worlds.scored import Scored
from tools.validity.worlds.world import Family

METRICS = ("brier_score", "log_loss")
FAMILY = Family("probabilities", "Brier score and log loss", lambda rng: Scored.draw(rng, METRICS))
