"""The threshold explorer: what Python stores for each threshold, so that the script can follow prevalence and costs."""

from __future__ import annotations

import bisect
import math
from dataclasses import replace
from typing import Any

import numpy as np

from referee.core import CostMatrix, Estimate, Evaluation, Hull, ReliabilityCurve, ThresholdTable
from referee.core.types import Floats
from referee.views.numbers import name_words, percent_cells, percent_places, percent_text, share_text
from referee.views.pages.evaluation import known_measure, measure_words
from referee.views.picture import BACK, INK, UNIT, Axis, Line, Lines, Picture
from referee.views.report.page import Section, Special, figure
from referee.views.svg.lines import across_of, up_of

PREVALENCES = (
    0.001, 0.002, 0.003, 0.005, 0.007, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.07, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4,
    0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99,
)  # fmt: skip
RATIOS = (
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 10.0, 15.0, 20.0, 30.0, 50.0, 100.0, 200.0, 500.0,
)  # fmt: skip
EXPLORED = ("roc", "pr", "scores", "price", "reliability", "decision")
EXPLORE = (
    "A case is called “{}” when its score reaches the threshold. Point at any curve to read it; click to set it. With "
    "the keyboard: tab to a picture, then arrow keys. The address keeps what you see."
)
MEASURES = ("sensitivity", "specificity", "precision", "negative_predictive_value", "accuracy", "f1")
"""The shares of the panel, in its order; costs and net benefit follow."""

EXAMPLE_RATIO = 5.0
AT = "At {t}, {called} of 1,000 cases in use are called “{name}”: {tp} rightly, {fp} wrongly. {fn} are missed."
NOTE = (
    "At another prevalence than that of the test set, cases within each class are taken to be like the test cases."
)


def explorer_part(
    result: Evaluation, table: ThresholdTable, pictures: list[Picture]
) -> tuple[dict[str, Any], Section]:
    """What the script of the explorer reads, and its part of the page, which shows the start where scripts are off."""
    facts = explorer(result, table)
    shown = {p.name: p for p in (*pictures, price_picture(table, facts))}
    for p in shown.values():
        if isinstance(p, Lines):
            lines = [line for line in p.lines if not line.undefined and len(line.x)]
            facts["charts"][p.name] = {"x": across_of(p, lines), "y": up_of(p, lines, p.guides)}
    positive, other, start = name_words(result.positive), name_words(table.labels[0]), facts["start"]
    cost = cost_rows(table, facts["share"], facts["ratios"][facts["knobs"][2]["at"]])[start]
    names = [
        *(measure_words(name, positive, other) for name in MEASURES),
        "cost per 1,000",
        "net benefit per 1,000",
    ]
    cells = [*facts["own"][start], (f"{math.floor(cost + 0.5):,}", ""), ("", "")]
    last = len(cells) if facts["probable"] else -1
    exact = 1000 * table.counts[start].astype(float).ravel() / table.counts[start].sum()
    whole = np.floor(exact).astype(int)
    whole[np.argsort(whole - exact, kind="stable")[: 1000 - int(whole.sum())]] += 1  # so that they add up
    counts = dict(zip(("tn", "fp", "fn", "tp"), whole.tolist(), strict=True))
    called = {"name": facts["name"], "t": facts["knobs"][0]["texts"][start], "called": counts["tp"] + counts["fp"]}
    found = (("tp", f"{positive}, found"), ("fn", f"{positive}, missed"))
    fields = (*found, ("fp", f"{other}, false alarm"), ("tn", f"{other}, cleared"))
    words = {
        "at": AT.format(**called, **counts),
        "fields": fields,
        "counts": [counts[kind] for kind, _ in fields],
        "strip": ["finds", "clears", "alarms right"],
        "note": table.note or NOTE,
    }
    drawn = [figure(_in_ink(shown[name], result)) for name in EXPLORED if name in shown]
    panel = {"data": facts, "figures": drawn, "measures": names[:last], "cells": cells[:last], "words": words}
    lead = EXPLORE.format(positive)
    return facts, Section("explore", "Explore the threshold", [Special("explorer", panel)], lead, "Explore")


