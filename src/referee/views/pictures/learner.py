"""A learner: its skill, its curves, chance, and a choice among several."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from referee import _format
from referee.core.chance import AgainstChance
from referee.core.learnercurve import LearnerCurve
from referee.core.selection import Selection
from referee.core.skill import Skill
from referee.core.validation import Validation
from referee.views.picture import Dot, Dots, Line, Lines, Picture, Spread, dot, spread


def skill_pictures(skill: Skill) -> list[Picture]:
    """The estimate, what it was made from, and the apparent value that it must not be taken for."""
    rows = [dot(skill.estimate, f"true, by {skill.method}")]
    rows += [dot(part, part.title.partition(", ")[2] or part.title, 1) for part in skill.parts]
    rows.append(dot(skill.apparent, "apparent, on the training cases", 1))
    if not any(row.ends for row in rows):
        return []
    metric = skill.metric.replace("_", " ")
    caption = "The apparent value is measured on the cases that the learner was trained on: it flatters."
    return [Dots("True against apparent", f"{metric} on new cases", tuple(rows), (), caption)]


def side_by_side(skills: Sequence[Skill]) -> Dots | None:
    """Several estimates of one metric, each with its interval, the apparent values behind them."""
    several = len({skill.learner for skill in skills}) > 1
    rows = []
    for skill in skills:
        who = f"{_format.label(skill.learner, 24)}, " if several else ""
        rows += [
            dot(skill.estimate, f"{who}true, by {skill.method}"),
            dot(skill.apparent, f"{who}apparent", 1),
        ]
    rows = sorted(dict.fromkeys(rows), key=lambda row: row.kind)
    metric = skills[0].metric.replace("_", " ")
    caption = "Each line is an interval of its own; how far methods differ says how much to trust any of them."
    if not any(row.ends for row in rows):
        return None
    return Dots("Estimators side by side", f"{metric} on new cases", tuple(rows), (), caption)


def learner_curve_pictures(curve: LearnerCurve) -> list[Picture]:
    """The score on held-out and on training cases along the axis."""
    band = curve.held_out
    if not np.isfinite(band.value).any():
        return []
    lines = [Line("held out", band.x, band.value, band.low, band.high)]
    if curve.training is not None:
        lines.append(Line("training", curve.training.x, curve.training.value))
    marks = () if curve.choice is None or math.isnan(curve.choice) else ((float(curve.choice), "chosen"),)
    caption = f"The shade is a pointwise {_format.percent(band.level)} band of the held-out score."
    name = curve.name[:1].upper() + curve.name[1:]
    metric = curve.metric.replace("_", " ")
    return [Lines(name, band.x_name or "x", metric, tuple(lines), marks, None, caption)]


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
            marks = ((score.value, f"observed {_format.number(score.value)}"),)
            out.append(Spread(f"Permuted {what}", metric, "permutations", edges, heights, marks, caption))
    rows = [dot(score, "the learner"), *(dot(rule, rule.name, 1) for rule in chance.baselines)]
    if any(row.ends for row in rows):
        caption = "Means over the same splits, without intervals: the tests say what is shown."
        out.append(Dots("Beside simple rules", metric, tuple(rows), (), caption))
    return out


def selection_pictures(selection: Selection) -> list[Picture]:
    """The mean of each candidate with one standard deviation, and what the choice itself did to the score."""
    metric = selection.metric.replace("_", " ")
    rows = []
    for row in selection.rows():
        mean, sd = row["mean"], row["sd"]
        name = _format.label(row["candidate"], 30) + (" (chosen)" if row["chosen"] else "")
        text = f"{_format.number(mean)} ± {_format.number(sd)}"
        low, high = (mean - sd, mean + sd) if math.isfinite(sd) else (math.nan, math.nan)
        rows.append(Dot(name, mean, low, high, text, int(not row["chosen"])))
    marks = ((selection.limit, "limit"),) if math.isfinite(selection.limit) else ()
    after = (selection.apparent, selection.estimate, selection.corrected)
    out: list[Picture] = []
    if any(row.ends for row in rows):
        caption = "Mean over the splits and one standard deviation; simple candidates first."
        out.append(Dots("Candidates", metric, tuple(rows), marks, caption))
    if any(m.defined for m in after):
        caption = "The best of several looks better than it is; the corrected values take that off."
        names = ("best mean as it stands", "corrected, BBC-CV", "corrected, Tibshirani")
        made = tuple(dot(m, name, int(i != 1)) for i, (m, name) in enumerate(zip(after, names, strict=True)))
        out.append(Dots("What choosing did", metric, made, (), caption))
    return out


def validation_pictures(found: Validation) -> list[Picture]:
    """The measured false alarms, and the measured coverage, each against what was promised."""
    out: list[Picture] = []
    if found.size.defined:
        row = dot(found.size, f"false alarms of {_format.label(found.test, 40)}")
        marks = ((found.nominal, f"promised {found.nominal:g}"),)
        out.append(Dots("False alarms", "share of null worlds in which the test rejects", (row,), marks))
    rows = tuple(
        dot(share, name)
        for name, share in (("this model", found.covers_model), ("the learner", found.covers_learner))
        if share is not None and share.defined
    )
    if rows:
        marks = ((found.level, f"promised {found.level:g}"),)
        out.append(Dots("Coverage of the interval", "share of subsamples whose interval holds it", rows, marks))
    return out
