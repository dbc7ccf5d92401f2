"""Calibration results."""

from __future__ import annotations

import math
from dataclasses import replace

from referee import _format
from referee.core import BrierDecomposition, CalibrationError, Estimate, Recalibration, ReliabilityCurve
from referee.views.page import Page, Table, lay_out, page_of
from referee.views.pages.estimate import estimate_row
from referee.views.picture import BACK, UNIT, Axis, Dot, Dots, Line, Lines, Picture, dot, drawable, pictures_of


def _terms(parts: BrierDecomposition) -> dict[str, float]:
    """The terms that add up to the score."""
    terms = {"reliability": parts.reliability, "less resolution": -parts.resolution}
    return {**terms, "uncertainty": parts.uncertainty, "within bins": parts.within_bins}


_MEANINGS = {
    "reliability": "miscalibration: 0 is best",
    "less resolution": "how far the groups differ: more is better",
    "uncertainty": "the spread of the truth itself",
    "within bins": "what binning lost",
}


@page_of.register
def brier_page(parts: BrierDecomposition) -> Page:
    """The score and the terms that add up to it."""
    rows = [["term", "value", "what it is"]]
    for name, value in _terms(parts).items():
        if name != "within bins" or abs(value) > 5e-5:
            rows.append([name, f"{'+' if value > 0 else ''}{_format.number(value, 4)}", _MEANINGS[name]])
    rows.append(["Brier score", _format.number(parts.brier, 4), "their sum"])
    title = f"Brier score {_format.number(parts.brier, 4)}, n = {_format.count(parts.n)}"
    return lay_out(title, Table(rows, "<><"), f"{_format.plural(parts.groups, 'group')}: {parts.method}")


def _errors(error: CalibrationError) -> list[tuple[str, float, float, float]]:
    """Each error by name: observed, expected if calibrated, and its limit then."""
    return [
        ("expected {}(ECE)", error.ece, error.ece_expected, error.ece_high),
        ("maximum {}(MCE)", error.mce, error.mce_expected, error.mce_high),
    ]


@page_of.register
def calibration_error_page(error: CalibrationError) -> Page:
    """Each error beside what perfect calibration would give."""
    rows = [["", "observed", "if calibrated", f"{_format.percent(error.level)} of the time below"]]
    rows += [[name.format("error "), *(_format.number(v, 4) for v in values)] for name, *values in _errors(error)]
    single = math.isnan(error.squared)
    square = "undefined, as a bin has a single case" if single else _format.number(error.squared, 5)
    return lay_out(
        f"Calibration error: {_format.plural(error.bins, 'bin')} with cases, n = {_format.count(error.n)}",
        Table(rows, "<>>>"),
        f"ECE less its bias {_format.number(error.debiased, 4)}; unbiased squared error {square}",
        f"{error.method}; seed {error.seed}",
    )


@page_of.register
def reliability_page(curve: ReliabilityCurve) -> Page:
    """One row per bin: predicted and observed, with bars and the band of perfect calibration."""
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
    return lay_out(title, Table(rows, ">>><<<"), said, f"{curve.method}; seed {curve.seed}")


def _fit_rows(fit: Recalibration) -> list[tuple[str, Estimate, str]]:
    """Slope and intercepts by name, with the values that perfect calibration has."""
    return [("slope", fit.slope, "1"), ("intercept", fit.intercept, "0"), ("in the large", fit.in_the_large, "0")]


@page_of.register
def recalibration_page(fit: Recalibration) -> Page:
    """Slope and intercepts, with the values that perfect calibration has."""
    rows = [["", "value", "interval", "n", "how", "perfect"]]
    rows += [[*estimate_row(estimate, name), perfect] for name, estimate, perfect in _fit_rows(fit)]
    return lay_out("Logistic recalibration", Table(rows, "<><><>"))


@pictures_of.register
def brier_pictures(parts: BrierDecomposition) -> list[Picture]:
    """The terms that add up to the score."""
    if not math.isfinite(parts.brier):
        return []
    terms = {**_terms(parts), "Brier score": parts.brier}
    rows = (Dot.from_zero(name, v, _format.number(v, 4)) for name, v in terms.items())
    caption = "The last row is the sum of the others. A large reliability term is miscalibration."
    title, axis = "Terms of the Brier score", "term of the Brier score"
    return [Dots(title=title, axis=axis, rows=tuple(rows), marks=((0.0, ""),), caption=caption)]


@pictures_of.register
def calibration_error_pictures(error: CalibrationError) -> list[Picture]:
    """Each error beside the range that perfect calibration would give."""
    rows: list[Dot] = []
    for kind, value, expected, high in _errors(error):
        if math.isfinite(value):
            name = kind.format("")
            rows.append(Dot(f"{name}, observed", value, text=_format.number(value, 4)))
            text = f"{_format.number(expected, 4)}, {_format.percent(error.level)} below {_format.number(high, 4)}"
            rows.append(Dot(f"{name}, if calibrated", expected, 0.0, high, text, BACK))
    caption = "An observed error inside the grey range is what chance alone gives to right probabilities."
    return drawable(Dots(title="Calibration error", axis="calibration error", rows=tuple(rows), caption=caption))


@pictures_of.register
def recalibration_pictures(fit: Recalibration) -> list[Picture]:
    """Slope and intercepts against what perfect calibration has."""
    rows = tuple(dot(estimate, f"{name} (perfect: {perfect})") for name, estimate, perfect in _fit_rows(fit))
    return drawable(Dots(title="Logistic recalibration", axis="value", rows=rows, marks=((0.0, ""), (1.0, ""))))


@pictures_of.register
def reliability_pictures(curve: ReliabilityCurve) -> list[Picture]:
    """Observed against predicted with bars, where they would lie if all were right, and where the cases are."""
    x, cases = curve.predicted, curve.cases
    none = "" if len(cases) else "undefined: no bin has a case"
    level = _format.percent(curve.level)
    few, many = (_format.count(float(end)) for end in (cases.min(), cases.max())) if len(cases) else ("", "")
    heights = 0.12 * cases / cases.max() if len(cases) else cases
    back = Line("", x, x, colour=BACK, drawn="nothing", limits="wide bars", alone=True)
    seen = Line(f"observed, {level} bars", x, curve.observed, curve.low, curve.high)
    band = f"{level} if perfectly calibrated"
    ends = (-0.02, 1.02)
    ticks = tuple((i / 4, f"{25 * i}%") for i in range(5))
    told = zip(x.tolist(), curve.observed.tolist(), cases.tolist(), strict=True)
    return [
        Lines(
            title="Calibration",
            asks="Does 30% mean 30%?",
            name="reliability",
            plane="reliability",
            x=Axis("predicted probability, mean of the bin", ends, ticks=ticks),
            y=Axis("observed share", ends, ticks=ticks),
            lines=(
                replace(back, low=0 * heights, high=heights, limits_name=f"cases a bin, {few} to {many}"),
                replace(back, low=curve.band_low, high=curve.band_high, limits_name=band),
                replace(seen, drawn="linked", limits="bars", undefined=none),
            ),
            guides=(Line("as it says", UNIT, UNIT),),
            square=True,
            caption=f"Points on the diagonal: a probability means what it says. Bars: {level} intervals.",
            about="; ".join(f"predicted {a:.2f}, observed {b:.2f} of {n:g} cases" for a, b, n in told),
        )
    ]
