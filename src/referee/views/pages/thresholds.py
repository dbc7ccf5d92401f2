"""Thresholds: scores of each class in bins, measures over thresholds, those that were chosen, and lift."""

from __future__ import annotations

import math

import numpy as np

from referee import _format
from referee.core import ConfusionMatrix, CrossFit, Lift, ScoreHistogram, ThresholdChoice, ThresholdTable
from referee.views.numbers import undefined_words
from referee.views.page import Page, Table, caveats, lay_out, note, page_of
from referee.views.pages.answers import matrix_part
from referee.views.pages.curve import MOST, choose_places
from referee.views.pages.estimate import significant
from referee.views.picture import Axis, Dot, Dots, Line, Lines, Picture, drawable, pictures_of, ticks

MEASURES = 5
MOST_LINES = 6


@page_of.register
def histogram_page(histogram: ScoreHistogram) -> Page:
    """The bins with the cases of each class."""
    edges, rows = histogram.edges, [["score from", "to", "positives", "negatives"]]
    for i in choose_places(len(histogram)):
        cells = (histogram.positives[i], histogram.negatives[i])
        counts = [_format.number(c) if c != c else _format.count(c) for c in cells]
        rows.append([significant(edges[i]), significant(edges[i + 1]), *counts])
    title = f"Scores of each class in {_format.plural(len(histogram), 'bin')}"
    return _at_places(title, rows, len(histogram), "bins")


@page_of.register
def threshold_table_page(table: ThresholdTable) -> Page:
    """Counts and the first measures at some of the thresholds."""
    names = [_format.words(m.name) for m in table.measures[0][:MEASURES]] if len(table) else []
    rows = [["threshold", "TP", "FP", "FN", "TN", *names]]
    for i in choose_places(len(table)):
        (tn, fp), (fn, tp) = table.counts[i].tolist()
        values = [_format.number(m.value) for m in table.measures[i][:MEASURES]]
        rows.append([significant(table.thresholds[i], 6), *map(_format.count, (tp, fp, fn, tn)), *values])
    title = f"Measures at {_format.plural(len(table), 'threshold')} of the score"
    return _at_places(title, rows, len(table), "thresholds", table.note)


def _at_places(title: str, rows: list[list[str]], n: int, places: str, words: str = "") -> Page:
    """A table of some of n places."""
    table = Table(rows, ">" * len(rows[0])) if n else None
    return lay_out(title, table, f"{MOST} of {n} {places} are shown" if n > MOST else "", note(words))


