"""Calibration: how close probabilities are to what happens. One analysis per file."""

from referee.calibration.brier_decomposition import brier_decomposition
from referee.calibration.calibration_error import calibration_error
from referee.calibration.recalibration import recalibration
from referee.calibration.reliability_curve import reliability_curve

__all__ = [
    "brier_decomposition",
    "calibration_error",
    "recalibration",
    "reliability_curve",
]
