"""Calibration results."""

from __future__ import annotations

import math
from dataclasses import replace

from referee import _format
from referee.core.calibration import BrierDecomposition, CalibrationError, Recalibration, ReliabilityCurve
from referee.views.page import Page, Table, Text, page_of
from referee.views.pages.estimate import estimate_row
from referee.views.picture import BACK, UNIT, Axis, Dot, Dots, Line, Lines, Picture, dot, pictures_of


@page_of.register
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


@page_of.register
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


@page_of.register
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


@page_of.register
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


@pictures_of.register
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
    title, axis = "Terms of the Brier score", "term of the Brier score"
    return [Dots(title=title, axis=axis, rows=tuple(rows), marks=((0.0, ""),), caption=caption)]


@pictures_of.register
def calibration_error_pictures(error: CalibrationError) -> list[Picture]:
    """Each error beside the range that perfect calibration would give."""
    rows: list[Dot] = []
    for name, value, expected, high in (
        ("expected (ECE)", error.ece, error.ece_expected, error.ece_high),
        ("maximum (MCE)", error.mce, error.mce_expected, error.mce_high),
    ):
        if math.isfinite(value):
            rows.append(Dot(f"{name}, observed", value, text=_format.number(value, 4)))
            text = f"{_format.number(expected, 4)}, {_format.percent(error.level)} below {_format.number(high, 4)}"
            rows.append(Dot(f"{name}, if calibrated", expected, 0.0, high, text, BACK))
    caption = "An observed error inside the grey range is what chance alone gives to right probabilities."
    made = Dots(title="Calibration error", axis="calibration error", rows=tuple(rows), caption=caption)
    return [made] if rows else []


@pictures_of.register
def recalibration_pictures(fit: Recalibration) -> list[Picture]:
    """Slope and intercepts against what perfect calibration has."""
    rows = (
        dot(fit.slope, "slope (perfect: 1)"),
        dot(fit.intercept, "intercept (perfect: 0)"),
        dot(fit.in_the_large, "in the large (perfect: 0)"),
    )
    made = Dots(title="Logistic recalibration", axis="value", rows=rows, marks=((0.0, ""), (1.0, "")))
    return [] if made.empty else [made]


@pictures_of.register
def reliability_pictures(curve: ReliabilityCurve) -> list[Picture]:
    """Observed against predicted with bars, where they would lie if all were right, and where the cases are."""
    x, cases = curve.predicted, curve.cases
    none = "" if len(cases) else "undefined: no bin has a case"
    level = _format.percent(curve.level)
    few, many = (_format.count(float(end)) for end in (cases.min(), cases.max())) if len(cases) else ("", "")
    heights = 0.12 * cases / cases.max() if len(cases) else cases
    back = Line("", x, x, colour=BACK, drawn="nothing", limits="wide bars", alone=True)
    band = f"{level} if perfectly calibrated"
    ends = (-0.02, 1.02)
    ticks = tuple((i / 5, f"{i / 5:g}") for i in range(6))
    told = zip(x.tolist(), curve.observed.tolist(), cases.tolist(), strict=True)
    return [
        Lines(
            title="Calibration",
            name="reliability",
            plane="reliability",
            x=Axis("predicted probability, mean of the bin", ends, ticks=ticks),
            y=Axis("observed share", ends, ticks=ticks),
            lines=(
                replace(back, low=0 * heights, high=heights, limits_name=f"cases a bin, {few} to {many}"),
                replace(back, low=curve.band_low, high=curve.band_high, limits_name=band),
                Line(
                    f"observed, {level} bars",
                    x,
                    curve.observed,
                    curve.low,
                    curve.high,
                    drawn="linked",
                    limits="bars",
                    undefined=none,
                ),
            ),
            guides=(Line("perfect", UNIT, UNIT),),
            square=True,
            caption=f"Points on the diagonal: a probability means what it says. Bars: {level} intervals.",
            about="; ".join(f"predicted {a:.2f}, observed {b:.2f} of {n:g} cases" for a, b, n in told),
        )
    ]
