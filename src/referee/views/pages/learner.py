"""A learner: its skill, splits and results, its curves along an axis, a selection, and chance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from referee import _format
from referee.core import AgainstChance, Estimate, Estimator, LearnerCurve, Selection, Skill
from referee.views.numbers import capital, metric_words, name_words, title_words, value_cells
from referee.views.page import GAP, Findings, Page, Table, below, lay_out, note, page_of
from referee.views.pages.estimate import estimate_row, estimate_table, estimate_text, p_text
from referee.views.picture import BACK, Axis, Dot, Dots, Line, Lines, Picture, Spread, dot, drawable, pictures_of
from referee.views.verdict_words import column_parts


@page_of.register
def learner_curve_page(curve: LearnerCurve) -> Page:
    """What the curve says, its table, and what to do."""
    rows = [[str(name) for name in curve.rows()[0]]]
    for x, *scores in (row.values() for row in curve.rows()):
        place = _format.count(x) if float(x).is_integer() else _format.number(x)
        rows.append([place, *map(_format.number, scores)])
    counted = f"{_format.plural(curve.fits, 'fit')}, {_format.plural(curve.repeats, 'repeat')}, seed {curve.seed}"
    return lay_out(
        f"{_format.label(curve.name)}: {metric_words(curve.metric)}",
        [GAP, curve.sentence, GAP, Table(rows, ">" * len(rows[0]))],
        below(_estimates(curve.estimates) if curve.estimates else None),
        below(curve.advice),
        [GAP, counted],
    )


@page_of.register
def selection_page(selection: Selection) -> Page:
    """The choice in a sentence, the candidates, and the winner's optimism."""
    rows = [["candidate", "mean", "sd", ""]]
    for row in selection.rows():
        mark = "chosen" if row["chosen"] else "best mean" if row["candidate"] == selection.best else ""
        numbers = [_format.number(row["mean"]), _format.number(row["sd"])]
        rows.append([_format.label(row["candidate"]), *numbers, mark])
    count = _format.plural(len(selection.candidates), "candidate")
    title = f"Selection among {count} by {metric_words(selection.metric)}"
    after = estimate_table(estimate_row(e, name) for name, e in _after_choosing(selection))
    rule = f"{selection.rule}; {_format.plural(selection.fits, 'fit')}, seed {selection.seed}"
    return lay_out(title, GAP, selection.sentence, GAP, Table(rows, "<>><"), GAP, after, GAP, rule)


def _after_choosing(selection: Selection) -> tuple[tuple[str, Estimate], ...]:
    """The winner's score as it stands and with what choosing added taken off, each with its name."""
    return (
        ("best mean as it stands", selection.apparent),
        ("corrected, BBC-CV", selection.estimate),
        ("corrected, Tibshirani", selection.corrected),
    )


@page_of.register
def chance_page(chance: AgainstChance) -> Page:
    """Whether the learner finds anything, beside simple rules, by three tests."""
    tests = [test for test in (chance.all_labels, chance.training_labels, chance.chi2) if test is not None]
    return lay_out(
        f"Against chance, by {metric_words(chance.metric)}",
        [GAP, chance.sentence, GAP, _estimates((chance.score, *chance.baselines)), GAP],
        [f"{test.name}: {p_text(test)}; null: {test.null}." for test in tests],
        [GAP, f"{_format.plural(chance.fits, 'fit')}, seed {chance.seed}"],
    )


def _estimates(estimates: Sequence[Estimate]) -> Table:
    return estimate_table(estimate_row(e, title_words(e)) for e in estimates)


@pictures_of.register
def learner_curve_pictures(curve: LearnerCurve) -> list[Picture]:
    """The score on held-out and on training cases along the axis."""
    band = curve.held_out
    if not np.isfinite(band.value).any():
        return []
    lines = [Line("held out", band.x, band.value, band.low, band.high)]
    if curve.training is not None:
        lines.append(Line("training", curve.training.x, curve.training.value, colour=1, alone=True))
    return [
        Lines(
            title=capital(curve.name),
            x=Axis(band.x_name or "x"),
            y=Axis(metric_words(curve.metric)),
            lines=tuple(lines),
            marks=() if curve.choice is None or math.isnan(curve.choice) else ((float(curve.choice), "chosen"),),
            caption=f"The shade is a pointwise {_format.percent(band.level)} band of the held-out score.",
        )
    ]


@pictures_of.register
def chance_pictures(chance: AgainstChance) -> list[Picture]:
    """The scores on permuted labels with the observed one among them, and the simple rules beside it."""
    out: list[Picture] = []
    metric = metric_words(chance.metric)
    score = chance.score
    for null, test, what in (
        (chance.null_all, chance.all_labels, "all labels"),
        (chance.null_training, chance.training_labels, "training labels"),
    ):
        values = [v for v in null if math.isfinite(v)]
        if len(values) > 1 and score.defined:
            caption = f"{_format.plural(len(values), 'draw')}, {_format.p_equals(test.p_value)}."
            title, observed = f"Permuted {what}", f"observed {_format.number(score.value)}"
            made = Spread(title=title, x_name=metric, y_name="permutations", values=values, caption=caption)
            out.append(replace(made, marks=((score.value, observed),), says=f"{title}: {caption}"))
    rows = (dot(score, "the learner"), *(dot(rule, rule.name, BACK) for rule in chance.baselines))
    caption = "Means over the same splits, without intervals: the tests say what is shown."
    beside = Dots(title="Beside simple rules", axis=metric, rows=rows, caption=caption)
    return [*out, *drawable(beside)]


