"""The threshold explorer: what Python stores for each threshold, so that the script can follow prevalence and costs."""

from __future__ import annotations

import bisect
import math
from typing import Any

import numpy as np

from referee import _format
from referee.core import CostMatrix, Estimate, Evaluation, Hull, ReliabilityCurve, ThresholdTable
from referee.core.types import Floats
from referee.views.numbers import name_words, percent_cells, percent_places, percent_text
from referee.views.picture import BACK, UNIT, Axis, Line, Lines, Picture
from referee.views.svg.lines import across_of, up_of

PREVALENCES = (
    0.001, 0.002, 0.003, 0.005, 0.007, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.07, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4,
    0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99,
)  # fmt: skip
RATIOS = (
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 10.0, 15.0, 20.0, 30.0, 50.0, 100.0, 200.0, 500.0,
)  # fmt: skip
MEASURES = ("sensitivity", "specificity", "precision", "negative_predictive_value", "accuracy", "f1")
"""The shares of the panel, in its order; costs and net benefit follow."""

EXAMPLE_RATIO = 5.0
AT = "At {t}, {called} of 1,000 cases in use are called “{name}”: {tp} rightly, {fp} wrongly. {fn} are missed."
NOTE = (
    "At another prevalence than that of the test set, cases within each class are taken to be like the test cases."
)


def measure_words(name: str, positive: str, other: str) -> str:
    """A measure in plain words, about these two classes.

    >>> measure_words("precision", "ill", "well")
    'right when “ill”'
    """
    words = {
        "accuracy": "right overall",
        "sensitivity": f"finds {positive}",
        "specificity": f"clears {other}",
        "precision": f"right when “{positive}”",
        "negative_predictive_value": f"right when “{other}”",
        "roc_auc": "ranks a pair right",
        "hand_till": "ranks a pair right",
        "balanced_accuracy": "right per class, on average",
        "f1": "F1",
    }
    return words.get(name, _format.words(name))


def explorer(result: Evaluation, table: ThresholdTable, pictures: list[Picture]) -> dict[str, Any]:
    """Everything the page needs to follow its sliders: texts, places and limits, one entry for each threshold."""
    counts = table.counts.astype(float)
    totals = counts.sum(axis=2)
    share = float(totals[0, 1] / totals[0].sum())
    prevalences, prevalence = _steps(PREVALENCES, (share, _stated_prevalence(result)))
    ratios, ratio = _steps(RATIOS, (1.0, stated_ratio(result)))
    start = start_row(result, table)
    positive = name_words(table.labels[1])
    texts = [threshold_text(t) for t in table.thresholds.tolist()]
    hull = result.parts.get("hull")
    return {
        "start": start,
        "knobs": [
            _knob("threshold", "Threshold", texts, start, "calls few", "calls many"),
            _knob(
                "prevalence",
                f"{positive} among cases in use",
                [_share_words(p) + (" (test set)" if p == share else "") for p in prevalences],
                prevalence,
                "rare",
                "common",
            ),
            _knob(
                "ratio",
                "A miss costs as much as",
                [f"{r:g} false alarm{'' if r <= 1 else 's'}" for r in ratios],
                ratio,
                "alarms cost more",
                "misses cost more",
            ),
        ],
        "t": _numbers(table.thresholds),
        "recalls": [(counts[:, k, k] / totals[:, k]).tolist() for k in (1, 0)],
        "limits": None if table.recalls is None else [table.recalls[:, k].tolist() for k in (1, 0)],
        "ratioLimits": None if table.ratios is None else [_ends(table.ratios[:, k]) for k in (1, 0)],
        "own": [[_cell(_of(table, i, name)) for name in MEASURES] for i in range(len(table))],
        "share": share,
        "prevalences": prevalences,
        "ratios": ratios,
        "hull": [_row(table, t) for t in hull.thresholds.tolist()] if isinstance(hull, Hull) else [],
        "probable": "decision" in result.parts,
        "bins": _bins(result.parts.get("reliability")),
        "charts": {p.name: _axes(p) for p in pictures if isinstance(p, Lines)},
        "says": AT,
        "name": positive,
    }


def _knob(name: str, label: str, texts: list[str], at: int, *ends: str) -> dict[str, Any]:
    return {"name": name, "label": label, "texts": texts, "at": at, "ends": ends}


def _of(table: ThresholdTable, i: int, name: str) -> Estimate:
    return next(m for m in table.measures[i] if m.name == name)


def _cell(measure: Estimate) -> tuple[str, str]:
    """The value and the interval of a measure as text, or why there is none."""
    value, span = percent_cells(measure)
    return value, span if measure.defined else f"undefined: {measure.undefined}"


def _share_words(share: float) -> str:
    return percent_text(share, max(0, min(2, -math.floor(math.log10(share) + 2 + 1e-9))))


def start_row(result: Evaluation, table: ThresholdTable) -> int:
    """Where the slider starts: at the evaluated classes, the threshold that costs ask for, 1/2, or the best J."""
    matrix = result.confusion
    if matrix is not None and matrix.positive is not None and not matrix.weighted:
        same = (table.counts == matrix.binary().counts).all(axis=(1, 2))
        if same.any():
            return int(same.argmax())
    choice = getattr(result.parts.get("threshold"), "threshold", math.nan)
    finite = table.thresholds[np.isfinite(table.thresholds)]
    if math.isnan(choice) and len(finite) and finite.min() >= 0 and finite.max() <= 1:
        choice = 0.5
    if not math.isnan(choice):
        return _row(table, choice)
    counts = table.counts
    return int((counts[:, 1, 1] / counts[:, 1].sum(axis=1) - counts[:, 0, 1] / counts[:, 0].sum(axis=1)).argmax())


