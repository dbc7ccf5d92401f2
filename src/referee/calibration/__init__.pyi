from .brier_decomposition import brier_decomposition as brier_decomposition
from .calibration_error import calibration_error as calibration_error
from .recalibration import recalibration as recalibration
from .reliability_curve import reliability_curve as reliability_curve
