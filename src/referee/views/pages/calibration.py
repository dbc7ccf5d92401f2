"""Calibration results."""

from __future__ import annotations

import math

from referee import _format
from referee.core.calibration import BrierDecomposition, CalibrationError, Recalibration, ReliabilityCurve
from referee.views.page import Page, Table, Text
from referee.views.pages.estimate import estimate_row


def brier_page(parts: BrierDecomposition) -> Page:
    """The score and the terms that add up to it."""
    rows = [
        ["term", "value", "what it is"],
        ["reliability", _signed(parts.reliability), "miscalibration: 0 is best"],
        ["less resolution", _signed(-parts.resolution), "how far the groups differ: more is better"],
        ["uncertainty", _signed(parts.uncertainty), "the spread of the truth itself"],
    ]
    if abs(parts.within_bins) > 5e-5:
        rows.append(["within bins", _signed(parts.within_bins), "what binning lost"])
    rows.append(["Brier score", _format.number(parts.brier, 4), "their sum"])
    title = f"Brier score {_format.number(parts.brier, 4)}, n = {_format.count(parts.n)}"
    how = f"{_format.plural(parts.groups, 'group')}: {parts.method}"
    return Page(title, [Table(rows, "<><"), Text(how)])


def _signed(value: float) -> str:
    return f"{'+' if value > 0 else ''}{_format.number(value, 4)}"


def calibration_error_page(error: CalibrationError) -> Page:
    """Each error beside what perfect calibration would give."""
    high = f"{_format.percent(error.level)} of the time below"
    rows = [["", "observed", "if calibrated", high]]
    for name, value, expected, limit in (
        ("expected error (ECE)", error.ece, error.ece_expected, error.ece_high),
        ("maximum error (MCE)", error.mce, error.mce_expected, error.mce_high),
    ):
        rows.append([name, *(_format.number(v, 4) for v in (value, expected, limit))])
    square = (
        "undefined, as a bin has a single case" if math.isnan(error.squared) else _format.number(error.squared, 5)
    )
    title = f"Calibration error: {_format.plural(error.bins, 'bin')} with cases, n = {_format.count(error.n)}"
    return Page(
        title,
        [
            Table(rows, "<>>>"),
            Text(f"ECE less its bias {_format.number(error.debiased, 4)}; unbiased squared error {square}"),
            Text(f"{error.method}; seed {error.seed}"),
        ],
    )


def reliability_page(curve: ReliabilityCurve) -> Page:
    """A row a bin: predicted and observed, with bars and the band of perfect calibration."""
    percent = _format.percent(curve.level)
    rows = [["cases", "predicted", "observed", f"{percent} bar", "if calibrated", ""]]
    values = (curve.cases, curve.predicted, curve.observed, curve.low, curve.high, curve.band_low, curve.band_high)
    for n, p, o, low, high, least, most in zip(*(v.tolist() for v in values), strict=True):
        mark = "" if least <= o <= most or math.isnan(o) else "! outside"
        spans = [_format.span(low, high, 3), _format.span(least, most, 3)]
        rows.append([_format.count(n), _format.number(p), _format.number(o), *spans, mark])
    out = sum(row[-1] != "" for row in rows[1:])
    bins = _format.plural(len(rows) - 1, "bin")
    title = f"Reliability of {_format.plural(float(curve.cases.sum()), 'case')} in {bins}"
    said = f"{out} of {bins} outside the band of perfect calibration"
    return Page(title, [Table(rows, ">>><<<"), Text(said), Text(f"{curve.method}; seed {curve.seed}")])


def recalibration_page(fit: Recalibration) -> Page:
    """Slope and intercepts, with the values that perfect calibration has."""
    rows = [["", "value", "interval", "n", "how", "perfect"]]
    for name, estimate, perfect in (
        ("slope", fit.slope, "1"),
        ("intercept", fit.intercept, "0"),
        ("in the large", fit.in_the_large, "0"),
    ):
        rows.append([*estimate_row(estimate, name), perfect])
    return Page("Logistic recalibration", [Table(rows, "<><><>")])