def _in_ink(picture: Picture, result: Evaluation) -> Picture:
    """A picture of the explorer: the model in ink, without what the panel says or only experts read."""
    if not isinstance(picture, Lines) or picture.name == "scores":
        return picture
    kept = [line for line in picture.lines if not (picture.name == "roc" and line.colour == INK)]
    lines = tuple(replace(line, colour=INK, fact="") if line.colour == 0 else line for line in kept)
    names = {"roc": ("area", "roc_auc"), "pr": ("average precision", "average_precision")}
    word, metric = names.get(picture.name, ("", ""))
    m = known_measure(result, metric) if metric else None
    title = picture.title if m is None else f"{picture.title}, {word} {share_text(m)}"
    return replace(picture, lines=lines, title=title, caption="" if metric else picture.caption)


def explorer(result: Evaluation, table: ThresholdTable) -> dict[str, Any]:
    """Everything the page needs to follow its sliders: texts, places and limits, one entry for each threshold.

    `charts`, the ends of the axes of pictures by name, is filled where they are chosen.
    """
    counts = table.counts.astype(float)
    totals = counts.sum(axis=2)
    share = float(totals[0, 1] / totals[0].sum())
    prevalences, prevalence = _steps(PREVALENCES, (share, _stated_prevalence(result)))
    ratios, ratio = _steps(RATIOS, (1.0, stated_ratio(result)))
    start = start_row(result, table)
    positive = name_words(table.labels[1])
    texts = [threshold_text(t) for t in table.thresholds.tolist()]
    hull, bins = result.parts.get("hull"), result.parts.get("reliability")
    points = (bins.predicted, bins.observed, bins.low, bins.high) if isinstance(bins, ReliabilityCurve) else ()
    measures = [{m.name: m for m in row} for row in table.measures]
    shares = [f"{percent_text(p, _places(p))}{' (test set)' if p == share else ''}" for p in prevalences]
    prices = [f"{r:g} false alarm{'' if r <= 1 else 's'}" for r in ratios]
    knobs = (
        ("threshold", "Threshold", texts, start, ("calls few", "calls many")),
        ("prevalence", f"{positive} among cases in use", shares, prevalence, ("rare", "common")),
        ("ratio", "A miss costs as much as", prices, ratio, ("alarms cost more", "misses cost more")),
    )
    return {
        "start": start,
        "knobs": [dict(zip(("name", "label", "texts", "at", "ends"), knob, strict=True)) for knob in knobs],
        "t": _numbers(table.thresholds),
        "recalls": [(counts[:, k, k] / totals[:, k]).tolist() for k in (1, 0)],
        "limits": None if table.recalls is None else [table.recalls[:, k].tolist() for k in (1, 0)],
        "ratioLimits": None if table.ratios is None else [[*map(_numbers, table.ratios[:, k])] for k in (1, 0)],
        "own": [[_cell(row[name]) for name in MEASURES] for row in measures],
        "share": share,
        "prevalences": prevalences,
        "ratios": ratios,
        "hull": [_row(table, t) for t in hull.thresholds.tolist()] if isinstance(hull, Hull) else [],
        "probable": "decision" in result.parts,
        "bins": [_numbers(values) for values in points],
        "charts": {},
        "says": AT,
        "name": positive,
    }


def _cell(measure: Estimate) -> tuple[str, str]:
    """The value and the interval of a measure as text, or why there is none."""
    value, span = percent_cells(measure)
    return value, span if measure.defined else f"undefined: {measure.undefined}"


def _places(share: float) -> int:
    """Decimals that a prevalence needs in percent."""
    return max(0, min(2, -math.floor(math.log10(share) + 2 + 1e-9)))


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


def _numbers(values: Any) -> list[float | None]:
    """Numbers for JSON, none for what is not finite."""
    return [float(v) if math.isfinite(v) else None for v in values]


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
