"""A learner's skill, its splits and its results."""

from __future__ import annotations

from collections.abc import Sequence

from referee import _format
from referee.core.estimate import Estimate
from referee.core.results import Results
from referee.core.skill import Skill
from referee.core.splits import Splits
from referee.views.numbers import value_cells
from referee.views.page import GAP, Findings, Page, Part, Table, Text, page_of
from referee.views.picture import BACK, Dots, Picture, dot, pictures_of


@page_of.register
def skill_page(skill: Skill) -> Page:
    """The estimate, the apparent value beside it, how it was made, and what to know."""
    n = skill.results.n if skill.results is not None else skill.estimate.n
    title = f"{_format.label(skill.learner)}: {skill.metric.replace('_', ' ')} on new cases, from "
    rows = [["", "value", f"{_format.percent(skill.level)} interval", "how"]]
    rows.append(_row("true, estimated", skill.estimate))
    rows += [_row("", part) for part in skill.parts]
    rows.append(_row("apparent", skill.apparent))
    rows += [_row(_format.label(rule.name), rule) for rule in skill.baselines]
    parts: list[Part] = [GAP, Table(rows, "<><<"), GAP]
    parts.append(Text(f"Method {skill.method}: {skill.why}; {_format.plural(skill.fits, 'fit')}."))
    for estimate in (skill.estimate, *skill.parts):
        if estimate.note:
            parts.append(Text(f"{estimate.title or estimate.name}: {estimate.note}."))
    parts += [Text(f"Note: {note}.") for note in skill.notes]
    if skill.findings:
        parts += [GAP, Findings(skill.findings)]
    shown = f"seed {skill.seed}"
    if skill.results is not None:
        shown += f", splits {skill.results.splits.fingerprint[:12]}"
    return Page(f"{title}{_format.plural(n, 'case')}", [*parts, GAP, Text(shown)])


def _row(name: str, estimate: Estimate) -> list[str]:
    how = estimate.title.partition(", ")[2] or estimate.title
    if not estimate.defined:
        how = f"{how}: {estimate.undefined}"
    elif estimate.interval is not None:
        how = f"{how}; interval by {estimate.interval.method}"
    return [name, *value_cells(estimate), how]


@page_of.register
def splits_page(splits: Splits) -> Page:
    """What kind, how many, how large the parts are."""
    trains = [len(splits.train(i)) for i in range(len(splits))]
    tests = [len(test) for test in splits.tests]
    seed = "" if splits.seed is None else f", seed {splits.seed}"
    title = f"{splits.kind}: {_format.plural(len(splits), 'split')} of {_format.plural(splits.n, 'case')}"
    line = f"train {_range(trains)}, test {_range(tests)}{seed}, fingerprint {splits.fingerprint[:12]}"
    return Page(title, [Text(line)])


@page_of.register
def results_page(results: Results) -> Page:
    """Whose predictions, on how many splits, and what failed."""
    done = f"{len(results.finished)} of {_format.plural(len(results.splits), 'split')} ({results.splits.kind})"
    title = f"{_format.label(results.learner)}: predictions on {done}, {_format.plural(results.n, 'case')}"
    parts: list[Part] = []
    for i, why in results.failures[:5]:
        where = f"split {i}" if i >= 0 else "all cases"
        parts.append(Text(f"! {where}: {_format.label(why, 160)}"))
    if len(results.failures) > 5:
        parts.append(Text(f"and {len(results.failures) - 5} more failures: see .failures"))
    return Page(title, parts)


def _range(sizes: list[int]) -> str:
    low, high = min(sizes), max(sizes)
    return _format.count(low) if low == high else f"{_format.count(low)} to {_format.count(high)}"


@pictures_of.register
def skill_pictures(skill: Skill) -> list[Picture]:
    """The estimate, what it was made from, and the apparent value that it must not be taken for."""
    rows = [dot(skill.estimate, f"true, by {skill.method}")]
    rows += [dot(part, part.title.partition(", ")[2] or part.title, BACK) for part in skill.parts]
    rows.append(dot(skill.apparent, "apparent, on the training cases", BACK))
    made = Dots(
        title="True against apparent",
        axis=f"{skill.metric.replace('_', ' ')} on new cases",
        rows=tuple(rows),
        caption="The apparent value is measured on the cases that the learner was trained on: it flatters.",
    )
    return [] if made.empty else [made]


def estimators_picture(skills: Sequence[Skill]) -> Dots:
    """Several estimates of one metric, each with its interval, the apparent values behind them."""
    several = len({skill.learner for skill in skills}) > 1
    rows = []
    for skill in skills:
        who = f"{_format.label(skill.learner, 24)}, " if several else ""
        rows += [dot(skill.estimate, f"{who}true, by {skill.method}"), dot(skill.apparent, f"{who}apparent", BACK)]
    return Dots(
        title="Estimators side by side",
        name="together",
        axis=f"{skills[0].metric.replace('_', ' ')} on new cases",
        rows=tuple(sorted(dict.fromkeys(rows), key=lambda row: -row.colour)),
        caption="Each line is an interval of its own; how far methods differ says how much to trust any of them.",
    )
