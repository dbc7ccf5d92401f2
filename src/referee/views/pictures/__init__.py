"""Nouns as pictures: one function a noun, one file a family. A noun may have several, the telling one first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.views.picture import Picture
from referee.views.pictures.calibration import brier_pictures, calibration_error_pictures, recalibration_pictures
from referee.views.pictures.choice import choice_pictures, crossfit_pictures, lift_pictures
from referee.views.pictures.learner import (
    chance_pictures,
    learner_curve_pictures,
    selection_pictures,
    skill_pictures,
    validation_pictures,
)
from referee.views.pictures.lines import (
    average_pictures,
    band_pictures,
    curve_pictures,
    histogram_pictures,
    hull_pictures,
    threshold_table_pictures,
)
from referee.views.pictures.rows import (
    always_valid_pictures,
    estimate_pictures,
    family_pictures,
    interval_pictures,
    result_pictures,
    slices_pictures,
)
from referee.views.pictures.standings import match_pictures, standings_pictures

_PICTURES: dict[str, Callable[[Any], list[Picture]]] = {
    "AgainstChance": chance_pictures,
    "AlwaysValid": always_valid_pictures,
    "AverageRoc": average_pictures,
    "Band": band_pictures,
    "BrierDecomposition": brier_pictures,
    "CalibrationError": calibration_error_pictures,
    "CrossFit": crossfit_pictures,
    "Curve": curve_pictures,
    "Estimate": estimate_pictures,
    "Family": family_pictures,
    "Hull": hull_pictures,
    "Interval": interval_pictures,
    "LearnerCurve": learner_curve_pictures,
    "Lift": lift_pictures,
    "Match": match_pictures,
    "Recalibration": recalibration_pictures,
    "ScoreHistogram": histogram_pictures,
    "Selection": selection_pictures,
    "Skill": skill_pictures,
    "Slices": slices_pictures,
    "Standings": standings_pictures,
    "TestResult": result_pictures,
    "ThresholdChoice": choice_pictures,
    "ThresholdTable": threshold_table_pictures,
    "Validation": validation_pictures,
}
DRAWN = tuple(_PICTURES)
"""The nouns that are drawn this way."""


def pictures_of(value: object) -> list[Picture]:
    """The pictures of a noun; none for one that is best read."""
    make = _PICTURES.get(type(value).__name__)
    return [] if make is None else make(value)
