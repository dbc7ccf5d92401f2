"""Brier skill and log loss skill of one model: `evaluate(y, y_score=..., metrics=[...])`, two classes."""

from __future__ import annotations

from tools.validity.worlds.scored import Scored
from tools.validity.worlds.world import Family

METRICS = ("brier_skill", "log_loss_skill")
FAMILY = Family("skills", "Brier skill and log loss skill", lambda rng: Scored.draw(rng, METRICS))
