"""Plans, limits of an error rate, the validation of a procedure, how an interval shrinks with the cases; a study."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee import _format
from referee.core import ErrorLimits, Estimate, FeatureColumn, Plan, StudyPlan, StudyResults, Validation
from referee.core.estimate import WidthRow
from referee.views.numbers import name_words, size_words, title_words
from referee.views.page import GAP, Page, Table, Text, below, caveats, lay_out, more, note, page_of
from referee.views.pages.estimate import estimate_row, estimate_table
from referee.views.picture import Axis, Dots, Line, Lines, Note, Picture, dot, drawable, pictures_of
from referee.views.verdict_words import column_parts, feature_words

MOST = 5


@page_of.register
def plan_page(plan: Plan) -> Page:
    """The answer in a sentence, and how it errs."""
    kind = {"cases": "Cases needed", "power": "Power of the cases", "width": "Width of the interval"}[plan.answer]
    return lay_out(kind, plan.sentence, plan.errs)


@page_of.register
def limits_page(limits: ErrorLimits) -> Page:
    """What they mean, the numbers, and the warnings."""
    table = estimate_table(estimate_row(e, title_words(e)) for e in limits.estimates)
    title = _format.label(limits.title, 100)
    return lay_out(title, GAP, limits.sentence, GAP, table, below(caveats(limits.warnings)))


@page_of.register
def validation_page(found: Validation) -> Page:
    """The sentence, the measured shares beside what was promised, and what could not be measured."""
    rows = [["measured", "share", "95% interval", "runs", "promised"]]
    rows.append(_row(f"false alarms of {found.test}", found.size, found.nominal))
    for name, share in _coverage_rows(found):
        rows.append(_row(f"interval covers {name}", share, found.level))
    cases = f"{_format.count(found.n)} of {_format.count(found.population)} cases"
    return lay_out(
        f"What the procedure does with {found.learner} by {found.metric}, at n = {cases}",
        [found.sentence, GAP, Table(rows, "<>>>>"), GAP],
        f"The null worlds: {found.world}. {_format.count(found.fits)} fits, seed {found.seed}.",
        [f"Not measured: {words}." for words in found.cannot],
        column_parts(found.columns),
    )


def _coverage_rows(found: Validation) -> list[tuple[str, Estimate]]:
    """The shares of intervals that cover, by what they cover, where they were measured."""
    shares = (("this model", found.covers_model), ("the learner", found.covers_learner))
    return [(name, share) for name, share in shares if share is not None]


def _row(words: str, share: Estimate, promised: float) -> list[str]:
    """A measured share."""
    assert share.interval is not None
    measured = [_format.number(share.value), _format.span(*share.interval)]
    return [words, *measured, _format.count(share.n), f"{promised:g}"]


@pictures_of.register
def validation_pictures(found: Validation) -> list[Picture]:
    """The measured false alarms, and the measured coverage, each against what was promised."""
    alarms = Dots(
        title="False alarms",
        axis="share of null worlds in which the test rejects",
        rows=(dot(found.size, f"false alarms of {_format.label(found.test, 40)}"),),
        marks=((found.nominal, f"promised {found.nominal:g}"),),
    )
    coverage = Dots(
        title="Coverage of the interval",
        axis="share of subsamples whose interval holds it",
        rows=tuple(dot(share, name) for name, share in _coverage_rows(found) if share.defined),
        marks=((found.level, f"promised {found.level:g}"),),
    )
    return drawable(alarms, coverage)


def width_picture(rows: Sequence[WidthRow]) -> Lines:
    """The limits at each n, on a logarithmic axis: the rows of `intervals.width_by_n`."""
    rows = sorted(rows, key=lambda row: row.n)
    n, low, high = (np.array([getattr(row, name) for row in rows], dtype=float) for name in ("n", "low", "high"))
    share = rows[0].successes / rows[0].n
    return Lines(
        title="",
        x=Axis("test cases", scale="log", ticks=tuple((row.n, _format.count(row.n)) for row in rows)),
        y=Axis("measured proportion and its interval"),
        lines=(Line("", n, low, low, high), Line("", n, high)),
        guides=(Line(f"measured {_format.number(share)}", n[[0, -1]], np.full(2, share)),),
        notes=tuple(Note(row.n, row.high, f"±{_format.number(row.width / 2)}") for row in rows),
    )


@page_of.register
def study_plan_page(plan: StudyPlan) -> Page:
    """One row per dataset, one row per learner, and how many runs and fits that makes."""
    data = [["dataset", "from", "cases", "features", "classes", "splits"]]
    for name, (source, cases, features, classes, kind, splits) in zip(plan.datasets, plan.tables, strict=True):
        wide = "–" if features is None else _format.count(features)
        numbers = [_format.count(cases), wide, _format.count(classes)]
        kind = kind if any(sign.isdigit() for sign in kind) else f"{_format.count(splits)} {kind}"
        data.append([_format.label(name), _format.label(source or "memory"), *numbers, kind])
    learners = [["learner", "fits a run", "what it is"]]
    for name, (recipe, fits) in zip(plan.learners, plan.recipes, strict=True):
        role = "baseline: " if name in plan.baselines else ""
        learners.append([_format.label(name), _format.count(fits), role + _format.label(recipe, 60)])
    size = f"{_format.plural(plan.runs, 'run')}, {_format.plural(plan.fits, 'fit')}"
    failed = f", {_format.count(plan.failed)} failed" if plan.failed else ""
    counts = f"{_format.count(plan.done)} done{failed}, {_format.count(plan.left)} to do"
    return lay_out(
        f"{_format.label(plan.name)}: nothing was run",
        [GAP, Table(data, "<<>>><"), GAP, Table(learners, "<><"), GAP],
        column_lines(plan),
        f"{size}; metrics {', '.join(plan.metrics)}; seed {plan.seed}.",
        f"In {_format.label(plan.store, 80)}: {counts}." if plan.store else "",
    )


@page_of.register
def feature_column_page(column: FeatureColumn) -> Page:
    """What a column holds, in one line."""
    facts = [column.kind, f"{_format.plural(column.levels, 'category', 'categories')}" if column.levels else ""]
    facts += [f"{column.missing} missing" if column.missing else "", "" if column.used else "left out"]
    return Page(f"{_format.label(column.name)}: {', '.join(filter(None, facts))}")


def column_lines(plan: StudyPlan) -> list[str]:
    """What is done to the columns of each dataset, for which learners nothing is, and what is done to learners."""
    alike: dict[str, list[str]] = {}
    for name, columns in zip(plan.datasets, plan.columns, strict=False):
        alike.setdefault("; ".join(feature_words(columns)), []).append(name)
    lines = [f"{', '.join(map(_format.label, names))}: {words}." for words, names in alike.items() if words]
    if lines and plan.as_they_come:
        lines.append(f"Columns as they came: {_format.listing(plan.as_they_come)}.")
    lines += ["Text and gaps are dealt with inside every training part."] if lines else []
    return [*lines, *map(note, plan.notes)]


@page_of.register
def study_page(study: StudyResults) -> Page:
    """The mean of the first metric, one row per dataset and one column per learner; what failed below."""
    metric = _format.words(study.metrics[0])
    rows = [["", *(name_words(name) for name in study.learners)]]
    for dataset, means in zip(study.datasets, study.means[0], strict=True):
        rows.append([name_words(dataset), *(_format.number(mean) for mean in means)])
    kinds = {f"{len(cell.splits)} {cell.splits.kind}" for cell in study.cells}
    left = sum(n for _, _, n in study.missing)
    versions = ", ".join(f"{name} {version}" for name, version in study.versions.items())
    failures = study.failures
    said = f"{_format.plural(len(failures), 'run')} failed and are left out of the means:" if failures else ""
    lines = [
        f"! {_format.label(dataset)}, {_format.label(learner)}, split {i}: {_format.label(why, 160)}"
        for dataset, learner, i, why in failures[:MOST]
    ]
    lines += filter(None, [more(len(failures), MOST, ".failures")])
    return lay_out(
        f"{_format.label(study.name)}: {metric}, {size_words(study.learners, study.datasets)}",
        [GAP, Table(rows, "<" + ">" * len(study.learners)), GAP],
        f"Mean {metric} over {' or '.join(sorted(kinds)[:3])}; these are no tests.",
        f"Baselines: {', '.join(map(_format.label, study.baselines))}." if study.baselines else "",
        below(said, [Text(line, retold=True) for line in lines]),
        below(f"{_format.plural(left, 'run')} not done yet: run the study again to go on." if left else ""),
        [GAP, f"seed {study.seed}{'; ' + versions if versions else ''}"],
    )