@pictures_of.register
def selection_pictures(selection: Selection) -> list[Picture]:
    """The mean of each candidate with one standard deviation, and what the choice itself did to the score."""
    metric = metric_words(selection.metric)
    rows = []
    for row in selection.rows():
        mean, sd = row["mean"], row["sd"]
        name = name_words(row["candidate"]) + (" (chosen)" if row["chosen"] else "")
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
        rows=tuple(dot(e, name, 0 if e is selection.estimate else BACK) for name, e in _after_choosing(selection)),
        caption="The best of several looks better than it is; the corrected values take that off.",
    )
    return drawable(candidates, after)


@page_of.register
def skill_page(skill: Skill) -> Page:
    """The estimate, the apparent value beside it, how it was made, and what to know."""
    n = skill.results.n if skill.results is not None else skill.estimate.n
    rows = [["", "value", f"{_format.percent(skill.level)} interval", "how"]]
    rows.append(_row(skill, "true, estimated", skill.estimate))
    rows += [_row(skill, "", part) for part in skill.parts]
    rows += [_estimator_row(skill, row) for row in skill.estimators]
    rows += [] if skill.estimators else [_row(skill, "apparent", skill.apparent)]
    rows += [_row(skill, _format.label(rule.name), rule) for rule in skill.baselines]
    learner, metric = _format.label(skill.learner), metric_words(skill.metric)
    known = [estimate for estimate in (skill.estimate, *skill.parts) if estimate.note]
    splits = "" if skill.results is None else f", splits {skill.results.splits.fingerprint[:12]}"
    return lay_out(
        f"{learner}: {metric} on new cases, from {_format.plural(n, 'case')}",
        [GAP, Table(rows, "<><<"), GAP],
        f"Method {skill.method}: {skill.why}; {_format.plural(skill.fits, 'fit')}.",
        [f"{estimate.title or estimate.name}: {estimate.note}." for estimate in known],
        [note(words) for words in skill.notes],
        column_parts(skill.results.columns if skill.results is not None else ()),
        below(Findings(skill.findings)),
        [GAP, f"seed {skill.seed}{splits}"],
    )


def _how(skill: Skill, estimate: Estimate) -> str:
    """How an estimate was made: its title without that of the metric."""
    return estimate.title.removeprefix(f"{skill.title}, ")


def _row(skill: Skill, name: str, estimate: Estimate) -> list[str]:
    how = _how(skill, estimate)
    if not estimate.defined:
        how = f"{how}: {estimate.undefined}"
    elif estimate.interval is not None:
        how = f"{how}; interval by {estimate.interval.method}"
    return [name, *value_cells(estimate), how]


def _estimator_row(skill: Skill, row: Estimator) -> list[str]:
    """One of several estimators: where it errs, and why it has no interval."""
    *cells, how = _row(skill, row.name, row.estimate)
    bare = row.estimate.defined and row.estimate.interval is None
    return [*cells, f"{row.bias}; {how}{'; no interval with known coverage' if bare else ''}"]


@page_of.register
def estimator_page(row: Estimator) -> Page:
    """One estimator in two lines."""
    return lay_out(f"{row.name} ({row.bias})", estimate_text(row.estimate))


@pictures_of.register
def skill_pictures(skill: Skill) -> list[Picture]:
    """The estimate, what it was made from, and the apparent value that it must not be taken for."""
    rows = [dot(skill.estimate, f"true, {_how(skill, skill.estimate)}")]
    rows += [dot(part, _how(skill, part), BACK) for part in skill.parts]
    rows += [dot(row.estimate, f"{row.name}, {row.bias}", BACK) for row in skill.estimators]
    rows += [] if skill.estimators else [dot(skill.apparent, "apparent, on the training cases", BACK)]
    made = Dots(
        title="True against apparent",
        axis=f"{metric_words(skill.metric)} on new cases",
        rows=tuple(rows),
        caption="The apparent value is measured on the cases that the learner was trained on: it flatters.",
    )
    return drawable(made)


def estimators_picture(skills: Sequence[Skill]) -> Dots:
    """Several estimates of one metric, each with its interval, the apparent values behind them."""
    several = len({skill.learner for skill in skills}) > 1
    rows = []
    for skill in skills:
        who = f"{name_words(skill.learner)}, " if several else ""
        rows += [
            dot(skill.estimate, f"{who}true, {_how(skill, skill.estimate)}, {_format.plural(skill.fits, 'fit')}"),
            dot(skill.apparent, f"{who}apparent", BACK),
        ]
    return Dots(
        title="Estimators side by side",
        name="together",
        axis=f"{metric_words(skills[0].metric)} on new cases",
        rows=tuple(sorted(dict.fromkeys(rows), key=lambda row: -row.colour)),
        caption="Each line is an interval of its own; how far methods differ says how much to trust any of them.",
    )