def cost_rows(table: ThresholdTable, prevalence: float, ratio: float) -> Floats:
    """Costs of 1,000 cases in use at each threshold, a false alarm costing 1."""
    counts = table.counts.astype(float)
    missed, alarmed = (counts[:, k, 1 - k] / counts[:, k].sum(axis=1) for k in (1, 0))
    return np.asarray(1000 * (prevalence * ratio * missed + (1 - prevalence) * alarmed))


def price_picture(table: ThresholdTable, data: dict[str, Any]) -> Lines:
    """What each threshold costs where the sliders start; calling nobody or everybody are the rules to beat."""
    p, ratio = data["prevalences"][data["knobs"][1]["at"]], data["ratios"][data["knobs"][2]["at"]]
    known = np.isfinite(table.thresholds)
    x, y = table.thresholds[known], cost_rows(table, p, ratio)[known]
    ends = (0.0, 1.0) if len(x) and x.min() >= 0 and x.max() <= 1 else None
    rules = {"calling nobody": 1000 * p * ratio, "calling everybody": 1000 * (1 - p)}
    span = np.array(ends) if ends else (np.array([x.min(), x.max()]) if len(x) else UNIT)
    return Lines(
        title="Cost of 1,000 cases in use, in false alarms",
        asks="What each threshold costs",
        name="price",
        plane="price",
        x=Axis("threshold", ends),
        y=Axis("cost", (0.0, 1.1 * max(1e-9, min(max(rules.values()), 2 * min(rules.values())), *y.tolist()))),
        lines=(Line("", x, y), *(Line(name, span, np.full(2, v), colour=BACK) for name, v in rules.items())),
        caption="",
        about="The costs follow the sliders of prevalence and of what a miss costs.",
    )


def threshold_text(value: float) -> str:
    """A threshold for reading."""
    if not math.isfinite(value):
        return "below all scores" if value < 0 else "above all scores"
    return f"{value:.4g}"


def _row(table: ThresholdTable, threshold: float) -> int:
    """The row with the same counts as a threshold: the lowest threshold of the table that is not below it."""
    return max(0, int((~(table.thresholds < threshold)).sum()) - 1)


def _steps(values: tuple[float, ...], extra: tuple[float, ...]) -> tuple[list[float], int]:
    """The steps of a slider with some values among them, and the place of the last of these that is a number."""
    real = [v for v in extra if math.isfinite(v) and v > 0]
    steps = sorted({*values, *real})
    return steps, bisect.bisect_left(steps, real[-1])


def _stated_prevalence(result: Evaluation) -> float:
    try:
        value = float(result.prevalence)
    except ValueError:
        return math.nan
    return value if 0 < value < 1 else math.nan


def stated_ratio(result: Evaluation) -> float:
    """Cost of a miss over that of a false alarm, each beyond that of the right answer; NaN without costs."""
    part = result.parts.get("costs")
    if not isinstance(part, CostMatrix):
        return math.nan
    (tn, fp), (fn, tp) = part.values.tolist()
    return (fn - tp) / (fp - tn) if fp > tn and fn > tp else math.nan


def _bins(curve: Any) -> list[list[float | None]]:
    """The points of a calibration picture: predicted, observed and its limits."""
    if not isinstance(curve, ReliabilityCurve):
        return []
    return [_numbers(v) for v in (curve.predicted, curve.observed, curve.low, curve.high)]


def _axes(picture: Lines) -> dict[str, tuple[float, float]]:
    lines = [line for line in picture.lines if not line.undefined and len(line.x)]
    return {"x": across_of(picture, lines), "y": up_of(picture, lines, picture.guides)}


def _ends(limits: Floats) -> list[list[float | None]]:
    return [[v if math.isfinite(v) else None for v in pair] for pair in limits.tolist()]


def _numbers(values: Any) -> list[float | None]:
    """Numbers for JSON, none for what is not finite."""
    return [float(v) if math.isfinite(v) else None for v in values]


def cells_at(table: ThresholdTable, data: dict[str, Any]) -> list[tuple[str, str]]:
    """The cells of the panel where the sliders start, for a page without scripts."""
    ratio = data["ratios"][data["knobs"][2]["at"]]
    cost = cost_rows(table, data["share"], ratio)[data["start"]]
    out = [*data["own"][data["start"]], (f"{math.floor(cost + 0.5):,}", "")]
    return [*out, ("", "")] if data["probable"] else out


def points_of(table: ThresholdTable, i: int) -> dict[str, int]:
    """How many of 1,000 cases fall into each field of the confusion matrix, rounded so that they add up."""
    exact = 1000 * table.counts[i].astype(float).ravel() / table.counts[i].sum()
    whole = np.floor(exact).astype(int)
    for k in np.argsort(whole - exact, kind="stable")[: 1000 - int(whole.sum())]:
        whole[k] += 1
    return dict(zip(("tn", "fp", "fn", "tp"), whole.tolist(), strict=True))


def precision_at(table: ThresholdTable, i: int, prevalence: float) -> str:
    """Precision at a threshold and a prevalence with its limits, as text; nothing when nobody is called."""
    counts = table.counts[i].astype(float)
    tpr, fpr = counts[1, 1] / counts[1].sum(), counts[0, 1] / counts[0].sum()
    if not tpr:
        return ""
    odds = (1 - prevalence) / prevalence
    value = 1 / (1 + odds * fpr / tpr)
    if table.ratios is None:
        return percent_text(value)
    least, most = table.ratios[i, 1].tolist()
    low, high = 1 / (1 + odds * most), 1 / (1 + odds * least)
    places = percent_places(high - low)
    return f"{percent_text(value, places)} [{percent_text(low, places)}, {percent_text(high, places)}]"
