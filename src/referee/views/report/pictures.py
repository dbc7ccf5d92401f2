"""The pictures of an evaluation, from its parts."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from referee import _format
from referee.core.calibration import ReliabilityCurve
from referee.core.curve import Curve
from referee.core.decisioncurve import DecisionCurve
from referee.core.estimate import Estimate
from referee.core.evaluation import Evaluation
from referee.core.histogram import ScoreHistogram
from referee.core.hull import Hull
from referee.views.report.svg import Chart, Svg

UNIT = (0.0, 1.0)
MARGIN = 0.02
NOW = "threshold of the slider"


class Picture(NamedTuple):
    """A chart with its heading, a sentence on how to read it, and the scale that the script needs."""

    name: str
    title: str
    svg: Svg
    caption: str
    scale: dict[str, object]


def pictures(result: Evaluation, *, moving: bool, prefix: str = "") -> list[Picture]:
    """Every picture that the parts allow; `moving` adds what follows the sliders, `prefix` begins every id."""
    makers = (_roc, _precision_recall, _scores, _gain, _cost, _reliability, _decision)
    made = (maker(result, moving, prefix) for maker in makers)
    return [picture for picture in made if picture is not None]


LOSSES = ("brier_score", "log_loss", "error_rate", "equal_error_rate", "mean_cost", "total_cost")


def measures_picture(measures: list[Estimate], level: float, name: str = "measures") -> Svg | None:
    """Measures from 0 to 1 (best) as points with their intervals; losses are left to the table."""
    kept = [m for m in measures if m.defined and m.name not in LOSSES and not m.name.startswith("false_")]
    shown = [m for m in kept if m.interval is not None and m.interval.low >= 0 and m.interval.high <= 1]
    if not shown:
        return None
    size = len(shown)
    chart = Chart(name, UNIT, (0, size), "", "", width=440, height=52 + 24 * size, left=166)
    for i, m in enumerate(shown):
        assert m.interval is not None
        at = size - i - 0.5
        chart.words(158, chart.py(at) + 4, m.name.replace("_", " "), anchor="end")
        chart.span((m.interval.low, m.interval.high), at, "main")
        chart.point(m.value, at, "first")
    words = "; ".join(
        f"{m.name.replace('_', ' ')} {_format.number(m.value)} {_format.span(*m.interval)}"
        for m in shown
        if m.interval is not None
    )
    return chart.svg(f"Measures with {_format.percent(level)} intervals", words)


def _picture(chart: Chart, title: str, caption: str, about: str) -> Picture:
    scale = {"x": chart.x, "y": chart.y, "left": chart.left, "width": chart.width, "height": chart.height}
    return Picture(chart.name, title, chart.svg(title, about), caption, scale)


def _curve(result: Evaluation, name: str) -> Curve | None:
    part = result.parts.get(name)
    return part if isinstance(part, Curve) and part.defined and len(part) else None


def _roc(result: Evaluation, moving: bool, prefix: str) -> Picture | None:
    curve = _curve(result, "roc")
    if curve is None:
        return None
    chart = Chart(f"{prefix}roc", UNIT, UNIT, "false positive rate", "true positive rate (sensitivity)")
    chart.line(UNIT, UNIT, "reference", "chance")
    hull = result.parts.get("hull")
    if isinstance(hull, Hull) and len(hull):
        chart.line(hull.fpr, hull.tpr, "second dashed", "convex hull")
    chart.line(curve.x, curve.y, "main", "ROC curve")
    if moving:
        chart.line([], [], "iso", "line of equal cost", name="iso")
        chart.point(0, 0, "best", name="best", shape="diamond", legend="cheapest point")
        chart.point(0, 0, "now", name="now", legend=NOW)
    area = curve.facts.get("auc", math.nan)
    about = f"ROC curve from (0, 0) to (1, 1); the area under it is {_format.number(area)}."
    return _picture(chart, "ROC curve", "Up and to the left is better; the diagonal is guessing.", about)


def _precision_recall(result: Evaluation, moving: bool, prefix: str) -> Picture | None:
    curve = _curve(result, "precision_recall")
    if curve is None:
        return None
    chart = Chart(f"{prefix}pr", UNIT, UNIT, "recall (sensitivity)", "precision")
    total = curve.positives + curve.negatives
    share = curve.positives / total if total else math.nan
    chart.line(UNIT, (share, share), "reference", "share of positives")
    chart.line(curve.x, curve.y, "main", "precision")
    if moving:
        chart.point(0, 0, "now", name="now", legend=NOW)
    about = f"Precision against recall; guessing has a precision of {_format.number(share)}."
    caption = (
        "How many alarms are right, against how many positives are found. Points, not a line to read between."
    )
    return _picture(chart, "Precision and recall", caption, about)


def _scores(result: Evaluation, moving: bool, prefix: str) -> Picture | None:
    part = result.parts.get("scores")
    if not isinstance(part, ScoreHistogram) or not len(part):
        return None
    shares = [c / c.sum() if c.sum() else c for c in (part.negatives, part.positives)]
    top = max(float(s.max()) for s in shares) or 1.0
    low, high = float(part.edges[0]), float(part.edges[-1])
    chart = Chart(f"{prefix}scores", (low, high), (0, top * 1.05), "score", "share of the class")
    x = np.repeat(part.edges, 2)[1:-1].tolist()
    words = (result.positive, "other") if len(result.labels) != 2 else (result.positive, _other(result))
    for share, kind, label in zip(shares, ("second", "main"), words[::-1], strict=True):
        y = np.repeat(share, 2).tolist()
        chart.area(x, [0.0] * len(y), y, kind, f"truth: {_format.label(label, 24)}")
        chart.line(x, y, f"{kind} thin")
    if moving:
        chart.upright(low, "now", name="now", legend=NOW)
    about = f"Histogram of scores from {low:g} to {high:g}, one outline for each true class."
    return _picture(chart, "Scores by true class", "The less the two overlap, the better the model ranks.", about)


def _gain(result: Evaluation, moving: bool, prefix: str) -> Picture | None:
    curve = _curve(result, "gain")
    if curve is None:
        return None
    chart = Chart(f"{prefix}gain", UNIT, UNIT, "share of cases called positive", "share of positives found")
    chart.line(UNIT, UNIT, "reference", "random order")
    chart.line(curve.x, curve.y, "main", "gain")
    if moving:
        chart.point(0, 0, "now", name="now", legend=NOW)
    caption = (
        "Look at the highest scores first: how soon are the positives found? Height over the diagonal is lift."
    )
    return _picture(chart, "Gain and lift", caption, "Cumulative gain against the share of cases called positive.")


def _cost(result: Evaluation, moving: bool, prefix: str) -> Picture | None:
    curve = _curve(result, "cost")
    if curve is None:
        return None
    top = max(0.55, float(curve.y.max()) * 1.1)
    chart = Chart(
        f"{prefix}cost",
        UNIT,
        (0, top),
        "probability-cost (0: only alarms cost, 1: only misses)",
        "normalised cost",
    )
    chart.line([0, top], [0, top], "reference", "call none or all positive")
    chart.line([1, 1 - top], [0, top], "reference")
    chart.line(curve.x, curve.y, "main", "best threshold at each mix")
    if moving:
        chart.line([], [], "now thin", "the slider's threshold", name="line")
        chart.upright(0.5, "iso", name="mix", legend="stated prevalence and costs")
        chart.point(0, 0, "now", name="now")
    low, high = (curve.facts.get(k, math.nan) for k in ("useful_from", "useful_to"))
    useful = f"useful for a probability-cost of {low:.3g} to {high:.3g}" if low == low else "useful nowhere"
    about = f"Cost curve; the model is {useful}."
    return _picture(chart, "Cost curve", "Lower is cheaper, for every prevalence and cost ratio at once.", about)


def _reliability(result: Evaluation, moving: bool, prefix: str) -> Picture | None:
    part = result.parts.get("reliability")
    return reliability(part, moving, prefix) if isinstance(part, ReliabilityCurve) else None


def reliability(part: ReliabilityCurve, moving: bool, prefix: str) -> Picture | None:
    """Observed against predicted, with bars and the band of perfect calibration."""
    if not len(part.predicted):
        return None
    chart = Chart(
        f"{prefix}reliability",
        (-MARGIN, 1 + MARGIN),
        (-MARGIN, 1 + MARGIN),
        "predicted probability",
        "observed share",
    )
    chart.x_ticks = chart.y_ticks = (0, 0.2, 0.4, 0.6, 0.8, 1)
    predicted = part.predicted.tolist()
    chart.area(predicted, part.band_low.tolist(), part.band_high.tolist(), "reference", "if perfectly calibrated")
    chart.line(UNIT, UNIT, "reference", "perfect")
    for x, low, high in zip(predicted, part.low.tolist(), part.high.tolist(), strict=True):
        chart.post(x, (low, high), "main thin")
    for x, y in zip(predicted, part.observed.tolist(), strict=True):
        chart.point(x, y, "first")
    if moving:
        chart.upright(0, "now", name="now", legend=NOW)
    rows = zip(predicted, part.observed.tolist(), part.cases.tolist(), strict=True)
    about = "; ".join(f"predicted {x:.2f}, observed {y:.2f} of {n:g} cases" for x, y, n in rows)
    caption = (
        f"Points on the diagonal: a probability means what it says. Bars: {_format.percent(part.level)} intervals."
    )
    return _picture(chart, "Calibration", caption, about)


def _decision(result: Evaluation, moving: bool, prefix: str) -> Picture | None:
    part = result.parts.get("decision")
    return decision(part, moving, prefix) if isinstance(part, DecisionCurve) else None


def decision(part: DecisionCurve, moving: bool, prefix: str) -> Picture | None:
    """Net benefit against the two rules that need no model."""
    if part.undefined or not len(part.thresholds):
        return None
    top = float(np.nanmax(np.append(part.high, part.prevalence))) * 1.05 or 1.0
    chart = Chart(f"{prefix}decision", UNIT, (-top / 4, top), "threshold probability", "net benefit a case")
    inside = [np.clip(v, -top / 4, top).tolist() for v in (part.low, part.high, part.net_benefit, part.treat_all)]
    x = part.thresholds.tolist()
    chart.area(x, inside[0], inside[1], "main")
    keep = part.treat_all > -top / 4
    chart.line(part.thresholds[keep].tolist(), part.treat_all[keep].tolist(), "second dashed", "call all positive")
    chart.line(UNIT, (0, 0), "reference", "call none positive")
    chart.line(x, inside[2], "main", "model")
    if moving:
        chart.upright(0, "now", name="now", legend=NOW)
    useful = part.useful
    range_ = f"{useful.min():.2f} to {useful.max():.2f}" if len(useful) else "nowhere"
    about = f"Decision curve; the model is worth more than both simple rules at thresholds {range_}."
    caption = (
        "True positives gained a case, false alarms charged at the odds of the threshold. Above both is useful."
    )
    return _picture(chart, "Decision curve", caption, about)


def _other(result: Evaluation) -> object:
    return next(label for label in result.labels if label != result.positive)
