"""Leave-one-out at the price of one fit: one learner a file, one door in `shortcut`."""

from referee.resampling.loo.predictions import LooAttempt, LooPredictions
from referee.resampling.loo.shortcut import loo_attempt, loo_predictions

__all__ = ["LooAttempt", "LooPredictions", "loo_attempt", "loo_predictions"]
