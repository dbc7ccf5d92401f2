"""Scores of each class in bins, and measures over thresholds."""

from __future__ import annotations

from referee import _format
from referee.core.histogram import ScoreHistogram
from referee.core.thresholds import ThresholdTable
from referee.views.page import Page, Part, Table, Text
from referee.views.pages.curve import MOST, chosen
from referee.views.pages.estimate import significant

MEASURES = 5


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
