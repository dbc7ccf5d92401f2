"""Curves, bands and histograms."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.core.averageroc import AverageRoc
from referee.core.band import Band
from referee.core.curve import Curve
from referee.core.histogram import ScoreHistogram
from referee.core.hull import Hull
from referee.core.thresholds import ThresholdTable
from referee.views.picture import Line, Lines, Picture

UNIT = np.array([0.0, 1.0])
_DIAGONAL = {"FPR", "false positive rate"}
MOST_LINES = 6


def curve_pictures(curve: Curve) -> list[Picture]:
    """The curve over its own axes."""
    if not curve.defined or len(curve) < 2:
        return []
    guide = Line("chance", UNIT, UNIT) if curve.x_name in _DIAGONAL and curve.y_name.lower() != "fnr" else None
    name = curve.name.replace("_", " ")
    return [Lines(curve.title or name, curve.x_name, curve.y_name, (Line(name, curve.x, curve.y),), (), guide)]


def band_pictures(band: Band) -> list[Picture]:
    """The curve with its limits."""
    if not np.isfinite(band.value).any():
        return []
    kind = "simultaneous" if band.simultaneous else "pointwise"
    level = _format.percent(band.level)
    caption = f"The shade is a {kind} {level} band: {band.method}."
    guide = Line("chance", UNIT, UNIT) if band.x_name in _DIAGONAL and "difference" not in band.y_name else None
    if "difference" in band.y_name:
        guide = Line("no difference", UNIT, np.zeros(2))
    line = Line("curve", band.x, band.value, band.low, band.high)
    return [Lines("Curve with band", band.x_name or "x", band.y_name or "y", (line,), (), guide, caption)]


def hull_pictures(hull: Hull) -> list[Picture]:
    """The hull in the ROC plane."""
    if hull.undefined or not len(hull):
        return []
    return [
        Lines(
            "Convex hull",
            "false positive rate",
            "true positive rate",
            (Line("hull", hull.fpr, hull.tpr),),
            (),
            Line("chance", UNIT, UNIT),
        )
    ]


def average_pictures(curve: AverageRoc) -> list[Picture]:
    """The averaged ROC curve."""
    if curve.undefined or not len(curve.fpr):
        return []
    name = f"{curve.average} average, AUC {_format.number(curve.auc)}"
    line = Line(name, curve.fpr, curve.tpr)
    guide = Line("chance", UNIT, UNIT)
    return [Lines("ROC curve over classes", "false positive rate", "true positive rate", (line,), (), guide)]


def histogram_pictures(found: ScoreHistogram) -> list[Picture]:
    """The share of each class at each score."""
    if not len(found):
        return []
    x = np.repeat(found.edges, 2)[1:-1]
    lines = []
    for name, counts in (("positives", found.positives), ("negatives", found.negatives)):
        total = counts.sum()
        y = np.repeat(counts / total if total else counts, 2)
        lines.append(Line(name, x, y, np.zeros_like(y), y))
    caption = "The less the two overlap, the better the score ranks."
    return [Lines("Scores by true class", "score", "share of the class", tuple(lines), (), None, caption)]


def threshold_table_pictures(table: ThresholdTable) -> list[Picture]:
    """The measures from 0 to 1 along the threshold, each with its interval."""
    shown = np.isfinite(table.thresholds)
    if not shown.any():
        return []
    x = table.thresholds[shown]
    lines: list[Line] = []
    for i, first in enumerate(table.measures[0]):
        column = [row[i] for row, keep in zip(table.measures, shown, strict=True) if keep]
        values = np.array([m.value for m in column])
        if len(lines) == MOST_LINES or not np.isfinite(values).any() or np.nanmax(np.abs(values)) > 1:
            continue
        limits = [(np.nan, np.nan) if m.interval is None else tuple(m.interval) for m in column]
        low, high = np.array(limits).T
        banded = bool(np.isfinite(low).any())
        name = first.name.replace("_", " ")
        lines.append(Line(name, x, values, low if banded else None, high if banded else None))
    caption = f"Shades are {_format.percent(table.level)} intervals for a threshold fixed beforehand."
    return [Lines("Measures along the threshold", "threshold", "value", tuple(lines), (), None, caption)]
