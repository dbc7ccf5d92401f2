"""Probabilities: how close they are to what happens. One measure a file."""

from referee.calibration.brier_decomposition import brier_decomposition
from referee.calibration.brier_score import brier_score
from referee.calibration.brier_skill import brier_skill
from referee.calibration.calibration_error import calibration_error
from referee.calibration.log_loss import log_loss
from referee.calibration.log_loss_skill import log_loss_skill
from referee.calibration.recalibration import recalibration
from referee.calibration.reliability_curve import reliability_curve

__all__ = [
    "brier_decomposition",
    "brier_score",
    "brier_skill",
    "calibration_error",
    "log_loss",
    "log_loss_skill",
    "recalibration",
    "reliability_curve",
]
