"""Scores of each class in bins, and measures over thresholds."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.core.histogram import ScoreHistogram
from referee.core.thresholds import ThresholdTable
from referee.views.page import Page, Part, Table, Text, page_of
from referee.views.pages.curve import MOST, chosen
from referee.views.pages.estimate import significant
from referee.views.picture import Axis, Line, Lines, Picture, pictures_of

MEASURES = 5
MOST_LINES = 6


@page_of.register
def histogram_page(histogram: ScoreHistogram) -> Page:
    """The bins with the cases of each class."""
    bins = len(histogram)
    edges, rows = histogram.edges, [["score from", "to", "positives", "negatives"]]
    for i in chosen(bins).tolist() if bins else ():
        cells = (histogram.positives[i], histogram.negatives[i])
        counts = [_format.number(c) if c != c else _format.count(c) for c in cells]
        rows.append([significant(edges[i]), significant(edges[i + 1]), *counts])
    parts: list[Part] = [Table(rows, ">>>>")] if bins else []
    if bins > MOST:
        parts.append(Text(f"{MOST} of {bins} bins are shown"))
    return Page(f"Scores of each class in {_format.plural(bins, 'bin')}", parts)


@page_of.register
def threshold_table_page(table: ThresholdTable) -> Page:
    """Counts and the first measures at some of the thresholds."""
    names = [m.name.replace("_", " ") for m in table.measures[0][:MEASURES]] if len(table) else []
    rows = [["threshold", "TP", "FP", "FN", "TN", *names]]
    for i in chosen(len(table)).tolist() if len(table) else ():
        (tn, fp), (fn, tp) = table.counts[i].tolist()
        cells = [_format.count(c) for c in (tp, fp, fn, tn)]
        values = [_format.number(m.value) for m in table.measures[i][:MEASURES]]
        rows.append([significant(table.thresholds[i], 6), *cells, *values])
    parts: list[Part] = [Table(rows, ">" * len(rows[0]))] if len(table) else []
    if len(table) > MOST:
        parts.append(Text(f"{MOST} of {len(table)} thresholds are shown"))
    if table.note:
        parts.append(Text(f"Note: {table.note}."))
    return Page(f"Measures at {_format.plural(len(table), 'threshold')} of the score", parts)


@pictures_of.register
def histogram_pictures(
    found: ScoreHistogram, *, names: tuple[str, str] = ("positives", "negatives")
) -> list[Picture]:
    """The share of each class at each score."""
    if not len(found):
        return []
    x = np.repeat(found.edges, 2)[1:-1]
    lines = []
    for i, counts in enumerate((found.positives, found.negatives)):
        total = counts.sum()
        y = np.repeat(counts / total if total else counts, 2)
        lines.append(Line(names[i], x, y, np.zeros_like(y), y, colour=i))
    low, high = float(found.edges[0]), float(found.edges[-1])
    return [
        Lines(
            title="Scores by true class",
            name="scores",
            x=Axis("score", (low, high)),
            y=Axis("share of the class", (0.0, 1.05 * (max(float(line.y.max()) for line in lines) or 1.0))),
            lines=tuple(lines),
            caption="The less the two overlap, the better the model ranks.",
            about=f"Histogram of scores from {low:g} to {high:g}, one outline for each true class.",
        )
    ]


@pictures_of.register
def threshold_table_pictures(table: ThresholdTable) -> list[Picture]:
    """The measures from 0 to 1 along the threshold, each with its interval."""
    shown = np.isfinite(table.thresholds)
    if not shown.any():
        return []
    lines: list[Line] = []
    for i, first in enumerate(table.measures[0]):
        column = [row[i] for row, keep in zip(table.measures, shown, strict=True) if keep]
        values = np.array([m.value for m in column])
        if len(lines) == MOST_LINES or not np.isfinite(values).any() or np.nanmax(np.abs(values)) > 1:
            continue
        low, high = np.array([(np.nan, np.nan) if m.interval is None else tuple(m.interval) for m in column]).T
        lines.append(
            Line(first.name.replace("_", " "), table.thresholds[shown], values, low, high, colour=len(lines))
        )
    return [
        Lines(
            title="Measures along the threshold",
            x=Axis("threshold"),
            y=Axis("value"),
            lines=tuple(lines),
            caption=f"Shades are {_format.percent(table.level)} intervals for a threshold fixed beforehand.",
        )
    ]
