"""Studies of a learner: curves along an axis, a selection, and chance."""

from __future__ import annotations

import math

import numpy as np

from referee import _format
from referee.core.chance import AgainstChance
from referee.core.estimate import Estimate
from referee.core.learnercurve import LearnerCurve
from referee.core.selection import Selection
from referee.core.test_result import TestResult
from referee.views.page import GAP, Page, Part, Table, Text, page_of
from referee.views.pages.estimate import estimate_row
from referee.views.picture import BACK, Axis, Dot, Dots, Line, Lines, Picture, Spread, dot, pictures_of, spread


@page_of.register
def learner_curve_page(curve: LearnerCurve) -> Page:
    """What the curve says, its table, and what to do."""
    rows = [[str(name) for name in curve.rows()[0]]]
    rows += [[_format.number(value) for value in row.values()] for row in curve.rows()]
    title = f"{_format.label(curve.name)}: {curve.metric.replace('_', ' ')}"
    parts: list[Part] = [GAP, Text(curve.sentence), GAP, Table(rows, ">" * len(rows[0]))]
    if curve.estimates:
        parts += [GAP, _estimates(curve.estimates)]
    if curve.advice:
        parts += [GAP, *(Text(line) for line in curve.advice)]
    counted = f"{_format.plural(curve.fits, 'fit')}, {_format.plural(curve.repeats, 'repeat')}, seed {curve.seed}"
    return Page(title, [*parts, GAP, Text(counted)])


@page_of.register
def selection_page(selection: Selection) -> Page:
    """The choice in a sentence, the candidates, and the winner's optimism."""
    rows = [["candidate", "mean", "sd", ""]]
    for row in selection.rows():
        mark = "chosen" if row["chosen"] else "best mean" if row["candidate"] == selection.best else ""
        rows.append(
            [_format.label(row["candidate"]), _format.number(row["mean"]), _format.number(row["sd"]), mark]
        )
    title = f"Selection among {_format.plural(len(selection.candidates), 'candidate')} by {selection.metric}"
    after = (selection.apparent, selection.estimate, selection.corrected)
    parts: list[Part] = [GAP, Text(selection.sentence), GAP, Table(rows, "<>><"), GAP, _estimates(after)]
    rule = f"{selection.rule}; {_format.plural(selection.fits, 'fit')}, seed {selection.seed}"
    return Page(title, [*parts, GAP, Text(rule)])


@page_of.register
def chance_page(chance: AgainstChance) -> Page:
    """Whether the learner finds anything, beside simple rules, by three tests."""
    parts: list[Part] = [GAP, Text(chance.sentence), GAP, _estimates((chance.score, *chance.baselines)), GAP]
    for test in (chance.all_labels, chance.training_labels, chance.chi2):
        if test is not None:
            parts.append(Text(_line(test)))
    counted = f"{_format.plural(chance.fits, 'fit')}, seed {chance.seed}"
    return Page(f"Against chance, by {chance.metric.replace('_', ' ')}", [*parts, GAP, Text(counted)])


def _estimates(estimates: tuple[Estimate, ...]) -> Table:
    rows = [["", "value", "interval", "n", "how"]]
    rows += [estimate_row(e, e.title or e.name.replace("_", " ")) for e in estimates]
    return Table(rows, "<><><")


def _line(test: TestResult) -> str:
    said = f"not applicable: {test.inapplicable}" if test.inapplicable else _format.p_equals(test.p_value)
    return f"{test.name}: {said}; null: {test.null}."


@pictures_of.register
def learner_curve_pictures(curve: LearnerCurve) -> list[Picture]:
    """The score on held-out and on training cases along the axis."""
    band = curve.held_out
    if not np.isfinite(band.value).any():
        return []
    lines = [Line("held out", band.x, band.value, band.low, band.high)]
    if curve.training is not None:
        lines.append(Line("training", curve.training.x, curve.training.value, colour=1))
    return [
        Lines(
            title=curve.name[:1].upper() + curve.name[1:],
            x=Axis(band.x_name or "x"),
            y=Axis(curve.metric.replace("_", " ")),
            lines=tuple(lines),
            marks=() if curve.choice is None or math.isnan(curve.choice) else ((float(curve.choice), "chosen"),),
            caption=f"The shade is a pointwise {_format.percent(band.level)} band of the held-out score.",
        )
    ]


@pictures_of.register
def chance_pictures(chance: AgainstChance) -> list[Picture]:
    """The scores on permuted labels with the observed one among them, and the simple rules beside it."""
    out: list[Picture] = []
    metric = chance.metric.replace("_", " ")
    score = chance.score
    for null, test, what in (
        (chance.null_all, chance.all_labels, "all labels"),
        (chance.null_training, chance.training_labels, "training labels"),
    ):
        values = [v for v in null if math.isfinite(v)]
        if len(values) > 1 and score.defined:
            edges, heights = spread(values)
            caption = f"{_format.plural(len(values), 'draw')}, {_format.p_equals(test.p_value)}."
            out.append(
                Spread(
                    title=f"Permuted {what}",
                    x_name=metric,
                    y_name="permutations",
                    edges=edges,
                    heights=heights,
                    marks=((score.value, f"observed {_format.number(score.value)}"),),
                    caption=caption,
                    says=f"Permuted {what}: {caption}",
                )
            )
    rows = (dot(score, "the learner"), *(dot(rule, rule.name, BACK) for rule in chance.baselines))
    caption = "Means over the same splits, without intervals: the tests say what is shown."
    beside = Dots(title="Beside simple rules", axis=metric, rows=rows, caption=caption)
    return out if beside.empty else [*out, beside]


@pictures_of.register
def selection_pictures(selection: Selection) -> list[Picture]:
    """The mean of each candidate with one standard deviation, and what the choice itself did to the score."""
    metric = selection.metric.replace("_", " ")
    rows = []
    for row in selection.rows():
        mean, sd = row["mean"], row["sd"]
        name = _format.label(row["candidate"], 30) + (" (chosen)" if row["chosen"] else "")
        text = f"{_format.number(mean)} ± {_format.number(sd)}"
        low, high = (mean - sd, mean + sd) if math.isfinite(sd) else (math.nan, math.nan)
        rows.append(Dot(name, mean, low, high, text, 0 if row["chosen"] else BACK))
    candidates = Dots(
        title="Candidates",
        axis=metric,
        rows=tuple(rows),
        marks=((selection.limit, "limit"),) if math.isfinite(selection.limit) else (),
        caption="Mean over the splits and one standard deviation; simple candidates first.",
    )
    after = Dots(
        title="What choosing did",
        axis=metric,
        rows=(
            dot(selection.apparent, "best mean as it stands", BACK),
            dot(selection.estimate, "corrected, BBC-CV"),
            dot(selection.corrected, "corrected, Tibshirani", BACK),
        ),
        caption="The best of several looks better than it is; the corrected values take that off.",
    )
    return [picture for picture in (candidates, after) if not picture.empty]
