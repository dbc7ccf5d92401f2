"""Calibration results that are rows of values."""

from __future__ import annotations

import math

from referee import _format
from referee.core.calibration import BrierDecomposition, CalibrationError, Recalibration
from referee.views.picture import Dot, Dots, Picture, dot


def brier_pictures(parts: BrierDecomposition) -> list[Picture]:
    """The terms that add up to the score."""
    terms = {
        "reliability": parts.reliability,
        "less resolution": -parts.resolution,
        "uncertainty": parts.uncertainty,
        "within bins": parts.within_bins,
        "Brier score": parts.brier,
    }
    if not math.isfinite(parts.brier):
        return []
    rows = (Dot(name, v, min(v, 0), max(v, 0), _format.number(v, 4)) for name, v in terms.items())
    caption = "The last row is the sum of the others. A large reliability term is miscalibration."
    return [Dots("Terms of the Brier score", "term of the Brier score", tuple(rows), ((0.0, ""),), caption)]


def calibration_error_pictures(error: CalibrationError) -> list[Picture]:
    """Each error beside the range that perfect calibration would give."""
    rows: list[Dot] = []
    for name, value, expected, high in (
        ("expected (ECE)", error.ece, error.ece_expected, error.ece_high),
        ("maximum (MCE)", error.mce, error.mce_expected, error.mce_high),
    ):
        if not math.isfinite(value):
            continue
        rows.append(Dot(f"{name}, observed", value, text=_format.number(value, 4)))
        text = f"{_format.number(expected, 4)}, {_format.percent(error.level)} below {_format.number(high, 4)}"
        rows.append(Dot(f"{name}, if calibrated", expected, 0.0, high, text, 1))
    if not rows:
        return []
    caption = "An observed error inside the grey range is what chance alone gives to right probabilities."
    return [Dots("Calibration error", "calibration error", tuple(rows), (), caption)]


def recalibration_pictures(fit: Recalibration) -> list[Picture]:
    """Slope and intercepts against what perfect calibration has."""
    rows = tuple(
        dot(m, f"{name} (perfect: {perfect})")
        for name, m, perfect in (
            ("slope", fit.slope, 1),
            ("intercept", fit.intercept, 0),
            ("in the large", fit.in_the_large, 0),
        )
    )
    if not any(row.ends for row in rows):
        return []
    return [Dots("Logistic recalibration", "value", rows, ((0.0, ""), (1.0, "")))]
