"""The threshold explorer: what the script looks up, written out for each threshold."""

from __future__ import annotations

import bisect
import math
from typing import Any

import numpy as np

from referee import _format
from referee.core import CostMatrix, Estimate, Evaluation, Hull, ThresholdTable
from referee.views.numbers import value_cells
from referee.views.picture import Lines
from referee.views.svg.drawn import Live, scale_of

PREVALENCES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
RATIOS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)

_NOW = "threshold of the slider"
_POINT, _UPRIGHT = Live("now", "circle", "now", _NOW), Live("now", "upright", "now", _NOW)
LIVE: dict[str, tuple[Live, ...]] = {
    "roc": (
        Live("iso", "line", "iso", "line of equal cost"),
        Live("best", "diamond", "best", "cheapest point"),
        _POINT,
    ),
    "pr": (_POINT,),
    "gain": (_POINT,),
    "scores": (_UPRIGHT,),
    "reliability": (_UPRIGHT,),
    "decision": (_UPRIGHT,),
    "cost": (
        Live("line", "line", "now thin", "the slider's threshold"),
        Live("mix", "upright", "iso", "stated prevalence and costs"),
        Live("now", "circle", "now"),
    ),
}
"""What follows the sliders in each picture, by its name."""


def explorer(result: Evaluation, table: ThresholdTable, charts: list[Lines]) -> dict[str, Any]:
    """Everything the page needs to follow its sliders: texts and places, one entry a threshold."""
    counts = table.counts.astype(float)
    positives, negatives = counts[:, 1].sum(axis=1), counts[:, 0].sum(axis=1)
    called = counts[:, :, 1].sum(axis=1)
    share = float(positives[0] / (positives[0] + negatives[0]))
    prevalences, prevalence = _steps(PREVALENCES, (share, _stated_prevalence(result)))
    ratios, ratio = _steps(RATIOS, (1.0, _ratio(result)))
    hull = result.parts.get("hull")
    vertices = hull.thresholds.tolist() if isinstance(hull, Hull) else []
    with np.errstate(invalid="ignore"):
        precision = counts[:, 1, 1] / called
    return {
        "start": start(result, table),
        "thresholds": [_threshold(t) for t in table.thresholds],
        "place": _numbers(table.thresholds),
        "counts": [[_format.count(c) for c in row] for row in table.counts.reshape(-1, 4).tolist()],
        "totals": [[_format.count(c) for c in row] for row in counts.sum(axis=1).tolist()],
        "cells": [[_cell(m) for m in row] for row in table.measures],
        "says": [_says(table, i) for i in range(len(table))],
        "fpr": _numbers(counts[:, 0, 1] / negatives),
        "tpr": _numbers(counts[:, 1, 1] / positives),
        "precision": _numbers(precision),
        "called": _numbers(called / (positives + negatives)),
        "hull": [_numbers(hull.fpr), _numbers(hull.tpr)] if isinstance(hull, Hull) else [],
        "hullThresholds": [_threshold(t) for t in vertices],
        "hullRows": [_row(table, t) for t in vertices],
        "prevalences": prevalences,
        "prevalenceTexts": [f"{p:.4g}" + (" (test set)" if p == share else "") for p in prevalences],
        "prevalence": prevalence,
        "ratios": ratios,
        "ratioTexts": [f"{r:.4g}" for r in ratios],
        "ratio": ratio,
        "charts": {picture.name: scale_of(picture) for picture in charts},
    }


def start(result: Evaluation, table: ThresholdTable) -> int:
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


def _ratio(result: Evaluation) -> float:
    """Cost of a miss over that of a false alarm, each beyond that of the right answer."""
    part = result.parts.get("costs")
    if not isinstance(part, CostMatrix):
        return math.nan
    (tn, fp), (fn, tp) = part.values.tolist()
    return (fn - tp) / (fp - tn) if fp > tn and fn > tp else math.nan


def _threshold(value: float) -> str:
    if not math.isfinite(value):
        return "below all scores" if value < 0 else "above all scores"
    return f"{value:.4g}"


def _cell(measure: Estimate) -> tuple[str, str]:
    """The value and the interval of a measure as text, or why there is none."""
    value, span = value_cells(measure, 3)
    return value, span if measure.defined else f"undefined: {measure.undefined}"


def _says(table: ThresholdTable, i: int) -> str:
    """What happens at a threshold, in a sentence."""
    (_, fp), (fn, tp) = table.counts[i].tolist()
    name = _format.label(table.labels[1], 24)
    n = table.counts[i].sum().item()
    at = _threshold(table.thresholds[i])
    where = f"At a score of {at} or more" if math.isfinite(table.thresholds[i]) else f"With a threshold {at}"
    return (
        f"{where}, {_format.count(tp + fp)} of {_format.plural(n, 'case')} are called {name}: "
        f"{_format.count(tp)} rightly and {_format.count(fp)} wrongly; {_format.plural(fn, 'case')} of {name} "
        f"{'is' if fn == 1 else 'are'} missed."
    )


def _numbers(values: Any) -> list[float | None]:
    """Numbers for JSON: five decimals, none for what is not finite."""
    return [round(float(v), 6) if math.isfinite(v) else None for v in values]
