from .recalibration import recalibration as recalibration
from .reliability import brier_decomposition as brier_decomposition
from .reliability import calibration_error as calibration_error
from .reliability import reliability_curve as reliability_curve
