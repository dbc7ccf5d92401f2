"""Studies of a learner: curves along an axis, a selection, and chance."""

from __future__ import annotations

from referee import _format
from referee.core.chance import AgainstChance
from referee.core.estimate import Estimate
from referee.core.learnercurve import LearnerCurve
from referee.core.selection import Selection
from referee.core.testresult import TestResult
from referee.views.page import GAP, Page, Part, Table, Text
from referee.views.pages.estimate import estimate_row


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