@pictures_of.register
def histogram_pictures(
    found: ScoreHistogram, *, names: tuple[str, str] = ("positives", "negatives")
) -> list[Picture]:
    """The share of each class at each score."""
    if not len(found):
        return []
    x = np.repeat(found.edges, 2)[1:-1]
    lines = []
    for i, (counts, sign) in enumerate(((found.positives, 1), (found.negatives, -1))):
        y = sign * np.repeat(counts / (counts.sum() or 1), 2)
        lines.append(Line(names[i], x, y, np.minimum(y, 0), np.maximum(y, 0), colour=1 - i))
    low, high = float(found.edges[0]), float(found.edges[-1])
    top = 1.12 * (max(float(np.abs(line.y).max()) for line in lines) or 1.0)
    marks = tuple((v, f"{100 * abs(v):g}%") for v, _ in ticks(-top, top, 4))
    return [
        Lines(
            title="Share of each true class at each score",
            asks="Who gets which score",
            name="scores",
            x=Axis("score", (low, high)),
            y=Axis("share of the class", (-top, top), ticks=marks),
            lines=tuple(lines),
            split=True,
            guides=(Line("", np.array([low, high]), np.zeros(2)),),
            caption="The less the two overlap, the better the model ranks.",
            about=f"Histogram of scores from {low:g} to {high:g}, {names[0]} upwards, {names[1]} downwards.",
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
        name = _format.words(first.name)
        lines.append(Line(name, table.thresholds[shown], values, low, high, colour=len(lines)))
    caption = f"Shades are {_format.percent(table.level)} intervals for a threshold fixed beforehand."
    title, x, y = "Measures along the threshold", Axis("threshold"), Axis("value")
    return [Lines(title=title, x=x, y=y, lines=tuple(lines), caption=caption)]


@page_of.register
def choice_page(choice: ThresholdChoice) -> Page:
    """The threshold, what it was chosen by, and the counts there."""
    if choice.undefined:
        return Page(f"Threshold by {choice.rule}: {undefined_words(choice.undefined)}")
    at, value = significant(choice.threshold, 6), _format.number(choice.value, 4)
    listed = ", ".join(significant(t, 6) for t in choice.thresholds[:5])
    more = f" and {len(choice.thresholds) - 5} more" if len(choice.thresholds) > 5 else ""
    return lay_out(
        f"Threshold {at} by {choice.rule}: value {value}",
        "cases with a score of at least the threshold are called positive",
        None if choice.confusion is None else matrix_part(choice.confusion),
        f"as good: {listed}{more}" if len(choice.thresholds) > 1 else "",
        caveats(choice.warnings),
    )


@page_of.register
def crossfit_page(fit: CrossFit) -> Page:
    """The counts of cases that no threshold saw, and the thresholds of the parts."""
    return lay_out(
        f"Cross-fitted threshold by {fit.rule}: {_format.plural(fit.folds, 'part')}, seed {fit.seed}",
        undefined_words(fit.undefined),
        None if fit.confusion is None else matrix_part(fit.confusion),
        f"thresholds: {', '.join(significant(t, 6) for t in fit.thresholds)}" if fit.thresholds else "",
        note(fit.note),
    )


@page_of.register
def lift_page(lift: Lift) -> Page:
    """The lift, with its limits where ties leave it open."""
    title = f"The {_format.plural(lift.top, 'highest score')} ({_format.percent(round(lift.fraction, 6))} of the cases)"
    if lift.undefined:
        return lay_out(title, undefined_words(lift.undefined))
    ties = ""
    if lift.pessimistic < lift.optimistic:
        ties = f" (from {_format.number(lift.pessimistic)} to {_format.number(lift.optimistic)} as ties fall)"
    rates = f"precision {_format.number(lift.precision)}, recall {_format.number(lift.recall)}"
    return lay_out(title, f"lift {_format.number(lift.lift)}{ties}, {rates}", note(lift.note))


@pictures_of.register
def choice_pictures(choice: ThresholdChoice) -> list[Picture]:
    """The rates at the chosen threshold."""
    if choice.undefined or choice.confusion is None:
        return []
    caption = "Values on the cases that the threshold was chosen on: they flatter it."
    return [_rates(f"At the threshold {choice.threshold:.4g}", choice.confusion, caption)]


@pictures_of.register
def crossfit_pictures(fit: CrossFit) -> list[Picture]:
    """The rates of cases that no threshold saw, and the thresholds of the parts."""
    out: list[Picture] = []
    if not fit.undefined and fit.confusion is not None:
        caption = "Each case was judged by a threshold that was chosen without it."
        out.append(_rates("With cross-fitted thresholds", fit.confusion, caption))
    rows = [Dot(f"part {i + 1}", t, text=f"{t:.4g}") for i, t in enumerate(fit.thresholds) if math.isfinite(t)]
    return out + drawable(Dots(title="Threshold of each part", axis="threshold", rows=tuple(rows)))


@pictures_of.register
def lift_pictures(lift: Lift) -> list[Picture]:
    """The lift against 1, with the range that ties leave open."""
    if lift.undefined or not math.isfinite(lift.lift):
        return []
    tied = lift.pessimistic < lift.optimistic
    low, high = (lift.pessimistic, lift.optimistic) if tied else (math.nan, math.nan)
    row = Dot(f"top {_format.percent(round(lift.fraction, 6))}", lift.lift, low, high, _format.number(lift.lift))
    caption = "The line is the range that an order of tied scores can give." if tied else ""
    return [Dots(title="Lift", axis="lift", rows=(row,), marks=((1.0, "random order"),), caption=caption)]


def _rates(title: str, matrix: ConfusionMatrix, caption: str) -> Dots:
    """Sensitivity, specificity and precision of the counts, with the counts."""
    rows = []
    if matrix.positive is not None:
        table = matrix.binary()
        rates = {
            "sensitivity": (table.tp, table.tp + table.fn),
            "specificity": (table.tn, table.tn + table.fp),
            "precision": (table.tp, table.tp + table.fp),
        }
        for name, (hit, total) in rates.items():
            if total:
                text = f"{_format.number(hit / total)} ({_format.count(hit)} of {_format.count(total)})"
                rows.append(Dot(name, hit / total, text=text))
    marks = ((0.0, ""), (1.0, ""))
    return Dots(title=title, axis="share", rows=tuple(rows), marks=marks, caption=caption)
